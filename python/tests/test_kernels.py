# SPDX-License-Identifier: Apache-2.0
"""Kernels of Triton and Gluon: as text, as Triton compiles them, and as Gluon's objects again."""

import json
import os
import pathlib
import types

import pytest
import test_adapters
from array_values import refused

import tileglot as tg
from tileglot import linear

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = pathlib.Path(os.environ.get("TILEGLOT_SHARED", ROOT.parent / "shared")) / "data/ttgir"

ROWS = (
    "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], "
    "order = [1, 0]}>"
)
COLUMNS = (
    "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], "
    "order = [0, 1]}>"
)
PLAIN = "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>"
# A transpose: rows are written to shared memory, and columns read.
MODULE = f"""#loc = loc("kernel.py":7:1)
#rows = {ROWS}
#columns = {COLUMNS}
#plain = {PLAIN}
#smem = #ttg.shared_memory
#loc9 = loc("x"(#loc4))
#loc4 = loc(callsite(#loc5 at #loc))
module attributes {{"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32}} {{
  tt.func public @turn(%0: tensor<64x64xf16, #rows>) {{
    %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #rows>) -> !ttg.memdesc<64x64xf16, #plain, #smem> loc(#loc)
    %2 = ttg.local_load %1 : !ttg.memdesc<64x64xf16, #plain, #smem> -> tensor<64x64xf16, #columns> loc(#loc9)
    %3 = ttg.convert_layout %2 : tensor<64x64xf16, #columns> -> tensor<64x64xf16, #rows>
    tt.return
  }}
}}
#loc5 = loc("helper.py":12:8)
"""  # noqa: E501  a module has one line for each operation


@pytest.fixture(scope="module")
def kernel():
    return tg.inspect_kernel(MODULE)


def pointers_moved(element):
    """A module that converts a tensor of another type."""
    return (
        f"#rows = {ROWS}\n#columns = {COLUMNS}\n%1 = ttg.convert_layout %0 : "
        f"tensor<64x64x{element}, #columns> -> tensor<64x64x{element}, #rows>\n"
    )


# --- layouts --------------------------------------------------------------------------------------


def test_layouts_come_with_the_types_that_have_them(kernel):
    assert [layout.name for layout in kernel] == ["#rows", "#columns", "#plain"]
    assert [layout.attribute for layout in kernel.layouts] == [ROWS, COLUMNS, PLAIN]
    (held,) = kernel["#rows"].types
    assert (held.text, held.shape, held.dtype) == ("tensor<64x64xf16, #rows>", (64, 64), "f16")
    assert held.encoding is kernel["#rows"]
    assert held.layout == tg.layout(ROWS, shape=(64, 64))
    assert held.layout.bases["lane"] == [(0, 8), (0, 16), (0, 32), (1, 0), (2, 0)]
    (stored,) = kernel["#plain"].types
    assert stored.layout.apply(offset=64 * 5 + 3) == {"dim0": 5, "dim1": 3}


def test_a_name_that_no_layout_has_is_a_key_error(kernel):
    with pytest.raises(KeyError, match="#mma"):
        kernel["#mma"]


def test_the_module_says_what_it_is_compiled_for(kernel):
    assert (kernel.target, kernel.num_warps, kernel.num_ctas) == ("cuda:90", 4, 2)
    assert (kernel.threads_per_warp, kernel.module) == (32, MODULE)
    older = 'module attributes {"triton_gpu.num-warps" = 8 : i32, "triton_gpu.target" = "hip"} {\n}'
    assert tg.inspect_kernel(older).num_warps == 8
    silent = tg.inspect_kernel(f"#rows = {ROWS}\n")
    assert (silent.target, silent.num_warps, silent.num_ctas) == (None, None, None)


def test_str_is_the_table_and_json_that_of_the_command(kernel):
    assert str(kernel).startswith("the module: 3 layouts\n")
    assert str(tg.inspect_kernel(MODULE, name="turn")).startswith("turn: 3 layouts\n")
    assert kernel.json["kind"] == "module" and len(kernel.json["moves"]) == 3
    assert repr(kernel["#plain"]) == f"#plain = {PLAIN}"


def test_a_layout_that_is_refused_is_listed_with_its_error():
    text = MODULE.replace("maxPhase = 1", "maxPhase = 3")
    kernel = tg.inspect_kernel(text)
    refused = kernel["#plain"]
    assert refused.attribute is None and refused.error.code == "triton.power_of_two"
    assert "maxPhase is 3" in str(refused.error)
    load = kernel.moves[1]
    assert load.error is not None and load.access is None and load.cures == []
    assert load.source.layout is None and load.target.layout is not None
    with pytest.raises(tg.InvalidError, match="maxPhase is 3"):
        refused.to_gluon()


def test_padding_is_told_beside_the_layout():
    padded = "#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [64, 64]}>"
    kernel = tg.inspect_kernel(MODULE.replace(PLAIN, padded))
    assert kernel["#plain"].padding == [(64, 8)]
    assert kernel["#plain"].types[0].layout.apply(offset=64) == {"dim0": 1, "dim1": 0}


@pytest.mark.skipif(not SAMPLES.is_dir(), reason=f"{SAMPLES} is not there; set TILEGLOT_SHARED")
@pytest.mark.parametrize("name", ["attention_sm90", "gluon_tmem_sm100", "mxfp4_gfx950"])
def test_layouts_are_those_that_triton_recorded(name):
    recorded = json.loads((SAMPLES / f"{name}.json").read_text())
    kernel = tg.inspect_kernel(SAMPLES / f"{name}.ttgir")
    assert kernel.target == recorded["target"]
    ours = {each.text: each.layout for layout in kernel for each in layout.types}
    for each in recorded["layouts"]:
        bases = {name: [tuple(v) for v in vectors] for name, vectors in each["linear"]["in"]}
        assert ours[each["type"]].bases == bases, each["type"]


# --- moves ----------------------------------------------------------------------------------------


def test_moves_are_listed_in_the_order_of_the_module(kernel):
    alloc, load, convert = kernel.moves
    assert [move.operation for move in kernel.moves] == [
        "ttg.local_alloc",
        "ttg.local_load",
        "ttg.convert_layout",
    ]
    assert [move.line for move in kernel.moves] == [10, 11, 12]
    assert alloc.source is kernel["#rows"].types[0] and alloc.target is kernel["#plain"].types[0]
    assert load.source is kernel["#plain"].types[0]
    assert convert.source is kernel["#columns"].types[0]


def test_32_rows_of_128_bytes_begin_in_one_bank(kernel):
    alloc, load, _ = kernel.moves
    # Eight lanes write the 128 bytes of a row; 32 lanes read one element of 32 rows.
    assert (alloc.ways, alloc.cures, load.ways) == (1, [], 32)
    assert load.cures[0].ways == 1 and load.access.layout == load.target.layout
    assert load.conversion is None and load.error is None
    assert "bank conflicts, shared: 32-way" in str(load)


def test_a_conversion_costs_what_it_costs_outside_of_a_kernel(kernel):
    convert = kernel.moves[2]
    alone = linear.conversion(COLUMNS, ROWS, shape=(64, 64), dtype="f16")
    for name in ("class_", "dims", "shared_stores", "shared_loads", "shared_bytes"):
        assert getattr(convert.conversion, name) == getattr(alone, name)
    assert convert.conversion.class_ == "shared"
    assert convert.conversion.explain() == alone.explain() and str(convert.conversion) == str(alone)
    assert (convert.access, convert.ways, convert.cures) == (None, None, [])


def test_pointers_are_words_of_64_bits():
    (move,) = tg.inspect_kernel(pointers_moved("!tt.ptr<f16>")).moves
    assert move.source.dtype == "!tt.ptr<f16>"
    wide = linear.conversion(COLUMNS, ROWS, shape=(64, 64), dtype="u64")
    assert move.conversion.shared_loads == wide.shared_loads
    assert move.conversion.explain() == wide.explain()


@pytest.mark.parametrize("comment", ["", "// déjà vu 中\n"])
def test_a_span_is_the_operation_in_the_text(comment):
    kernel = tg.inspect_kernel(comment + MODULE)
    for move in kernel.moves:
        assert kernel.module[slice(*move.span)] == move.operation


def test_spans_are_right_in_any_order():
    kernel = tg.inspect_kernel("// \u4e2d\n" + MODULE.replace("tt.return", "tt.return // \u4e2d"))
    for move in [*kernel.moves, *kernel.moves[::-1], kernel.moves[2]]:
        assert kernel.module[slice(*move.span)] == move.operation


def test_moves_of_the_same_types_share_what_is_found():
    line = next(line for line in MODULE.splitlines() if "local_load" in line)
    again = line.replace("%2 = ", "%4 = ")
    kernel = tg.inspect_kernel(MODULE.replace(line, f"{line}\n{again}"))
    first, second = (move for move in kernel.moves if move.operation == "ttg.local_load")
    assert second.access is first.access is not None and second.line == first.line + 1
    assert (first.json["operation"], first.json["access"]) == (
        "ttg.local_load",
        first.access.json,
    )
    assert len(kernel.json["plans"]) == 3 and len(kernel.json["moves"]) == 4


@pytest.mark.parametrize(
    "fields,expected",
    [
        ({"exit_code": 2}, tg.InvalidError),
        ({"exit_code": 3}, tg.ImpossibleError),
        ({"exit_code": 3, "witness": "x = 3"}, tg.ImpossibleError),
        ({"exit_code": 4}, tg.FileError),
    ],
)
def test_a_refusal_that_is_listed_has_the_class_that_is_raised_elsewhere(fields, expected):
    from tileglot import _kernels

    error = _kernels._error({"error": {"code": "a.b", "message": "no", "help": "yes"} | fields})
    assert type(error) is expected and error.witness == fields.get("witness", "")
    shown = f"  witness: {error.witness}\n" if error.witness else ""
    assert str(error) == f"error[a.b]: no\n{shown}  help: yes"


def test_places_are_followed_to_a_file_and_a_line(kernel):
    places = [move.location for move in kernel.moves]
    assert places == [("kernel.py", 7), ("helper.py", 12), None]


def test_places_that_name_each_other_lead_nowhere():
    text = MODULE.replace('loc("helper.py":12:8)', "loc(#loc9)")
    assert tg.inspect_kernel(text).moves[1].location is None


def test_parts_of_a_file_have_layouts_of_their_own():
    other = MODULE.replace("threadsPerWarp = [32, 1]", "threadsPerWarp = [16, 2]")
    kernel = tg.inspect_kernel(f"{MODULE}// -----\n{other}")
    first, second = (kernel.moves[k].target.layout for k in (1, 4))
    assert first.bases["lane"][4] == (16, 0) and second.bases["lane"][4] == (0, 1)


# --- what is read ---------------------------------------------------------------------------------


def compiled(assembly, **members):
    made = test_adapters.stand_in("triton.compiler.compiler", "CompiledKernel", asm=assembly)
    vars(made).update(members)
    return made


def test_a_kernel_is_read_from_text_file_assembly_and_object(kernel, tmp_path):
    path = tmp_path / "turn.ttgir"
    path.write_text(MODULE)
    assembly = {"ttir": "", "ttgir": MODULE}
    mlir = test_adapters.stand_in("triton._C.libtriton.ir", "module", __str__=lambda _: MODULE)
    as_bytes = {"ttgir": MODULE.encode()}
    for given in (path, str(path), assembly, as_bytes, compiled(assembly), mlir):
        assert tg.inspect_kernel(given).json == kernel.json
    named = tg.inspect_kernel(compiled(assembly, name="turn"))
    assert str(named).startswith("turn: 3 layouts\n")


def test_a_function_that_is_not_compiled_says_how_to_compile_it():
    base = type("KernelInterface", (), {"__module__": "triton.runtime.jit"})
    turn = type("JITFunction", (base,), {"__module__": "triton.runtime.jit", "__name__": "turn"})()
    with pytest.raises(tg.InvalidError, match="turn is not compiled") as raised:
        tg.inspect_kernel(turn)
    assert raised.value.code == "triton.not_compiled"
    assert raised.value.help.startswith("triton.compile(triton.compiler.ASTSource(turn, ")


@pytest.mark.parametrize("assembly,has", [({"cubin": b""}, "cubin"), ({}, "nothing")])
def test_a_kernel_without_its_module_is_refused(assembly, has):
    for given, what, help in (
        (assembly, "the dict", '{"ttgir": text}'),
        (compiled(assembly), "the kernel", "TRITON_STORE_BINARY_ONLY=0"),
    ):
        with pytest.raises(tg.InvalidError, match=f"{what} has {has}") as raised:
            tg.inspect_kernel(given)
        assert raised.value.code == "triton.no_module" and help in raised.value.help


@pytest.mark.parametrize("text", [None, 3, bytearray(b"\n"), [MODULE]])
def test_a_module_that_is_not_a_text_is_a_type_error(text):
    for given in ({"ttgir": text}, compiled({"ttgir": text})):
        with pytest.raises(TypeError, match="ttgir is the text of a module"):
            tg.inspect_kernel(given)


def test_a_name_is_a_str():
    with pytest.raises(TypeError, match="name is a str, not int"):
        tg.inspect_kernel(MODULE, name=5)


def test_a_pipe_or_a_device_is_not_read(tmp_path):
    pipe = tmp_path / "pipe.ttgir"
    os.mkfifo(pipe)
    for path in (pipe, str(pipe), "/dev/zero", "/dev/null"):
        refused("io.not_regular", tg.inspect_kernel, path)


def test_a_file_that_is_not_there_is_a_file_error(tmp_path):
    with pytest.raises(tg.FileError) as raised:
        tg.inspect_kernel(tmp_path / "nowhere.ttgir")
    assert raised.value.code == "io.not_found"


@pytest.mark.parametrize("thing", [None, 3, b"module {}", [MODULE], object()])
def test_anything_else_is_a_type_error(thing):
    with pytest.raises(TypeError):
        tg.inspect_kernel(thing)


HOSTILE = {
    "empty": "\n",
    "zeros": "\0\n" * 100,
    "open": "#ttg.blocked<{\n" * 1000,
    "deep": "#a = #ttg.slice<{dim = 0, parent = " * 2000 + "\n",
    "half of a character": MODULE.replace("@turn", "@\ud800"),
    "cut": MODULE[:900],
    "torn": MODULE.replace("->", "\n"),
    "places": "#loc = loc(#loc)\n" + MODULE.replace('loc("kernel.py":7:1)', "loc(#loc)"),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_any_text_has_an_answer_or_an_error(text):
    try:
        kernel = tg.inspect_kernel(text)
    except tg.Error:
        return
    for move in kernel.moves:
        assert repr(move) and str(move) and (move.location is None or move.location[1] >= 0)


# --- conversions ----------------------------------------------------------------------------------


def held(register, lane):
    return f"{{register: {register}, lane: {lane}}} -> {{dim0: 16}}"


CLASSES = {
    "none": (held([1, 2], [4, 8]), 0, 0, ()),
    "register": (held([2, 1], [4, 8]), 0, 0, ("register",)),
    # One register bit and one lane bit change places: a select, a shuffle and two selects for two
    # registers of each thread.
    "warp_shuffle": (held([1, 8], [4, 2]), 2, 6, ("register", "lane")),
}


@pytest.mark.parametrize("name", CLASSES)
def test_what_moves_is_the_class_of_a_conversion(name):
    target, shuffles, selects, dims = CLASSES[name]
    change = linear.conversion(held([1, 2], [4, 8]), target, dtype="f32")
    assert (change.class_, change.dims) == (name, dims)
    assert (change.shuffles, change.selects, change.byte_permutes) == (shuffles, selects, 0)
    assert (change.shared_stores, change.shared_loads, change.shared_bytes) == ({}, {}, 0)
    assert change.explain().splitlines()[-1].startswith("result: ")


def test_instructions_are_as_many_as_are_counted():
    change = linear.conversion(COLUMNS, ROWS, shape=(64, 64), dtype="f16")
    lines = change.explain().splitlines()
    for kind, count in (change.shared_stores | change.shared_loads).items():
        assert sum(line.startswith(f"{kind} ") for line in lines) == count
    assert lines.count("barrier of the block") == change.cta_barriers > 0
    assert str(change).startswith("through shared memory: ") and repr(change) == str(change)
    assert "barrier of the block" not in str(change).splitlines()


def test_a_conversion_between_blocks_counts_barriers_of_the_cluster():
    change = linear.conversion(
        "{register: [1], lane: [2,4], block: [8]} -> {dim0: 16}",
        "{register: [8], lane: [1,2], block: [4]} -> {dim0: 16}",
        dtype="f32",
    )
    assert (change.shared_stores, change.shared_loads) == ({"st.64": 1}, {"cluster_ld.32": 2})
    assert (change.cluster_barriers, change.cta_barriers, change.warp_barriers) == (1, 0, 0)
    assert change.shared_bytes == 32


def test_a_conversion_takes_layouts_and_types_of_other_libraries():
    np = pytest.importorskip("numpy")
    layouts = [tg.layout(text, shape=(64, 64)) for text in (COLUMNS, ROWS)]
    change = linear.conversion(*layouts, dtype=np.dtype("float16"))
    assert change.json == linear.conversion(COLUMNS, ROWS, shape=(64, 64), dtype="f16").json


NOT_CONVERTED = {
    "advice.layout": (PLAIN, ROWS),
    "linear.other_tensor": (held([1, 2], [4, 8]), "{register: [1], lane: [2,4]} -> {dim0: 8}"),
    "warp.other_threads": (held([1, 2], [4, 8]), "{register: [1,2,4,8]} -> {dim0: 16}"),
}


@pytest.mark.parametrize("code", NOT_CONVERTED)
def test_layouts_that_share_no_conversion_are_refused(code):
    shape = (64, 64) if code == "advice.layout" else None
    for pair in (NOT_CONVERTED[code], NOT_CONVERTED[code][::-1]):
        with pytest.raises(tg.Error) as raised:
            linear.conversion(*pair, shape=shape, dtype="f16")
        assert raised.value.code == code


@pytest.mark.parametrize("layout", ["(4,4):(4,1)", "f32[4,4]{0,1}"])
def test_a_layout_without_threads_is_not_converted(layout):
    with pytest.raises(tg.InvalidError, match="is not a layout of registers and lanes"):
        linear.conversion(layout, held([1, 2], [4, 8]), dtype="f32")


@pytest.mark.parametrize("dtype", ["f99", 3, None])
def test_a_conversion_needs_an_element_type(dtype):
    with pytest.raises((tg.InvalidError, TypeError)):
        linear.conversion(held([1, 2], [4, 8]), held([2, 1], [4, 8]), dtype=dtype)


# --- Gluon's objects ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def gluon():
    return pytest.importorskip("triton.experimental.gluon.language")


@pytest.fixture(scope="module")
def every_gluon(gluon):
    """All of Gluon's names in one place."""
    from triton.experimental.gluon.language import amd
    from triton.experimental.gluon.language.amd import cdna5
    from triton.experimental.gluon.language.nvidia import blackwell

    return types.SimpleNamespace(**vars(blackwell) | vars(cdna5) | vars(amd) | vars(gluon))


class Lowering:
    """Triton's own conversion of an object, which needs a context but no kernel."""

    def __init__(self):
        from triton._C.libtriton import gluon_ir, ir

        self.context = ir.context()  # the builder does not keep it
        ir.load_dialects(self.context)
        self.builder = gluon_ir.GluonOpBuilder(self.context)

    def bases(self, layout, shape):
        lowered = self.builder.to_linear_layout(layout._to_ir(self.builder), list(shape))
        names = ("offset", "block") if hasattr(lowered, "offset_bases") else tuple(self.FIELDS)
        return {
            name: [tuple(v) for v in getattr(lowered, self.FIELDS.get(name, f"{name}_bases"))]
            for name in names
        }

    FIELDS = {
        "register": "reg_bases",
        "lane": "lane_bases",
        "warp": "warp_bases",
        "block": "block_bases",
    }


@pytest.fixture(scope="module")
def lowering(gluon):
    return Lowering()


PADDED = {
    "PaddedSharedLayout": (
        lambda g: g.PaddedSharedLayout.with_identity_for([[64, 8]], [64, 64], [1, 0]),
        (64, 64),
    ),
    "PaddedSharedLayout of two": (
        lambda g: g.PaddedSharedLayout(
            [[16, 2], [64, 8]], [[0, 1], [0, 2], [2, 0], [0, 4], [0, 8], [1, 0]], [[4, 0]], [8, 16]
        ),
        (8, 16),
    ),
}
ALL = test_adapters.cases(
    test_adapters.DISTRIBUTED,
    test_adapters.SHARED,
    test_adapters.PARTITIONED,
    test_adapters.TENSOR_MEMORY,
    PADDED,
)


@pytest.mark.parametrize("make,shape", ALL)
def test_an_attribute_becomes_the_object_that_it_was_written_of(every_gluon, make, shape):
    from tileglot import _gluon

    text = _gluon.encoding(make(every_gluon))
    extents = "x".join(map(str, shape))
    kind = f"memdesc<{extents}xi16, #a, #smem" if "shared" in text else f"tensor<{extents}xi16, #a"
    kernel = tg.inspect_kernel(f"#a = {text}\n%0 : {'!ttg.' if 'shared' in text else ''}{kind}>\n")
    made = kernel["#a"].to_gluon()
    assert type(made) is type(make(every_gluon))
    assert _gluon.encoding(made) == text


def test_a_class_that_gluon_lacks_is_a_linear_layout(gluon, lowering):
    text = "#ttg.amd_rotating_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [0, 1]}>"
    kernel = tg.inspect_kernel(f"#a = {text}\n%0 : !ttg.memdesc<64x64xf16, #a, #smem>\n")
    made = kernel["#a"].to_gluon()
    assert lowering.bases(made, (64, 64)) == kernel["#a"].types[0].layout.bases
    with pytest.raises(tg.ImpossibleError, match="Gluon has no class for") as raised:
        tg.inspect_kernel(f"#a = {text}\n")["#a"].to_gluon()
    assert raised.value.code == "gluon.no_layout"


@pytest.mark.skipif(not SAMPLES.is_dir(), reason=f"{SAMPLES} is not there; set TILEGLOT_SHARED")
@pytest.mark.parametrize("name", ["matmul_tf32_sm80", "matmul_f16_gfx950", "reshape_permute_sm90"])
def test_layouts_of_a_kernel_are_the_same_as_objects_of_gluon(lowering, name):
    checked = 0
    for layout in tg.inspect_kernel(SAMPLES / f"{name}.ttgir"):
        for each in layout.types:
            if each.text.startswith("tensor<"):
                assert lowering.bases(layout.to_gluon(), each.shape) == each.layout.bases
                checked += 1
    assert checked > 10


def ways_of(report):
    return max(rule.ways for rule in report.rules if rule.ways is not None)


def gluon_memories(g):
    """Memories with conflicts for threads that follow the rows."""
    return {
        "plain": g.SwizzledSharedLayout(1, 1, 1, [1, 0]),
        "too few phases": g.SwizzledSharedLayout(2, 4, 2, [1, 0]),
        "for TMA": g.NVMMASharedLayout(32, 16),
        "padded by too little": g.PaddedSharedLayout.with_identity_for([[64, 1]], [64, 64], [1, 0]),
        "linear": tg.layout("(64,64):(64,1)").to_gluon(),
    }


def threads(g):
    return g.BlockedLayout([1, 1], [32, 1], [1, 4], [0, 1])


@pytest.mark.parametrize("name", ["plain", "too few phases", "for TMA", "linear"])
def test_a_cured_memory_is_an_object_of_gluon_with_the_conflicts_that_are_told(
    gluon, lowering, name
):
    asked = {"shape": (64, 64), "dtype": "f16", "access": "vector"}
    memory = gluon_memories(gluon)[name]
    found = tg.check(threads(gluon), mem=memory, suggest=True, **asked)
    swizzles = [cure for cure in found.cures if cure.swizzle is not None]
    assert swizzles and ways_of(found) > 1
    for cure in swizzles:
        made = cure.to_gluon()
        assert ways_of(tg.check(threads(gluon), mem=made, **asked)) == cure.ways < ways_of(found)
        assert lowering.bases(made, (64, 64)) == tg.layout(made, shape=(64, 64)).bases


def test_a_swizzle_of_plain_rows_is_gluons_own_swizzle(gluon):
    plain = gluon_memories(gluon)["plain"]
    found = tg.check(
        threads(gluon), mem=plain, shape=(64, 64), dtype="f16", access="vector", suggest=True
    )
    # 64 rows of 32 words: row r moves its words by r, so 32 rows are in 32 banks.
    assert found.cures[0].to_gluon() == gluon.SwizzledSharedLayout(2, 1, 32, [1, 0])
    padded = next(cure for cure in found.cures if cure.padding is not None).to_gluon()
    assert padded == gluon.PaddedSharedLayout.with_identity_for([[64, 2]], [64, 64], [1, 0])


def test_more_padding_of_padded_rows_is_padding(gluon):
    memory = gluon_memories(gluon)["padded by too little"]
    asked = {"shape": (64, 64), "dtype": "f16", "access": "vector"}
    found = tg.check(threads(gluon), mem=memory, suggest=True, **asked)
    made = found.cures[0].to_gluon()
    assert made.interval_padding_pairs == [[64, 2]]
    assert ways_of(tg.check(threads(gluon), mem=made, **asked)) == 1


def test_a_swizzle_of_padding_has_no_object_of_gluon(gluon):
    distributed = (
        "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], "
        "order = [1, 0]}>"
    )
    padded = "#ttg.padded_shared<[16:+16] {order = [0, 1], shape = [16, 32]}>"
    asked = {"shape": (16, 32), "dtype": "f8e5m2", "access": "vector"}
    found = tg.check(distributed, mem=padded, suggest=True, **asked)
    swizzles = [cure for cure in found.cures if cure.swizzle is not None]
    assert swizzles
    for cure in swizzles:
        with pytest.raises(tg.ImpossibleError, match="not both a swizzle and padded") as raised:
            cure.to_gluon()
        assert raised.value.code == "gluon.no_layout"


def test_padding_of_swizzled_rows_is_refused(gluon):
    memory = gluon_memories(gluon)["for TMA"]
    found = tg.check(
        threads(gluon), mem=memory, shape=(64, 64), dtype="f16", access="vector", suggest=True
    )
    padding = next(cure for cure in found.cures if cure.padding is not None)
    with pytest.raises(tg.ImpossibleError, match="it pads no memory with a swizzle") as raised:
        padding.to_gluon()
    assert raised.value.code == "gluon.padding"


@pytest.mark.parametrize("text", ["(64,64):(72,1)", "(64,64):(1,66)", "(8,(4,2)):(12,(1,4))"])
def test_padded_strides_are_gluons_padding(gluon, text):
    made = tg.layout(text).to_gluon()
    assert type(made).__name__ == "PaddedSharedLayout"
    assert tg.equal(made, text)


@pytest.mark.parametrize(
    "text,code",
    [
        ("(64,64):(67,1)", "gluon.padding"),
        ("(64,60):(64,1)", "bridge.not_f2_linear"),
        ("(4,4):(3,1)", "bridge.not_f2_linear"),
        ("Sw<3,3,3> o 0 o (64,64):(72,1)", "bridge.not_f2_linear"),
    ],
)
def test_other_strides_are_refused(gluon, text, code):
    with pytest.raises(tg.ImpossibleError) as raised:
        tg.layout(text).to_gluon()
    assert raised.value.code == code


# --- kernels that Triton compiles -----------------------------------------------------------------


def compile_for_h100(source, signature, constants):
    """Compiles for sm_90 without a GPU; constants are parameters of the kernel."""
    import triton
    from triton.backends.compiler import GPUTarget

    signature = signature | dict.fromkeys(constants, "constexpr")
    divisible = {
        (k,): [["tt.divisibility", 16]]
        for k, kind in enumerate(signature.values())
        if kind[0] == "*"
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TRITON_CACHE_DIR", source.cache)
        made = source.kind(source.function, signature, constants, divisible)
        return triton.compile(made, target=GPUTarget("cuda", 90, 32))


@pytest.fixture
def cache(tmp_path):
    return str(tmp_path)


def test_a_matmul_of_triton_lists_its_layouts_and_the_cost_of_each_conversion(gluon, cache):
    import triton
    import triton.language as tl

    @triton.jit
    def matmul(a, b, c, at, N: tl.constexpr):
        i = tl.arange(0, N)[:, None]
        j = tl.arange(0, N)[None, :]
        x = tl.load(a + i * N + j)
        y = tl.load(b + i * N + j)
        tl.store(c + i * N + j, tl.dot(x, y))
        tl.store(at + i * N + j, tl.trans(x))

    source = types.SimpleNamespace(kind=triton.compiler.ASTSource, function=matmul, cache=cache)
    with pytest.raises(tg.InvalidError, match="matmul is not compiled"):
        tg.inspect_kernel(matmul)
    signature = {"a": "*fp16", "b": "*fp16", "c": "*fp32", "at": "*fp16"}
    kernel = tg.inspect_kernel(compile_for_h100(source, signature, {"N": 64}))
    assert (kernel.target, kernel.num_warps, kernel.threads_per_warp) == ("cuda:90", 4, 32)
    assert isinstance(kernel["#mma"].to_gluon(), gluon.NVMMADistributedLayout)
    assert kernel["#mma"].types[0].layout.size == 64 * 64
    converted = [move for move in kernel.moves if move.operation == "ttg.convert_layout"]
    assert len(converted) == 2  # the accumulator, and the transpose
    for move in converted:
        assert move.conversion.class_ == "shared" and move.conversion.extra_wavefronts == 0
        assert move.location[0] == __file__
    assert str(kernel).startswith("matmul: ")


def test_a_kernel_of_gluon_has_no_conflicts_with_the_cured_memory(gluon, cache):
    from triton.experimental import gluon as package
    from triton.experimental.gluon._runtime import GluonASTSource

    gl = gluon

    @package.jit
    def turn(source, target, shared: gl.constexpr, rows: gl.constexpr, columns: gl.constexpr):
        i = gl.arange(0, 64, gl.SliceLayout(1, rows))[:, None]
        j = gl.arange(0, 64, gl.SliceLayout(0, rows))[None, :]
        x = gl.load(source + i * 64 + j)
        memory = gl.allocate_shared_memory(gl.float16, [64, 64], shared, x)
        y = memory.load(columns)
        gl.static_assert(gl.bank_conflicts(y.type, memory.type) == 0)
        k = gl.arange(0, 64, gl.SliceLayout(1, columns))[:, None]
        n = gl.arange(0, 64, gl.SliceLayout(0, columns))[None, :]
        gl.store(target + n * 64 + k, y)

    columns = threads(gl)
    plain = gluon_memories(gl)["plain"]
    found = tg.check(
        columns, mem=plain, shape=(64, 64), dtype=gl.float16, access="vector", suggest=True
    )
    assert ways_of(found) == 32
    constants = {
        "shared": found.cures[0].to_gluon(),
        "rows": gl.BlockedLayout([1, 8], [4, 8], [4, 1], [1, 0]),
        "columns": columns,
    }
    source = types.SimpleNamespace(kind=GluonASTSource, function=turn, cache=cache)
    signature = {"source": "*fp16", "target": "*fp16"}
    # Triton counts the conflicts itself, in the static_assert.
    kernel = tg.inspect_kernel(compile_for_h100(source, signature, constants))
    assert [layout.to_gluon() for layout in kernel if "shared" in layout.name] == [
        constants["shared"]
    ]
    load = next(move for move in kernel.moves if move.operation == "ttg.local_load")
    assert (load.ways, load.cures) == (1, [])
