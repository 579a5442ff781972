# SPDX-License-Identifier: Apache-2.0
"""Muon (Jordan et al. 2024) for convolutions: the update is the momentum with all of its singular values set to about one."""
import torch


def orthogonal(m):
    """The nearest half-orthogonal matrix, roughly: five Newton-Schulz steps with Jordan's coefficients.

    The steps are polynomials of m m^T, so they are done on that small matrix and laid on m once: 7x fewer products.
    """
    m = m / (m.norm() + 1e-7)
    gram = m @ m.T
    product = torch.eye(len(gram))
    for _ in range(5):
        step = 3.4445 * torch.eye(len(gram)) - 4.7750 * gram + 2.0315 * gram @ gram
        product = step @ product
        gram = step @ gram @ step
    return product @ m


class Muon(torch.optim.Optimizer):
    """For weights of [out, in, ...]. An update has AdamW's usual size (0.2 of the rate in the mean), so they share one rate."""

    def __init__(self, parameters, lr, momentum=0.95):
        super().__init__(parameters, {"lr": lr, "momentum": momentum})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for value in group["params"]:
                if value.grad is None:  # of weights no longer trained
                    continue
                state = self.state[value]
                mean = state.setdefault("exp_avg", torch.zeros_like(value))
                mean.lerp_(value.grad, 1 - group["momentum"])
                ahead = value.grad.lerp(mean, group["momentum"]).flatten(1)
                wide = ahead if ahead.shape[0] <= ahead.shape[1] else ahead.T
                update = orthogonal(wide)
                update = update if wide is ahead else update.T
                value.add_(update.view_as(value), alpha=-group["lr"] * 0.2 * max(ahead.shape) ** 0.5)
