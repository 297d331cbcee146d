"""The exact search of xtic on a computer: values, remoteness, and the proof of a first position."""
