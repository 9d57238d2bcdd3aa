# SPDX-License-Identifier: Apache-2.0
"""Arrays compared by verify."""

from array_values import by_definition, counted, in_memory, refused

import tileglot as tg


def test_the_first_difference_is_named_with_both_elements(np):
    a = counted(np, (3, 5), "f4")
    b = a.copy()
    b[2, 1] = b[1, 3] = -1
    found = tg.verify(a, b)
    assert not found and (found.at, found.left, found.right) == ((1, 3), 9.0, -1.0)
    assert found.json["different"] == 2 and found.json["elements"] == 15
    assert repr(found) == str(found) and "(1,3)" in repr(found)
    assert (
        tg.verify(a, a) and tg.verify(a, a.copy(order="F")) and tg.verify(a[::-1], a.copy()[::-1])
    )


def test_padding_is_not_compared(np):
    layout = tg.layout("f32[3,5]{1,0:T(2,2)}")
    a = counted(np, (3, 5), "f4")
    b = by_definition(np, a, layout, padding=-5)
    assert tg.verify(b, a, layout=layout)
    assert tg.verify(b, tg.relayout(a, layout), layout=layout, against_layout=layout)
    b[layout(2, 4)] = 0
    assert tg.verify(b, a, layout=layout).at == (2, 4)


def test_both_sides_may_be_tiled_otherwise(np):
    a = counted(np, (5, 7), "i4")
    one, two = "s32[5,7]{1,0:T(2,4)}", "s32[5,7]{0,1:T(4,2)(2,1)}"
    left, right = tg.relayout(a, one), tg.relayout(a, two)
    assert tg.verify(left, right, layout=one, against_layout=two)
    assert tg.verify(left, right, layout=one, against_layout="{0,1:T(4,2)(2,1)}")
    assert tg.verify(left, right, layout="{1,0:T(2,4)}", against_layout=two)
    in_memory(np, right)[tg.layout(two)(4, 6)] = 0
    found = tg.verify(left, right, layout=one, against_layout=two)
    assert (found.at, found.left, found.right) == ((4, 6), 35, 0)


def test_bits_are_compared_not_numbers(np):
    a = np.array([0.0, np.nan, 1.0], "f4")
    assert tg.verify(a, a.copy())
    found = tg.verify(a, np.array([-0.0, np.nan, 1.0], "f4"))
    assert found.at == (0,)
    assert repr((found.left, found.right)) == "(0, -0.0)"


def test_a_complex_number_is_shown_by_its_bits(np):
    found = tg.verify(np.array([1 + 2j], "c8"), np.array([1 + 3j], "c8"))
    # 1.0 is 3f800000 in the low half, 2.0 and 3.0 are 40000000 and 40400000.
    assert (found.left, found.right) == ("0x400000003f800000", "0x404000003f800000")


def test_arrays_of_other_sizes_are_not_compared(np):
    refused("layout.extents", tg.verify, np.zeros((2, 3)), np.zeros((3, 2)))
    refused("layout.extents", tg.verify, np.zeros(6), np.zeros((2, 3)))
    refused("verify.item_size", tg.verify, np.zeros(3, "f4"), np.zeros(3, "f8"))
    refused("layout.size", tg.verify, np.zeros(3), np.zeros(4), layout="f64[4]{0}")
