#!/bin/sh
# Prints a Python that can run this project (3.11 or later, able to make a venv), or says on
# standard error what is missing and how to get it. An argument names the one to use.
set -u

suits='import sys
if sys.version_info < (3, 11):
    sys.exit("it is Python %d.%d" % sys.version_info[:2])
try:
    import ensurepip, venv
except ImportError:
    sys.exit("it has no venv module")'

if [ -n "${1:-}" ]; then
    if reason=$("$1" -c "$suits" 2>&1); then
        echo "$1"
        exit 0
    fi
    reason=$(printf '%s\n' "$reason" | tail -n 1)
    reason=${reason##*: }
    echo "PYTHON=$1 will not do: $reason. Needed: Python 3.11 or later with its venv module." >&2
    exit 1
fi

seen=''
for candidate in python3 python3.13 python3.12 python3.11 python3.14 python; do
    if reason=$("$candidate" -c "$suits" 2>&1); then
        echo "$candidate"
        exit 0
    fi
    if command -v "$candidate" >/dev/null 2>&1; then
        seen="$seen  $candidate: $(printf '%s\n' "$reason" | tail -n 1)
"
    fi
done
cat >&2 <<END
No Python 3.11 or later with its venv module was found.
${seen:-  no python3 at all
}Install one, then run the same command again:
  Debian, Ubuntu   sudo apt-get install python3 python3-venv
  Fedora           sudo dnf install python3
  macOS            brew install python@3.13
If it lies somewhere else, name it: make PYTHON=/path/to/python3.13 ...
END
exit 1
