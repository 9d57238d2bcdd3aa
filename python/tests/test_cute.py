# SPDX-License-Identifier: Apache-2.0
"""CuTe's layouts: values, calls, modes, errors; the algebra against pycute."""

import copy
import itertools
import pickle

import pytest

import tileglot as tg
from tileglot import cute


def test_a_layout_is_made_of_a_shape_and_a_stride():
    layout = cute.Layout((8, (4, 2)), (1, (8, 32)))
    assert str(layout) == "(8,(4,2)):(1,(8,32))"
    assert layout.shape == (8, (4, 2))
    assert layout.stride == (1, (8, 32))
    assert (layout.rank, layout.depth, layout.size, layout.cosize) == (2, 2, 64, 64)
    assert layout == cute.make_layout((8, (4, 2)), stride=(1, (8, 32)))


def test_python_ints_are_static_as_in_the_dsl():
    assert str(cute.Layout((1, 6))) == "(1,6):(0,1)"
    assert str(cute.Layout((4, 1, 6))) == "(4,1,6):(1,0,4)"


def test_every_form_of_a_coordinate_is_one_element():
    layout = cute.Layout((3, (2, 3)), (3, (12, 1)))
    assert layout(1, 5) == layout(1, (1, 2)) == layout((1, 5)) == layout(16) == 17


def test_none_keeps_a_mode():
    layout = cute.Layout((4, 8), (8, 1))
    assert str(layout(1, None)) == "(8):(1)"
    assert layout((None, 1)) == layout(None, 1)


def test_brackets_and_iteration_give_modes():
    layout = cute.Layout((8, (4, 2)), (1, (8, 32)))
    assert layout[1] == layout[-1] == cute.Layout((4, 2), (8, 32))
    assert [str(mode) for mode in layout] == ["8:1", "(4,2):(8,32)"]
    with pytest.raises(IndexError):
        layout[2]


def test_a_layout_has_no_length():
    with pytest.raises(
        TypeError, match="`rank` is its number of modes, `size` its number of coordinates"
    ):
        len(cute.Layout(4))


@pytest.mark.parametrize("coordinate", [(8, 0), (-1, 0), (0, 8), (1, 2, 3), (64,), ((1, 2), 0)])
def test_a_coordinate_outside_is_an_index_error(coordinate):
    with pytest.raises(tg.CoordinateError) as raised:
        cute.Layout((8, 8))(*coordinate)
    assert isinstance(raised.value, IndexError)
    assert raised.value.code in ("cute.out_of_range", "cute.coordinate")


def test_equal_layouts_are_one_key():
    marked = tg.layout("(_4,2):(_2,_1)")
    plain = cute.Layout((4, 2), (2, 1))
    assert marked == plain and hash(marked) == hash(plain)
    assert plain != cute.Layout((4, 2), (1, 4)) and plain != "(4,2):(2,1)"
    assert len({marked, plain}) == 1


@pytest.mark.parametrize(
    "text",
    [
        "(8,(4,2)):(1,(8,32))",
        "4:1",
        "():()",
        "(4,5):(1@0,1@1)",
        "Sw<3,0,3> o 0 o (8,8):(8,1)",
        "(_4,2):(_2,_1)",
    ],
)
def test_layouts_survive_pickle_copy_and_repr(text):
    layout = tg.layout(text)
    assert pickle.loads(pickle.dumps(layout)) == layout
    assert copy.copy(layout) is layout and copy.deepcopy(layout) is layout
    assert eval(repr(layout), {"tileglot": tg}) == layout


def test_a_composition_that_no_layout_is_has_a_witness():
    with pytest.raises(tg.Error) as raised:
        cute.composition(cute.Layout((6, 4), (1, 10)), cute.Layout(4, 4))
    assert raised.value.code == "cute.composition"
    assert "0, 4, 12, 20" in raised.value.witness
    again = pickle.loads(pickle.dumps(raised.value))
    assert (type(again), str(again), again.witness) == (
        type(raised.value),
        str(raised.value),
        raised.value.witness,
    )


def test_offsets_are_those_of_calls():
    np = pytest.importorskip("numpy")
    layout = cute.Layout((3, (2, 3)), (3, (12, 1)))
    offsets = layout.offsets()
    assert offsets.dtype == np.int64 and offsets.shape == (3, 6)
    for at in itertools.product(range(3), range(6)):
        assert offsets[at] == layout(*at)
