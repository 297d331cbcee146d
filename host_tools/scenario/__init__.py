"""Scenarios: readable files of what hands do and what the lights and the beeper answer."""
