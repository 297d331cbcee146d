"""`lodeboard scenario`: runs files of what hands do and what lights and beeper answer."""
