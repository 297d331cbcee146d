"""Whether a firmware is for a board with a radio (Wi-Fi). Where it is not, the compiler drops all
that asks for RADIO; for a board that has one, the build uses `cyw43` in place of this module."""

RADIO = 0
