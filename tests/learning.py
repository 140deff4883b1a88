"""What tests of runs share: stopping one in the middle, and comparing what was learned."""

import torch


class Stopped(Exception):
    pass


def stop_after(steps):
    """A watcher that stops a run at its first update beyond so many steps."""

    def watcher(run, event):
        if event == "update" and run.steps > steps:
            raise Stopped

    return watcher


def weights(run):
    """All that the learner of a run has learned, in one row."""
    return torch.cat([value.flatten() for value in run.model.policy.state_dict().values()])
