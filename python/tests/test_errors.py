# SPDX-License-Identifier: Apache-2.0
"""Refusals: their classes, sentences, spans and witnesses; hostile input never ends the process."""

import multiprocessing
import pickle
import time

import pytest

import tileglot as tg
from tileglot import cute, linear

BIG = 2**70


def refusal(call, *arguments, **options):
    """The error of a call."""
    with pytest.raises(tg.Error) as raised:
        call(*arguments, **options)
    return raised.value


# --- classes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "bases"),
    [
        (tg.InvalidError, (tg.Error, ValueError)),
        (tg.CoordinateError, (tg.InvalidError, IndexError)),
        (tg.ImpossibleError, (tg.Error, ValueError)),
        (tg.FileError, (tg.Error, OSError)),
        (tg.InternalError, (tg.Error, RuntimeError)),
    ],
)
def test_an_error_is_also_the_one_that_python_has_for_it(error, bases):
    assert error.__bases__ == bases
    assert tg.Error.__bases__ == (Exception,)


def test_what_cannot_be_understood_is_invalid():
    error = refusal(tg.layout, "f32[3,5]{1,1}")
    assert type(error) is tg.InvalidError
    assert (error.code, error.text) == ("xla.order", "f32[3,5]{1,1}")
    assert error.message == (
        "minor_to_major must list every dimension once; 1 is listed twice and 0 is missing"
    )
    assert error.help == "write {1,0} for row-major or {0,1} for column-major"
    assert error.text[slice(*error.span)] == "1" and error.span == (11, 12)


def test_the_text_of_an_error_is_that_of_the_command_line():
    assert str(refusal(tg.layout, "f32[3,5]{1,1}")) == (
        "error[xla.order]: minor_to_major must list every dimension once;"
        " 1 is listed twice and 0 is missing\n"
        "  1 | f32[3,5]{1,1}\n"
        "    |            ^\n"
        "  help: write {1,0} for row-major or {0,1} for column-major"
    )


def test_what_cannot_be_is_impossible_and_has_a_witness():
    error = refusal(cute.composition, cute.Layout((6, 4), (1, 10)), cute.Layout(4, 4))
    assert type(error) is tg.ImpossibleError
    assert (error.code, error.text, error.span) == ("cute.composition", None, None)
    assert "offsets 0, 4, 12, 20" in error.witness and error.witness in str(error)


IMPOSSIBLE = {
    "padding is no cute mode": lambda: tg.layout("f32[3,5]{1,0:T(2,2)}").to_cute(),
    "tiles have no one stride": lambda: tg.layout("f32[4,4]{1,0:T(2,2)}").to_strided(),
    "carries are not linear": lambda: tg.layout("(2,2,2):(1,2,3)").to_linear(),
    "a swizzle has no strides": lambda: tg.layout("Sw<1,0,2> o 0 o (4,4):(4,1)").to_strided(),
    "offsets overlap": lambda: linear.Layout({"offset": [[1], [1]]}, {"dim0": 2}).to_cute(),
    "nothing divides it": lambda: cute.composition(cute.Layout((6, 4), (1, 10)), cute.Layout(4, 4)),
}


@pytest.mark.parametrize("call", IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_an_impossible_conversion_shows_why(call):
    error = refusal(call)
    assert type(error) is tg.ImpossibleError
    assert any(c.isdigit() for c in error.witness)


@pytest.mark.parametrize(
    "text",
    [
        "(4,2):(2,1)",
        "f32[4,2]{1,0}",
        "Sw<1,0,1> o 0 o (4,2):(2,1)",
        "shape=(4,2) strides=(2,1) elements",
        "{x: [[1],[2]], y: [[4]]} -> {z: 8}",
    ],
)
@pytest.mark.parametrize("coordinate", [(4, 0), (0, 2), (-1, 0), (0, -1), (0, 0, 0)])
def test_a_coordinate_that_the_layout_lacks_is_an_index_error(text, coordinate):
    error = refusal(tg.layout(text), *coordinate)
    assert type(error) is tg.CoordinateError and isinstance(error, IndexError)
    assert error.message in str(error)


# --- spans ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("(4,é):1", "é"),
        ("(4,日本):1", "日"),
        ("(4,🎈):1", "🎈"),
        ("(4,\n\n 4x):1", "x"),
        ("(4,\t4x):1", "x"),
        ("f32[3,ü]", "ü"),
    ],
)
def test_spans_count_characters_where_the_text_is_not_ascii(text, at):
    error = refusal(tg.layout, text)
    assert error.span == (text.index(at), text.index(at) + 1)
    assert error.text == text and error.text[slice(*error.span)] == at


@pytest.mark.parametrize(
    "text", ["(4,é):1", "(4,\n\n 4x):1", "f32[3,5]{1,1}", "(4", "f32[3,5", "{x:"]
)
def test_a_text_that_is_refused_is_shown_with_a_caret(text):
    error = refusal(tg.layout, text)
    head, line, caret, *_ = str(error).split("\n")
    assert head == f"error[{error.code}]: {error.message}"
    assert line[: line.index("|")].strip().isdigit() and line[line.index("|") + 2 :] in (
        text,
        *text.split("\n"),
    )
    assert caret.strip(" |^") == "" and "^" in caret
    column = caret.index("^") - caret.index("|") - 2
    assert len(text[: error.span[0]].rpartition("\n")[2]) == column


def test_a_long_text_is_shown_in_part_and_kept_whole():
    text = "(" + "4," * 1000 + "x):1"
    error = refusal(tg.layout, text)
    assert len(str(error)) < 2000 and error.text == text


# --- pickles --------------------------------------------------------------------------------------


def raise_one(text):
    tg.layout(text)


def impossible_one(text):
    tg.layout(text).to_cute()


def state(error):
    return (
        type(error),
        str(error),
        error.code,
        error.message,
        error.help,
        error.witness,
        error.text,
        error.span,
    )


@pytest.mark.parametrize(
    ("task", "text"), [(raise_one, "(4,é):1"), (impossible_one, "f32[3,5]{1,0:T(2,2)}")]
)
def test_an_error_crosses_processes_whole(task, text):
    with multiprocessing.get_context("spawn").Pool(1) as pool, pytest.raises(tg.Error) as raised:
        pool.apply_async(task, (text,)).get(timeout=30)
    assert state(raised.value) == state(refusal(task, text))


def test_a_coordinate_error_survives_pickle():
    error = refusal(cute.Layout(4), 4)
    assert state(pickle.loads(pickle.dumps(error))) == state(error)


# --- wrong types ----------------------------------------------------------------------------------

L, X, F = cute.Layout((4, 2), (2, 1)), tg.layout("f32[4,2]{0,1}"), linear.identity_1d(4, "x", "y")

WRONG_TYPES = {
    "layout of an int": lambda: tg.layout(5),
    "layout of None": lambda: tg.layout(None),
    "layout of bytes": lambda: tg.layout(b"4:1"),
    "layout without an argument": lambda: tg.layout(),
    "layout with an unknown word": lambda: tg.layout("4:1", form="cute"),
    "a shape that is a word": lambda: tg.layout("{0}", shape="44", dtype="f32"),
    "a shape of floats": lambda: tg.layout("{0}", shape=(4.0,), dtype="f32"),
    "a dtype that is an int": lambda: tg.layout("{0}", shape=(4,), dtype=5),
    "a notation that is an int": lambda: tg.layout("4:1", notation=5),
    "cute.Layout of a text": lambda: cute.Layout("(4,2)"),
    "cute.Layout of floats": lambda: cute.Layout((4.0, 2.0)),
    "cute.Layout of a set": lambda: cute.Layout({4, 2}),
    "cute.Layout of an array": lambda: cute.Layout(memoryview(b"42")),
    "a coordinate that is a float": lambda: L(1.0, 0),
    "a coordinate that is a word": lambda: L("1", 0),
    "an XLA coordinate that is a float": lambda: X(1.0, 0),
    "an XLA coordinate that is None": lambda: X(None, 0),
    "coordinates of a float": lambda: X.coordinates(1.5),
    "a swizzle of words": lambda: cute.Swizzle("1", 2, 3),
    "composition of ints": lambda: cute.composition(5, object()),
    "compose with a cute layout": lambda: F.compose(L),
    "a product with an int": lambda: F * 3,
    "bases that are an int": lambda: linear.Layout({"x": 5}, ["y"]),
    "bases that are None": lambda: linear.Layout(None, ["y"]),
    "apply to a list": lambda: F.apply([("x", 1)]),
    "apply to numbers as names": lambda: F.apply({1: 1}),
    "apply to a float": lambda: F.apply(x=1.5),
    "equal of an int": lambda: tg.equal(L, 5),
    "equal of one": lambda: tg.equal(L),
    "eval of a layout": lambda: tg.eval(L),
    "from_wire of a text": lambda: tg.from_wire("x"),
    "to_xla with a dtype by position": lambda: L.to_xla("f32"),
    "relayout of a text": lambda: tg.relayout("abc", "{0}"),
    "relayout of None": lambda: tg.relayout(None, "{0}"),
    "relayout to a number": lambda: tg.relayout(b"abcd", 4),
    "relayout into a number": lambda: tg.relayout(b"abcd", "{0}", out=4),
    "relayout into a text": lambda: tg.relayout(b"abcd", "{0}", out="abcd"),
    "progress that is not called": lambda: tg.relayout(
        b"abcd", "{0}", out=bytearray(4), progress=4
    ),
    "verify against None": lambda: tg.verify(b"abcd", None),
    "plan with a layout of a layout": lambda: tg.plan("u8[4]{0}", "{0}", layout="{0}"),
    "a layout by its class": lambda: tg.XlaLayout(),
    "a subclass": lambda: type("Mine", (tg.CuteLayout,), {}),
}


@pytest.mark.parametrize("call", WRONG_TYPES.values(), ids=WRONG_TYPES.keys())
def test_a_wrong_type_is_a_type_error(call):
    with pytest.raises(TypeError):
        call()


# --- hostile input --------------------------------------------------------------------------------


class Raises:
    """Whose number is an accident."""

    def __index__(self):
        raise ZeroDivisionError("the number of this object")


class Three:
    def __index__(self):
        return 3


class LyingDict(dict):
    """Whose items are not what it holds."""

    def items(self):
        return [("x", [[1], [2]])]

    def __iter__(self):
        raise ZeroDivisionError("iteration of this dict")


def has_layout(value):
    return type(
        "Mine", (), {"__tileglot_layout__": lambda self: value(self) if callable(value) else value}
    )()


def cyclic():
    a = []
    a.append(a)
    return a


def deep(levels=100_000):
    a = 4
    for _ in range(levels):
        a = (a,)
    return a


HOSTILE_TEXTS = {
    "nothing": "",
    "space": " \t\n",
    "NUL": "4:1\0",
    "NUL alone": "\0",
    "a newline alone": "\n",
    "a lone surrogate": "4:\ud800",
    "a byte that surrogateescape left": "f32[4]\udcff",
    "deep parentheses": "(" * 100_000 + "4" + ")" * 100_000 + ":1",
    "deep open parentheses": "(" * 1_000_000,
    "deep open braces": "{" * 1_000_000,
    "deep calls": "coalesce(" * 100_000,
    "many modes": "(" + "4," * 1_000_000 + "4):1",
    "many dimensions": "f32[" + "4," * 1_000_000 + "4]",
    "many tiles": "f32[4]{0:T" + "(2)" * 100_000 + "}",
    "many digits": "9" * 1_000_000 + ":1",
    "many words": "shape=" * 100_000,
    "many bases": "{x: [" + "[1]," * 100_000 + "[1]]} -> {y: 2}",
    "many swizzles": "Sw<1,0,1> o " * 10_000 + "4:1",
    "negative dimensions": "f32[-1]{0}",
    "negative extents": "(-4,2):(1,4)",
    "extents beyond 64 bits": f"{BIG}:1",
    "too many elements": "(1000000000000000000,1000000000000000000):(1,1)",
    "too many elements of XLA": "f32[1000000000000,1000000000000]{1,0}",
    "a tile that overflows": "f32[2,3]{1,0:T(1000000000000,1000000000000)}",
    "too large strides": "shape=(9,9) strides=(9223372036854775807,1) elements",
    "an affine map of divisions by zero": "memref<4xf32, affine_map<(d0) -> (d0 mod 0)>>",
}


@pytest.mark.parametrize("text", HOSTILE_TEXTS.values(), ids=HOSTILE_TEXTS.keys())
@pytest.mark.parametrize(
    "reader",
    [
        tg.layout,
        tg.eval,
        lambda t: tg.relayout(b"abcd", t, out=bytearray(4)),
        lambda t: tg.layout("4:1", notation=t),
        lambda t: tg.equal("4:1", t),
        lambda t: linear.from_encoding(t, (4,)),
    ],
    ids=["layout", "eval", "relayout", "notation", "equal", "from_encoding"],
)
def test_a_hostile_text_is_refused_at_once(text, reader):
    start = time.monotonic()
    # An argument that is a str in C++ is of the wrong type to nanobind where it has no UTF-8.
    unwritable = (
        (TypeError, UnicodeEncodeError) if any("\ud800" <= c <= "\udfff" for c in text) else ()
    )
    with pytest.raises((tg.Error, *unwritable)) as raised:
        reader(text)
    assert time.monotonic() - start < 30
    assert not isinstance(raised.value, tg.InternalError)
    assert len(str(raised.value)) < 5000


SURROGATES = {
    "a dtype": lambda: tg.layout("{0}", shape=(4,), dtype="\ud800"),
    "a target": lambda: X.text("\ud800"),
    "a spelling": lambda: X.text(spelling="\ud800"),
    "a place to explain": lambda: X.explain("\ud800"),
    "a name of an input": lambda: F.apply({"\ud800": 1}),
    "a name of a basis": lambda: linear.Layout({"\ud800": [[1]]}, ["y"]),
    "a message": lambda: tg.from_wire(b"", "\ud800"),
}


@pytest.mark.parametrize("call", SURROGATES.values(), ids=SURROGATES.keys())
def test_a_lone_surrogate_is_refused_as_a_value(call):
    with pytest.raises((tg.Error, UnicodeEncodeError, TypeError)):
        call()


HOSTILE_OBJECTS = {
    "layout of a cycle": lambda: tg.layout(cyclic()),
    "shape that is a cycle": lambda: tg.layout("{0}", shape=cyclic(), dtype="f32"),
    "cute.Layout of a cycle": lambda: cute.Layout(cyclic()),
    "cute.Layout with strides that are a cycle": lambda: cute.Layout((4, 2), cyclic()),
    "cute.Layout of a deep tuple": lambda: cute.Layout(deep()),
    "cute.Layout of very many modes": lambda: cute.Layout((2,) * 1_000_000),
    "a coordinate that is a cycle": lambda: L(cyclic()),
    "a deep coordinate": lambda: L(deep()),
    "a tiler that is a cycle": lambda: cute.composition(L, cyclic()),
    "a Tile of a cycle": lambda: cute.Tile(cyclic()),
    "explain a cycle": lambda: L.explain(cyclic()),
    "crd2idx of cycles": lambda: cute.crd2idx(cyclic(), cyclic(), cyclic()),
    "bases that are a cycle": lambda: linear.Layout({"x": cyclic()}, ["y"]),
    "relayout of a cycle": lambda: tg.relayout(cyclic(), "{0}"),
    "dict whose iteration raises": lambda: linear.Layout({"x": [[1]]}, LyingDict(y=3)),
    "an int beyond 64 bits as extent": lambda: cute.Layout(BIG),
    "an int beyond 64 bits as stride": lambda: cute.Layout(4, -BIG),
    "an int beyond 64 bits as coordinate": lambda: L(BIG, 0),
    "an int beyond 64 bits as shape": lambda: tg.layout("{0}", shape=(BIG,), dtype="f32"),
    "an int beyond 64 bits as basis": lambda: linear.Layout({"x": [[BIG]]}, {"y": 4}),
    "an int beyond 64 bits as size": lambda: linear.identity_1d(BIG, "x", "y"),
    "a stride whose reach overflows": lambda: cute.Layout(4, 2**63 - 1),
    "the smallest stride": lambda: cute.Layout(4, -(2**63)),
    "a negative extent": lambda: cute.Layout(-4),
    "a negative dimension": lambda: tg.layout("{0}", shape=(-4,), dtype="f32"),
    "a thousand bits": lambda: linear.Layout({"x": [[1]] * 1000}, {"y": 2}),
    "a name that is not one": lambda: linear.Layout({"x}": [[1]]}, ["y"]),
    "a wire of nonsense": lambda: tg.from_wire(b"\xff" * 100_000),
    "a wire of lengths": lambda: tg.from_wire(b"\x0a" * 1_000_001),
    "more elements than there is memory": lambda: tg.relayout(
        b"abcdef", "u8[2,3]{1,0:T(1000000000,100000000)}", layout="u8[2,3]{1,0}", out=bytearray(6)
    ),
}


@pytest.mark.parametrize("call", HOSTILE_OBJECTS.values(), ids=HOSTILE_OBJECTS.keys())
def test_a_hostile_object_is_refused_at_once(call):
    start = time.monotonic()
    with pytest.raises((tg.Error, TypeError, ValueError, OverflowError, RecursionError)) as raised:
        call()
    assert time.monotonic() - start < 30
    assert not isinstance(raised.value, tg.InternalError)


@pytest.mark.parametrize(
    "call",
    [lambda x: cute.Layout(x), lambda x: cute.Layout(4, x), lambda x: L(x, 0), lambda x: X(x, 0)],
)
def test_what_index_raises_is_raised(call):
    with pytest.raises(ZeroDivisionError):
        call(Raises())


@pytest.mark.parametrize(
    "call",
    [
        X.coordinates,
        lambda x: tg.layout("{0}", shape=(x,), dtype="f32"),
        lambda x: linear.identity_1d(x, "x", "y"),
        lambda x: F.apply(x=x),
    ],
)
def test_a_number_that_raises_is_refused(call):
    with pytest.raises((ZeroDivisionError, TypeError)):
        call(Raises())


def test_an_object_with_an_index_is_a_number():
    assert cute.Layout(Three(), Three()) == cute.Layout(3, 3)
    assert cute.Layout(4)(Three()) == X(Three(), 0) == 3
    assert X.coordinates(Three()) == [(3, 0)]


def test_a_subclass_of_dict_is_read_by_its_items():
    assert linear.Layout(LyingDict(), ["y"]) == linear.identity_1d(4, "x", "y")


@pytest.mark.parametrize("value", [None, 5, [], b"4:1", {}, object()])
def test_an_own_layout_that_is_none_is_a_type_error(value):
    with pytest.raises(TypeError):
        tg.layout(has_layout(value))


def test_an_own_layout_that_is_a_wrong_text_is_refused():
    assert refusal(tg.layout, has_layout("((4")).code == "cute.syntax"


@pytest.mark.parametrize(
    "value",
    [lambda self: self, lambda self: tg.layout(self), lambda self: has_layout(lambda s: self)],
)
def test_an_own_layout_without_end_is_a_recursion_error(value):
    with pytest.raises(RecursionError):
        tg.layout(has_layout(value))


def test_what_an_own_layout_raises_is_raised():
    def accident(self):
        raise ZeroDivisionError("no layout today")

    with pytest.raises(ZeroDivisionError):
        tg.layout(has_layout(accident))
    with pytest.raises(ZeroDivisionError):
        tg.equal("4:1", has_layout(accident))
    with pytest.raises(ZeroDivisionError):
        tg.relayout(b"abcd", has_layout(accident), out=bytearray(4))


def test_sizes_near_the_limit_are_exact():
    layout = tg.layout("1000000000000000000:1")
    assert (layout.size, layout(10**18 - 1), layout.coordinates(5)) == (10**18, 10**18 - 1, [(5,)])
    assert tg.layout("f32[1000000000,1000000000]{1,0:T(8,128)}").bytes == 4 * 10**18


def test_a_search_without_end_is_refused():
    error = refusal(tg.layout("(1000000000000,1000000):(1,1)").coordinates, 10**11)
    assert type(error) is tg.ImpossibleError and error.code == "map.too_large_to_decide"


def test_offsets_that_do_not_fit_in_memory_are_a_memory_error():
    pytest.importorskip("numpy")
    with pytest.raises(MemoryError):
        tg.layout("1000000000000000000:1").offsets()


@pytest.mark.filterwarnings("ignore:nanobind")
def test_an_object_that_was_never_made_is_refused():
    for cls in (tg.CuteLayout, tg.XlaLayout, tg.LinearLayout, tg.StridedLayout, tg.Plan):
        empty = cls.__new__(cls)
        for use in (repr, hash if cls is not tg.Plan else str, lambda x: x()):
            with pytest.raises(TypeError):
                use(empty)
