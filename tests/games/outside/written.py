"""Games from outside that are written for a test."""


def write_game(folder, constants, rules="PLUGIN = None\n"):
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(constants)
    (folder / "rules.py").write_text(rules)
    return folder


CONSTANTS = 'VARIANTS = (("", ((4, 4),)),)\nLEVELS = ("only",)\n'
