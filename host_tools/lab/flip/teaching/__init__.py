"""What the exact solution of flip tiles says that a person can use."""
