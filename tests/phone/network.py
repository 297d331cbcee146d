"""Stands in for MicroPython's `network`: this computer's loopback is the network. A file `home`
beside it is the network at home: its name and password; none is out of reach."""

STA_IF, AP_IF = 0, 1
names = []


def hostname(name):
    names.append(name)


class WLAN:
    def __init__(self, kind):
        self._kind = kind
        self._active = False
        self._asked = None

    def active(self, on):
        self._active = on

    def config(self, what=None, **values):
        if what == "mac":
            return b"\x28\xcd\xc1\x00\x4f\x2a"
        return None

    def connect(self, name, password):
        self._asked = [name, password]

    def isconnected(self):
        try:
            with open("home") as file:
                return self._active and file.read().split("\n")[:2] == self._asked
        except OSError:
            return False

    def ifconfig(self):
        return ("127.0.0.1", "255.0.0.0", "", "")
