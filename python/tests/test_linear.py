# SPDX-License-Identifier: Apache-2.0
"""Linear layouts against Triton's own class, on random layouts; laws where there is no Triton."""

import itertools
import math
import pickle
import random

import pytest

import tileglot as tg
from tileglot import linear

OUTS = ["dim0", "dim1"]
CASES = range(30)


def random_bases(rng, ins=("register", "lane", "warp"), outs=OUTS, most=3):
    """Basis vectors, and the sizes of the outputs; half of them onto, as most of Triton's are."""
    sizes = {name: 1 << rng.randrange(most + 1) for name in outs}
    units = [
        tuple(1 << bit if name == o else 0 for o in outs)
        for name in outs
        for bit in range(sizes[name].bit_length() - 1)
    ]
    others = [tuple(rng.randrange(sizes[o]) for o in outs) for _ in range(rng.randrange(3))]
    vectors = (units if rng.random() < 0.5 else []) + others
    rng.shuffle(vectors)
    cuts = sorted(rng.randrange(len(vectors) + 1) for _ in ins[1:])
    ends = [0, *cuts, len(vectors)]
    return {
        name: [list(v) for v in vectors[a:b]]
        for name, a, b in zip(ins, ends, ends[1:], strict=False)
    }, sizes


def bijective_bases(rng, ins=("register", "lane", "warp"), outs=OUTS):
    """A random invertible matrix, cut into inputs."""
    sizes = {name: 1 << rng.randrange(1, 3) for name in outs}
    widths = [size.bit_length() - 1 for size in sizes.values()]
    bits = sum(widths)
    columns = [1 << k for k in range(bits)]
    for _ in range(3 * bits):
        a, b = rng.randrange(bits), rng.randrange(bits)
        if a != b:
            columns[a] ^= columns[b]

    def vector(column):
        parts = []
        for width in widths:
            parts.append(column & ((1 << width) - 1))
            column >>= width
        return parts

    cuts = sorted(rng.randrange(bits + 1) for _ in ins[1:])
    ends = [0, *cuts, bits]
    return {
        n: [vector(c) for c in columns[a:b]] for n, a, b in zip(ins, ends, ends[1:], strict=False)
    }, sizes


def every_input(layout):
    names, sizes = list(layout.ins), layout.ins.values()
    for at in itertools.product(*(range(n) for n in sizes)):
        yield dict(zip(names, at, strict=True))


def by_xor(bases, outs, at):
    """The definition: the xor of the vectors of the bits that are set."""
    total = [0] * len(outs)
    for name, index in at.items():
        for bit, vector in enumerate(bases[name]):
            if index >> bit & 1:
                total = [t ^ v for t, v in zip(total, vector, strict=True)]
    return dict(zip(outs, total, strict=True))


def ours_of(case, make=random_bases, **options):
    bases, outs = make(random.Random(case), **options)
    return linear.Layout(bases, outs, require_surjective=False)


# --- laws -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES)
def test_apply_is_the_xor_of_the_bases(case):
    layout = ours_of(case)
    assert layout.ins == {name: 1 << len(vectors) for name, vectors in layout.bases.items()}
    for at in every_input(layout):
        assert layout.apply(at) == layout.apply(**at) == by_xor(layout.bases, layout.outs, at)


@pytest.mark.parametrize("case", CASES)
def test_a_call_is_the_row_major_number_of_the_outputs_or_the_offset(case):
    layout = ours_of(case)
    for at in every_input(layout):
        number = 0
        for name, value in layout.apply(at).items():
            number = number * layout.outs[name] + value
        assert layout(*at.values()) == number


@pytest.mark.parametrize("case", CASES)
def test_the_matrix_has_the_bases_as_columns(case):
    layout = ours_of(case)
    columns = [v for vectors in layout.bases.values() for v in vectors]
    widths = [size.bit_length() - 1 for size in layout.outs.values()]
    rows = [
        [column[k] >> bit & 1 for column in columns]
        for k, width in enumerate(widths)
        for bit in range(width)
    ]
    assert layout.matrix() == rows


@pytest.mark.parametrize("case", CASES)
def test_flags_are_what_counting_says(case):
    layout = ours_of(case)
    reached = [tuple(layout.apply(at).values()) for at in every_input(layout)]
    onto = len(set(reached)) == math.prod(layout.outs.values())
    one_to_one = len(set(reached)) == len(reached)
    assert layout.is_surjective() is onto and layout.is_injective() is one_to_one
    assert layout.is_invertible() is (onto and one_to_one)


@pytest.mark.parametrize("case", CASES)
def test_a_bijection_and_its_inverse_undo_each_other(case):
    layout = ours_of(case, bijective_bases)
    inverse = layout.invert()
    assert inverse.ins == layout.outs and inverse.outs == layout.ins
    for at in every_input(layout):
        assert inverse.apply(layout.apply(at)) == at
    assert inverse.invert() == layout


@pytest.mark.parametrize("case", CASES)
def test_a_pseudoinverse_takes_every_output_back(case):
    layout = ours_of(case)
    if not layout.is_surjective():
        with pytest.raises(tg.Error):
            layout.pseudoinvert()
        return
    back = layout.pseudoinvert()
    for at in every_input(back):
        assert layout.apply(back.apply(at)) == at


def outer_of(case, inner):
    """A layout that takes every output of the other."""
    rng = random.Random(1000 + case)
    outs = {"offset": 1 << rng.randrange(5)}
    bases = {
        name: [
            [rng.randrange(outs["offset"])] for _ in range(size.bit_length() - 1 + rng.randrange(2))
        ]
        for name, size in inner.outs.items()
    }
    return linear.Layout(bases, outs, require_surjective=False)


@pytest.mark.parametrize("case", CASES)
def test_a_composition_applies_one_after_the_other(case):
    inner = ours_of(case)
    outer = outer_of(case, inner)
    both = inner.compose(outer)
    for at in every_input(inner):
        assert both.apply(at) == outer.apply(inner.apply(at))


def test_a_composition_needs_the_outputs_as_inputs():
    inner = linear.identity_1d(8, "x", "y")
    for outer in (linear.identity_1d(4, "y", "z"), linear.identity_1d(8, "q", "z")):
        with pytest.raises(tg.Error):
            inner.compose(outer)


@pytest.mark.parametrize("case", CASES)
def test_free_variables_are_bits_that_change_nothing(case):
    layout = ours_of(case)
    masks = layout.free_variable_masks()
    assert list(masks) == list(layout.ins)
    images = {tuple(layout.apply(at).values()) for at in every_input(layout)}
    kept = {
        tuple(layout.apply(at).values())
        for at in every_input(layout)
        if not any(at[name] & mask for name, mask in masks.items())
    }
    assert kept == images
    assert len(images) << sum(m.bit_count() for m in masks.values()) == math.prod(
        layout.ins.values()
    )


@pytest.mark.parametrize("case", CASES)
def test_a_sublayout_is_these_inputs_and_outputs_alone(case):
    layout, rng = ours_of(case), random.Random(case)
    ins, outs = (
        rng.sample(list(layout.ins), rng.randrange(1, 4)),
        rng.sample(OUTS, rng.randrange(1, 3)),
    )
    part = layout.sublayout(ins, outs)
    assert set(part.ins) == set(ins) and set(part.outs) == set(outs)
    for at in every_input(part):
        whole = layout.apply({name: at.get(name, 0) for name in layout.ins})
        assert part.apply(at) == {name: whole[name] for name in part.outs}


@pytest.mark.parametrize("case", CASES)
def test_a_transposed_layout_is_the_same_in_another_order(case):
    layout, rng = ours_of(case), random.Random(case)
    ins, outs = rng.sample(list(layout.ins), 3), rng.sample(OUTS, 2)
    turned = layout.transpose_ins(ins).transpose_outs(outs)
    assert list(turned.ins) == ins and list(turned.outs) == outs
    for at in every_input(layout):
        assert turned.apply(at) == layout.apply(at)


def flat(values, sizes):
    """The number of a tuple whose first entry is the fastest."""
    number, step = 0, 1
    for name, size in sizes.items():
        number += values[name] * step
        step *= size
    return number


@pytest.mark.parametrize("case", CASES)
def test_a_reshaped_layout_is_the_same_of_the_flat_index(case):
    layout, rng = ours_of(case), random.Random(case)
    for verb, sizes in (("reshape_ins", layout.ins), ("reshape_outs", layout.outs)):
        bits = math.prod(sizes.values()).bit_length() - 1
        cut = rng.randrange(bits + 1)
        shaped = getattr(layout, verb)({"p": 1 << cut, "q": 1 << (bits - cut)})
        assert (shaped.ins if verb == "reshape_ins" else shaped.outs) == {
            "p": 1 << cut,
            "q": 1 << (bits - cut),
        }
        table = {
            flat(at, layout.ins): flat(layout.apply(at), layout.outs) for at in every_input(layout)
        }
        assert {
            flat(at, shaped.ins): flat(shaped.apply(at), shaped.outs) for at in every_input(shaped)
        } == table


@pytest.mark.parametrize("case", CASES)
def test_a_quotient_times_its_divisor_is_the_layout(case):
    ours, other = ours_of(case), ours_of(1000 + case, most=2)
    for layout, divisor in ((ours * other, ours), (ours, other)):
        left = layout.divide_left(divisor)
        assert left is None or divisor * left == layout
    for layout, divisor in ((ours * other, other), (ours, other)):
        right = layout.divide_right(divisor)
        assert right is None or right * divisor == layout


def test_what_a_product_was_made_of_divides_it():
    a, b = linear.identity_1d(4, "lane", "dim0"), linear.strided_1d(2, 1, "lane", "dim0")
    assert (a * b).divide_left(a) == b and (a * b).divide_right(b) == a
    assert a.divide_left(linear.identity_1d(8, "lane", "dim0")) is None


def test_bases_are_given_as_a_dict_or_as_pairs():
    pairs = [("lane", [(0, 1), (0, 2)]), ("register", [(1, 0)])]
    assert linear.Layout(pairs, OUTS) == linear.Layout(dict(pairs), {"dim0": 2, "dim1": 4})
    assert (
        str(linear.Layout(pairs, OUTS))
        == "{lane: [[0,1],[0,2]], register: [[1,0]]} -> {dim0: 2, dim1: 4}"
    )


def test_a_missed_output_is_refused_unless_it_is_allowed():
    with pytest.raises(tg.Error) as raised:
        linear.Layout({"lane": [[1]]}, {"dim0": 4})
    assert raised.value.code.startswith("linear.")
    assert not linear.Layout({"lane": [[1]]}, {"dim0": 4}, require_surjective=False).is_surjective()


def test_one_dimensional_layouts_are_what_they_are_called():
    assert [linear.identity_1d(8, "x", "y").apply(x=k)["y"] for k in range(8)] == list(range(8))
    assert [linear.strided_1d(4, 4, "x", "y").apply(x=k)["y"] for k in range(4)] == [0, 4, 8, 12]
    assert {linear.zeros_1d(4, "x", "y").apply(x=k)["y"] for k in range(4)} == {0}


def test_an_encoding_is_read_for_a_shape():
    text = (
        "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], "
        "warpsPerCTA = [4, 1], order = [1, 0]}>"
    )
    layout = linear.from_encoding(text, (32, 16))
    assert layout.ins == {"register": 4, "lane": 32, "warp": 4, "block": 1} and layout.outs == {
        "dim0": 32,
        "dim1": 16,
    }
    assert layout.apply(register=1, lane=4, warp=1, block=0) == {"dim0": 9, "dim1": 1}


WRONG_INPUTS = [
    {},
    {"lane": 1},
    {"lane": 1, "register": 0, "warp": 0},
    {"lane": -1, "register": 0},
]


@pytest.mark.parametrize("inputs", WRONG_INPUTS)
def test_inputs_are_given_once_each(inputs):
    with pytest.raises(tg.InvalidError):
        linear.Layout({"lane": [[1]], "register": [[2]]}, ["x"]).apply(inputs)


@pytest.mark.parametrize("case", range(20))
def test_layouts_survive_pickle_and_repr(case):
    layout = ours_of(case)
    assert pickle.loads(pickle.dumps(layout)) == layout == eval(repr(layout), {"tileglot": tg})
    assert hash(pickle.loads(pickle.dumps(layout))) == hash(layout)


# --- against Triton -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def triton():
    pytest.importorskip("triton")
    return pytest.importorskip("triton._C.libtriton").linear_layout.LinearLayout


def theirs_of(triton, layout):
    bases = [(name, [list(v) for v in vectors]) for name, vectors in layout.bases.items()]
    return triton.from_bases(bases, list(layout.outs), list(layout.outs.values()), False)


def expect_same(theirs, ours):
    """The same inputs, outputs, sizes and vectors, in the same order."""
    assert [(n, [tuple(v) for v in vectors]) for n, vectors in theirs.bases] == list(
        ours.bases.items()
    )
    assert list(theirs.out_dims) == list(ours.outs.items())


def both(triton, case, make=random_bases, **options):
    ours = ours_of(case, make, **options)
    return theirs_of(triton, ours), ours


@pytest.mark.parametrize("case", CASES)
def test_triton_applies_the_same_and_has_the_same_flags(triton, case):
    ours = ours_of(case)
    theirs = theirs_of(triton, ours)
    expect_same(theirs, ours)
    assert tg.layout(theirs) == ours
    for at in every_input(ours):
        assert theirs.apply(at) == ours.apply(at)
    for flag in ("is_surjective", "is_injective", "is_invertible"):
        assert getattr(theirs, flag)() == getattr(ours, flag)(), flag


@pytest.mark.parametrize("case", CASES)
def test_triton_composes_and_multiplies_the_same(triton, case):
    ours, other = ours_of(case), ours_of(1000 + case, most=2)
    theirs = theirs_of(triton, ours)
    outer = outer_of(case, ours)
    expect_same(theirs.compose(theirs_of(triton, outer)), ours.compose(outer))
    expect_same(theirs * theirs_of(triton, other), ours * other)


@pytest.mark.parametrize("case", CASES)
def test_triton_inverts_the_same(triton, case):
    ours = ours_of(case, bijective_bases)
    theirs = theirs_of(triton, ours)
    expect_same(theirs.invert(), ours.invert())
    onto = ours_of(case)
    for layout in (ours, onto) if onto.is_surjective() else (ours,):
        expect_same(theirs_of(triton, layout).pseudoinvert(), layout.pseudoinvert())


@pytest.mark.parametrize("case", CASES)
def test_triton_converts_between_layouts_the_same(triton, case):
    ours, rng = ours_of(case, bijective_bases), random.Random(case)
    columns = [list(v) for vectors in ours.bases.values() for v in vectors]
    rng.shuffle(columns)
    cut = rng.randrange(len(columns) + 1)
    outer = linear.Layout({"register": columns[:cut], "lane": columns[cut:], "warp": []}, ours.outs)
    expect_same(
        theirs_of(triton, ours).invert_and_compose(theirs_of(triton, outer)),
        ours.invert_and_compose(outer),
    )


def test_triton_makes_the_same_simple_layouts(triton):
    expect_same(triton.identity_1d(8, "x", "y"), linear.identity_1d(8, "x", "y"))
    expect_same(triton.strided_1d(8, 4, "x", "y"), linear.strided_1d(8, 4, "x", "y"))
    expect_same(triton.zeros_1d(8, "x", "y", 4), linear.zeros_1d(8, "x", "y", 4))
