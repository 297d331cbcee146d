"""Do the tests notice a change of the code? Changes it in one place after another, and looks."""
