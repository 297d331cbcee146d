import sys

from hardware.prints.build import main

sys.exit(main(sys.argv[1:]))
