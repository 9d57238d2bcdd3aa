# SPDX-License-Identifier: Apache-2.0
"""Moves of many arrays, and planned once."""

import array
import gc

import pytest
from array_values import bits_of, counted, expect_same_array, refused

import tileglot as tg

# --- many ---


def test_a_list_is_moved_into_a_list(np):
    arrays = [counted(np, (3, 5), "f4") + 100 * k for k in range(7)]
    for given in (arrays, tuple(arrays)):
        found = tg.relayout(given, "{1,0:T(2,2)}")
        assert isinstance(found, list) and len(found) == 7
        for one, a in zip(found, arrays, strict=True):
            expect_same_array(np, one, tg.relayout(a, "{1,0:T(2,2)}"))
    assert tg.relayout([], "{0}") == []


def test_a_list_is_moved_into_its_outs(np):
    arrays = [counted(np, (3, 5), "f4") + k for k in range(3)]
    outs = [np.empty((3, 5), "f4", order="F") for _ in arrays]
    found = tg.relayout(arrays, "{0,1}", out=outs)
    assert all(a is b for a, b in zip(found, outs, strict=True))
    assert all((a == b).all() for a, b in zip(arrays, outs, strict=True))


def test_every_array_has_its_out(np):
    arrays = [counted(np, (2, 3), "f4")] * 2
    room = lambda: np.zeros((2, 3), "f4", order="F")
    for outs in ([], [room()], [room() for _ in range(3)]):
        refused("array.count", tg.relayout, arrays, "{0,1}", out=outs)
    refused("array.count", tg.relayout, [], "{0,1}", out=[room()])
    with pytest.raises(TypeError):
        tg.relayout(arrays, "{0,1}", out=room())
    with pytest.raises(TypeError):
        tg.relayout(arrays, "{0,1}", out=[room(), None])
    same = room()
    refused("relayout.overlap", tg.relayout, arrays, "{0,1}", out=[same, same])
    refused("relayout.overlap", tg.relayout, [room(), same], "{0,1}", out=[room(), same])


def test_arrays_of_a_list_lie_alike(np):
    a = counted(np, (2, 3), "f4")
    for other in (a.T, counted(np, (2, 4), "f4"), a.astype("f8"), a[:, ::-1]):
        refused("array.form", tg.relayout, [a, other], "{0,1}")


def test_arrays_of_a_list_have_one_type(np):
    floats, ints = array.array("f", [1, 2]), array.array("i", [1, 2])
    refused("array.form", tg.relayout, [floats, ints], "{0}")


# --- Plan ---


def test_a_plan_moves_every_array_of_its_form(np):
    a = counted(np, (3, 5), "f4")
    plan = tg.plan(a, "{1,0:T(2,2)}")
    assert (
        plan.bytes == 96
        and str(plan.target) == "f32[3,5]{1,0:T(2,2)}"
        and plan.source.strides == (5, 1)
    )
    for k in range(3):
        expect_same_array(np, plan(a + k), tg.relayout(a + k, "{1,0:T(2,2)}"))
    out = np.empty(24, "f4")
    assert plan(a, out=out) is out and bits_of(out) == bits_of(plan(a))
    assert [bits_of(x) for x in plan([a, a + 1])] == [bits_of(plan(a)), bits_of(plan(a + 1))]
    assert str(plan) and "tileglot.Plan" in repr(plan)


def test_a_plan_refuses_another_form(np):
    a = counted(np, (3, 5), "f4")
    plan = tg.plan(a, "{0,1}")
    for other in (
        a.T,
        a[::-1],
        a.astype("f8"),
        a[:2],
        counted(np, (5, 3), "f4"),
        np.asfortranarray(a),
    ):
        refused("array.form", plan, other)
    refused("array.form", plan, [a, a.T])
    refused("array.size", plan, a, out=np.empty(14, "f4"))


def test_a_plan_moves_one_type():
    plan = tg.plan(array.array("f", [1, 2]), "{0}")
    refused("array.form", plan, array.array("i", [1, 2]))


def test_a_plan_of_a_layout_moves_its_memory(np):
    a = counted(np, (3, 5), "f4")
    plan = tg.plan("f32[3,5]{1,0:T(2,2)}", "{0,1}")
    stored = tg.relayout(a, "{1,0:T(2,2)}")
    expect_same_array(np, plan(stored), a)
    expect_same_array(np, plan(stored.reshape(24)), a)
    refused("layout.size", plan, a)
    refused("layout.dtype_missing", tg.plan, "(2,3):(3,1)", "{0,1}")


def test_a_plan_outlives_its_array_and_keeps_zero_fill(np):
    plan = tg.plan(counted(np, (3, 5), "f4"), "{1,0:T(2,2)}", zero_fill=False, threads=1)
    gc.collect()
    out = np.full(24, 7, "f4")
    plan(counted(np, (3, 5), "f4"), out=out)
    assert (out == 7).sum() == 10  # nine of padding, and the element 7


@pytest.mark.parametrize("threads", [0, 1, 2, 7])
def test_any_number_of_threads_moves_the_same(np, threads):
    a = counted(np, (300, 500), "i4")
    assert bits_of(tg.relayout(a, "{0,1}", threads=threads).T) == bits_of(a.T)


def test_fewer_than_no_threads_are_refused(np):
    with pytest.raises((tg.Error, ValueError, TypeError)):
        tg.relayout(counted(np, (2, 3)), "{0,1}", threads=-1)
