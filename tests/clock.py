"""What a clock says: it fails a test in a rehearsal, and warns anywhere else.

A machine that is slow, or busy with other work, is no fault of the book. So
`make rehearse` runs these tests one after the other, with CLOCKS=1.
"""

import os
import warnings

import pytest


def hold(what, found, limit):
    """Hold what was measured to its limit; where clocks do not count, only warn."""
    if found <= limit:
        return
    said = f"Slower than it should be: {what}: {found:.3g}, not {limit:.3g} or less"
    if os.environ.get("CLOCKS") == "1":
        pytest.fail(said)
    warnings.warn(said, stacklevel=2)
