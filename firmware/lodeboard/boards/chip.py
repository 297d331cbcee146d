"""The chip that a firmware is for.

In the source tree this is the default chip; the build uses the file of the requested chip in place
of this one.
"""

from lodeboard.boards.rp2040 import (
    ADC_BASE,
    ADC_CS,
    ADC_ENABLE,
    ADC_FIRST_PIN,
    ADC_INPUT_SHIFT,
    ADC_READY,
    ADC_RESULT,
    ADC_START_ONCE,
    FAST_MHZ,
    FAST_VREG,
    GPIO_IN,
    GPIO_OUT,
    GPIO_OUT_XOR,
    SIO_BASE,
    THINK_EVALS,
    TIMER_BASE,
    TIMERAWL,
    USUAL_MHZ,
    USUAL_VREG,
    VREG,
)

__all__ = [
    "ADC_BASE",
    "ADC_CS",
    "ADC_ENABLE",
    "ADC_FIRST_PIN",
    "ADC_INPUT_SHIFT",
    "ADC_READY",
    "ADC_RESULT",
    "ADC_START_ONCE",
    "FAST_MHZ",
    "FAST_VREG",
    "GPIO_IN",
    "GPIO_OUT",
    "GPIO_OUT_XOR",
    "SIO_BASE",
    "THINK_EVALS",
    "TIMERAWL",
    "TIMER_BASE",
    "USUAL_MHZ",
    "USUAL_VREG",
    "VREG",
]
