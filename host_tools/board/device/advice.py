"""What to do about a problem with a board, in commands to type. The page replaces them by what to
choose on it."""

# By topic. The page's versions are in host_tools.play.site.cabled.
ADVICE = {
    "right port": "Is it the right port? Name another one with --port, or leave it out",
    "play port": "Is it the right port (lodeboard play --on PORT)?",
    "no port": (
        "Plug the board in, with a cable that carries data, or leave --port out: the board is then "
        "looked for"
    ),
    "another port": "name another port with --port if one is plugged in too",
    "busy": (
        "Close it (lodeboard play --on, mpremote, Thonny, screen and other terminals hold on to a "
        "port) and try again"
    ),
    "flash": "Put this version on it with: lodeboard flash",
    "other board": (
        "If it is a {there}: lodeboard flash --board {there}. If it is a {wanted}: "
        "lodeboard flash --board {wanted} --erase, which erases the stored data"
    ),
    "other revision": (
        "Change the board to match it, as hardware/README.md shows; then: "
        "lodeboard flash --board {wanted} --erase, which erases the stored data. Until then the "
        "board keeps the firmware that it has"
    ),
    "back": "To go back to it: lodeboard flash --back",
    "play other board": (
        "Connect the right board, or name this one: lodeboard play --board {there}"
    ),
    "copy": (
        "Copy what you want to keep with `mpremote connect {port} cp :FILE .` and remove it with "
        "`... rm :FILE`"
    ),
    "erase": "--erase frees the space of saved games and logs",
}
