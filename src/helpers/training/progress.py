"""A bar of progress that leaves nothing behind in a notebook."""

import sys

from tqdm import tqdm as in_a_terminal


def kernel_display():
    """What shows things in a notebook's cell; None where there is no notebook."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if not hasattr(shell, "kernel"):
        return None
    from IPython.display import display

    return display


class tqdm(in_a_terminal):  # noqa: N801 - everybody knows the bar by this name
    """tqdm's bar; a cell shows it as one output, which is emptied at the end.

    On a stream its last blanks would stay: an empty box, which is saved as well.
    """

    def display(self, msg=None, pos=None):
        """Show the bar, or the message in its place; an empty one takes it away."""
        show = kernel_display()
        if show is None:
            return super().display(msg, pos)
        text = str(self) if msg is None else msg
        bundle = {"text/plain": text} if text else {}
        if getattr(self, "output", None) is not None:
            self.output.update(bundle, raw=True)
        elif text:
            self.output = show(bundle, raw=True, display_id=True)
        return False
