"""The files of a release."""
