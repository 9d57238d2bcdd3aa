# SPDX-License-Identifier: Apache-2.0
"""What tests of arrays compare: counted elements, memory, and moves by definition."""

import itertools

import pytest

import tileglot as tg


def refused(code, call, *arguments, **options):
    with pytest.raises(tg.Error) as raised:
        call(*arguments, **options)
    assert raised.value.code == code, str(raised.value)
    return raised.value


def bits_of(a):
    return a.tobytes()


def expect_same_array(np, found, expected):
    assert (found.shape, found.dtype) == (expected.shape, expected.dtype)
    assert bits_of(found) == bits_of(expected)


def in_memory(np, a):
    """The elements in the order in which they lie."""
    return np.lib.stride_tricks.as_strided(a, (a.size,), (a.itemsize,))


def order_text(order):
    return "{" + ",".join(map(str, order)) + "}"


def counted(np, shape, dtype="i4"):
    size = int(np.prod(shape, dtype=int))
    return np.arange(1, size + 1, dtype=dtype).reshape(shape)


def by_definition(np, a, layout, padding=0):
    """Each element at its offset, everything else as it was."""
    memory = np.full(layout.codomain_size, padding, a.dtype)
    for c in itertools.product(*map(range, a.shape)):
        memory[layout(*c)] = a[c]
    return memory
