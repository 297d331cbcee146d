"""Magician Chess: chess on 7 x 7 cells with nine movable holes, and magicians who move them."""
