"""How weights are written: the upper half of each number of four bytes, rounded to the nearest."""

import numpy as np


def halves(numbers):
    bits = np.ascontiguousarray(numbers, np.float32).view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype("<u2")
