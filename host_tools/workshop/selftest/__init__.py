"""The self-test: looks at every part of a board and says what is wrong with it."""
