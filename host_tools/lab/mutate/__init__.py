"""Mutation tests: change the code in one place after another and see whether the tests notice."""
