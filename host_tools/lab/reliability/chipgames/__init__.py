"""Many games in one boot of the emulated chip: records that are legal, ends as the rules say, and
memory that stays as free as it was.
"""
