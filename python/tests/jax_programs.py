# SPDX-License-Identifier: Apache-2.0
"""Layouts that Tileglot chooses, given to JAX as the formats of arguments and results.

`python jax_programs.py` prints what that does to the copies in XLA's executables on the CPU, of
five programs; test_hlo.py runs them in small sizes.
"""

import math
import pathlib
import sys
import tempfile

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from tileglot import hlo

# --- the programs ---------------------------------------------------------------------------------

HEADS = 4


def normalized(x):
    return (x - x.mean(-1, keepdims=True)) / jnp.sqrt(x.var(-1, keepdims=True) + 1e-5)


def transformer_block(x, query, key, value, out, up, down):
    """Of x[batch, place, feature]."""

    def heads(w):
        split = (normalized(x) @ w).reshape(*x.shape[:2], HEADS, -1)
        return split.transpose(0, 2, 1, 3)

    q, k, v = heads(query), heads(key), heads(value)
    scores = jax.nn.softmax(q @ k.transpose(0, 1, 3, 2) / math.sqrt(q.shape[-1]), axis=-1)
    x = x + (scores @ v).transpose(0, 2, 1, 3).reshape(x.shape) @ out
    return x + jax.nn.gelu(normalized(x) @ up) @ down


def convolution_net(images, first, second, dense):
    """Of images[batch, channel, row, column], as PyTorch has them."""
    for kernel in (first, second):
        images = jax.nn.relu(lax.conv(images, kernel, (2, 2), "SAME"))
    return images.mean((2, 3)) @ dense


def scan(sequence, start, inner, outer):
    """A recurrent net over sequence[batch, time, feature]; also returns all states."""

    def step(state, x):
        state = jnp.tanh(x @ outer + state @ inner)
        return state, state

    last, states = lax.scan(step, start, sequence.swapaxes(0, 1))
    return last, states.swapaxes(0, 1)


def gather(table, ids, weights):
    """Looks up columns of table[feature, word]."""
    return jnp.take(table, ids, axis=1).swapaxes(0, 1) @ weights


def triangular_solve(lower, right):
    """The solution of lower.T @ x = right.T, transposed."""
    return jax.scipy.linalg.solve_triangular(lower, right.T, lower=True, trans=1).T


def normal(*shape):
    return np.random.default_rng(shape).normal(size=shape, scale=0.1).astype(np.float32)


def programs(scale):
    """The functions with their arguments; every extent grows with the scale."""
    n = 8 * scale
    triangle = np.tril(normal(n, n)) + np.eye(n, dtype=np.float32)
    square = [normal(n, n) for _ in range(4)]
    ids = np.random.default_rng(1).integers(0, 4 * n, (n,)).astype(np.int32)
    return {
        transformer_block: (normal(2, n, n), *square, normal(n, 4 * n), normal(4 * n, n)),
        convolution_net: (
            normal(2, 8, n, n),
            normal(16, 8, 3, 3),
            normal(n, 16, 3, 3),
            normal(n, 10),
        ),
        scan: (normal(4, n, n), normal(4, n), normal(n, n), normal(n, n)),
        gather: (normal(n, 4 * n), ids, normal(n, n)),
        triangular_solve: (triangle, normal(2 * n, n)),
    }


# --- the loop -------------------------------------------------------------------------------------


def sharding():
    return jax.sharding.SingleDeviceSharding(jax.devices("cpu")[0])


def chosen(function, arguments, strategy="optimal"):
    """The layouts that Tileglot chooses where all are left to it."""
    lowered = jax.jit(function).lower(*arguments)
    return hlo.Module.of(lowered).compile(
        "cpu", arg_layouts="auto", out_layouts="auto", strategy=strategy
    )


def formats(leaves):
    return tuple(leaf.layout.to_jax(sharding()) for leaf in leaves)


def executable(function, arguments, ins=None, outs=None):
    """XLA's executable with these formats of arguments and results."""
    shapes = [jax.ShapeDtypeStruct(a.shape, a.dtype) for a in arguments]
    if isinstance(outs, tuple) and len(outs) == 1:
        (outs,) = outs
    return jax.jit(function, in_shardings=ins, out_shardings=outs).lower(*shapes).compile()


def given_to_layout_assignment(function, arguments):
    """The module that XLA's layout assignment gets, which XLA has simplified; from a dump."""
    with tempfile.TemporaryDirectory() as folder:
        options = {"xla_dump_to": folder, "xla_dump_hlo_pass_re": "layout-assignment"}
        jax.jit(function).lower(*arguments).compile(compiler_options=options)
        dumps = sorted(pathlib.Path(folder).glob("*before_layout-assignment*"))
        return hlo.Module.of(dumps[0]) if dumps else None


class Compared:
    """A program with its own formats, and with those that were chosen."""

    def __init__(self, function, arguments):
        choice = chosen(function, arguments)
        self.ins, self.outs = formats(choice.arguments), formats(choice.results)
        plain = executable(function, arguments)
        planned = executable(function, arguments, self.ins, self.outs)
        self.plain, self.planned = (hlo.Module.of(each).stats() for each in (plain, planned))
        self.expected = jax.tree.leaves(plain(*arguments))
        self.found = jax.tree.leaves(planned(*map(jax.device_put, arguments, self.ins)))

    @property
    def error(self):
        """The largest difference of a result, relative to its largest element."""
        return max(
            float(np.abs(np.asarray(a) - np.asarray(b)).max() / np.abs(np.asarray(a)).max())
            for a, b in zip(self.expected, self.found, strict=True)
        )

    @property
    def changed(self):
        """The arguments and results whose format is not row-major, as "argument 0 {0,1}"."""
        for side, each in (("argument", self.ins), ("result", self.outs)):
            for place, format in enumerate(each):
                order = format.layout.major_to_minor
                if order != tuple(range(len(order))):
                    yield f"{side} {place} {{{','.join(map(str, reversed(order)))}}}"


def main(scale=16):
    print("program            copies before, after   bytes before      after   error   formats")
    for function, arguments in programs(scale).items():
        one = Compared(function, arguments)
        print(
            f"{function.__name__:18} {one.plain.copies:13} {one.planned.copies:7} "
            f"{one.plain.copied_bytes:14,} {one.planned.copied_bytes:10,} {one.error:7.0e}   "
            + (", ".join(one.changed) or "all row-major")
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
