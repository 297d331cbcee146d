"""The report on the solution: figures counted from the tier files, pictures, a page."""
