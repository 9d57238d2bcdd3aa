# SPDX-License-Identifier: Apache-2.0
"""Modules of HLO: what Module reads, and what its methods answer."""

import copy
import os
import pathlib
import pickle

import pytest
from array_values import refused

import tileglot as tg
from tileglot import hlo

# JAX reads these when it first looks for devices: a sharded array needs two.
os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=2")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

NEGATED = """HloModule negated, entry_computation_layout={(f32[4,6]{0,1})->f32[4,6]{0,1}}

ENTRY e {
  p = f32[4,6] parameter(0)
  ROOT n = f32[4,6] negate(p), metadata={op_name="minus" source_file="model.py" source_line=7}
}
"""

SUM = """HloModule sums, entry_computation_layout={(f32[8,128,64])->f32[8,64]}

add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}

ENTRY e {
  p = f32[8,128,64] parameter(0)
  zero = f32[] constant(0)
  ROOT r = f32[8,64] reduce(p, zero), dimensions={1}, to_apply=add
}
"""

LAYER = """HloModule layer

ENTRY e {
  x = f32[6,4] parameter(0)
  w = f32[6,8] parameter(1)
  x.t = f32[4,6] transpose(x), dimensions={1,0}
  y = f32[4,8] dot(x.t, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  ROOT both = (f32[4,8], f32[6,8]) tuple(y, w)
}
"""

MOVED = """HloModule moved

ENTRY e {
  p = f32[4,6]{1,0} parameter(0)
  c = f32[4,6]{0,1} copy(p)
  ROOT t = f32[6,4]{0,1} transpose(c), dimensions={1,0}
}
"""

LOOP = """HloModule loop

body {
  state = (s32[], f32[4,6]{1,0}) parameter(0)
  i = s32[] get-tuple-element(state), index=0
  x = f32[4,6]{1,0} get-tuple-element(state), index=1
  there = f32[4,6]{0,1} copy(x)
  back = f32[4,6]{1,0} copy(there)
  one = s32[] constant(1)
  next = s32[] add(i, one)
  ROOT both = (s32[], f32[4,6]{1,0}) tuple(next, back)
}

condition {
  state = (s32[], f32[4,6]{1,0}) parameter(0)
  i = s32[] get-tuple-element(state), index=0
  most = s32[] parameter_or_constant
  ROOT more = pred[] compare(i, most), direction=LT
}

ENTRY e {
  state = (s32[], f32[4,6]{1,0}) parameter(0)
  ROOT w = (s32[], f32[4,6]{1,0}) while(state), condition=condition, body=body
}
""".replace("s32[] parameter_or_constant", "s32[] negate(i)")

MIXED = """HloModule mixed

ENTRY e {
  p = f32[4,6] parameter(0)
  s = f32[] parameter(1)
  t = token[] parameter(2)
  q = (s4[8,2], pred[3]) parameter(3)
  x = f32[6,4] transpose(p), dimensions={1,0}
  n = s4[8,2] get-tuple-element(q), index=0
  ROOT r = (f32[6,4], token[], f32[], s4[8,2]) tuple(x, t, s, n)
}
"""

SHARDED = """HloModule sharded, num_partitions=4

ENTRY e {
  x = bf16[10,64]{1,0} parameter(0), sharding={devices=[4,1]<=[4]}
  ROOT n = bf16[10,64]{1,0} negate(x), sharding={devices=[4,1]<=[4]}
}
"""


def stand_in(module, name, **members):
    """An object of a class with that name, where the library itself is absent."""
    return type(name, (), {"__module__": module, **members})()


class TestModule:
    def test_a_text_is_kept_as_it_is(self):
        module = hlo.Module.of(NEGATED)
        assert str(module) == NEGATED
        assert repr(module) == f"<tileglot.hlo.Module 'negated', {len(NEGATED)} bytes>"
        one_line = "HloModule m ENTRY e { ROOT p = f32[2] parameter(0) }"
        assert str(hlo.Module.of(one_line)) == one_line
        assert hlo.Module.of("ENTRY e { ROOT p = f32[2] parameter(0) }").verify()

    def test_a_path_is_a_file_of_hlo(self, tmp_path):
        path = tmp_path / "neg{0}ated.hlo"
        path.write_text(NEGATED)
        assert hlo.Module.of(path) == hlo.Module.of(NEGATED)
        plain = tmp_path / "negated.hlo"
        path.rename(plain)
        assert hlo.Module.of(str(plain)) == hlo.Module.of(os.fsencode(plain).decode())
        assert "negated.hlo'" in str(hlo.Module.of(plain).verify())

    def test_a_dash_is_a_file_and_not_standard_input(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        with pytest.raises(tg.FileError):
            hlo.Module.of("-")
        pathlib.Path("-").write_text(NEGATED)
        assert str(hlo.Module.of("-")) == NEGATED

    @pytest.mark.parametrize("path", ["", "no/such/file", "/", "a\0b", "x" * 5000])
    def test_what_is_not_a_file_is_refused(self, path):
        with pytest.raises((tg.FileError, ValueError)):  # as open() has it for a null
            hlo.Module.of(path)

    @pytest.mark.parametrize("x", [None, 3, 1.5, b"HloModule m", ["HloModule m\n"], object, {}])
    def test_objects_that_are_not_modules_are_a_type_error(self, x):
        with pytest.raises(TypeError, match="is not known here as a module"):
            hlo.Module.of(x)

    def test_a_pipe_or_a_device_is_not_read(self, tmp_path):
        pipe = tmp_path / "pipe.hlo"
        os.mkfifo(pipe)
        for path in (pipe, str(pipe), "/dev/zero", "/dev/null"):
            assert isinstance(refused("io.not_regular", hlo.Module.of, path), tg.FileError)

    def test_arguments_of_other_types_are_named(self):
        module = hlo.Module.of(NEGATED)
        for lenient in (1, 0, None, "yes"):
            with pytest.raises(TypeError, match="lenient is True or False"):
                hlo.Module.of(NEGATED, lenient=lenient)
        with pytest.raises(TypeError, match="style is 'full', 'xla' or 'short', not NoneType"):
            module.text(None)
        with pytest.raises(TypeError, match="pass_name"):
            module.apply(None)

    def test_modules_are_equal_by_their_text(self):
        module = hlo.Module.of(NEGATED)
        assert module == hlo.Module.of(NEGATED) and hash(module) == hash(hlo.Module.of(NEGATED))
        assert module != hlo.Module.of(NEGATED + "\n") and module != NEGATED
        assert hlo.Module.of(module) is module

    def test_modules_pickle(self):
        module = hlo.Module.of(NEGATED.replace("minus", "f\xfc\xdf \U0001f600"), lenient=True)
        for again in (pickle.loads(pickle.dumps(module)), copy.deepcopy(module)):
            assert again == module and str(again.verify()) == str(module.verify())

    def test_bytes_that_are_not_utf8_are_kept(self, tmp_path):
        path = tmp_path / "bytes.hlo"
        path.write_bytes(NEGATED.encode().replace(b"minus", b"\xff\xfe"))
        module = hlo.Module.of(path)
        assert "\udcff\udcfe" in str(module) and hlo.Module.of(str(module)) == module
        assert module.verify() and "\udcff\udcfe" in str(module.assign().module)

    def test_lenient_keeps_unknown_attributes(self):
        text = NEGATED.replace("negate(p)", "negate(p), of_tomorrow={1}")
        refused("hlo.attribute", hlo.Module.of(text).text)
        lenient = hlo.Module.of(text, lenient=True)
        assert "of_tomorrow={1}" in lenient.text()
        assert hlo.Module.of(lenient) is lenient
        assert hlo.Module.of(hlo.Module.of(text), lenient=True).verify()
        assert "of_tomorrow={1}" in str(lenient.assign().module)

    @pytest.mark.parametrize(
        "text,code",
        [
            ("\n", "hlo.syntax"),
            ("HloModule m, ENTRY\n", "hlo.syntax"),
            ("module @jit_f { }", "hlo.mlir"),
            ("ENTRY e { ROOT a = f32[2] paramter(0) }", "hlo.opcode"),
            ("{" * 10_000, None),
            ("HloModule \0{\n", None),
        ],
    )
    def test_what_is_not_hlo_is_refused_when_it_is_read(self, text, code):
        module = hlo.Module.of(text)
        for ask in (module.text, module.verify, module.stats, module.assign, module.compile):
            with pytest.raises(tg.Error) as caught:
                ask()
            assert code in (None, caught.value.code)

    def test_a_long_name_stays_short_in_messages(self):
        module = hlo.Module.of(f"HloModule {'m' * 10_000}\n" + NEGATED.partition("\n")[2])
        assert len(repr(module)) < 300 and module.verify()


class TestText:
    def test_styles(self):
        module = hlo.Module.of(NEGATED)
        assert hlo.Module.of(module.text()).text() == module.text()
        assert "n = f32[4,6]{1,0} negate(p)" in module.text("short")
        assert "%n = f32[4,6]{1,0} negate(%p)" in module.text("xla")
        refused("hlo.style", module.text, "shrot")
        with pytest.raises(TypeError):
            module.text(3)


class TestVerify:
    def test_a_valid_module_is_true(self):
        verdict = hlo.Module.of(NEGATED).verify()
        assert verdict and verdict.valid and verdict.code is verdict.span is None
        assert str(verdict) == "'negated': 2 instructions in 1 computation, valid"

    def test_an_invalid_one_is_false_and_says_where(self):
        text = "// \U0001f600 \xe4\xf6\xfc\n" + NEGATED.replace("n = f32[4,6]", "n = f32[6,4]")
        verdict = hlo.Module.of(text).verify()
        assert not verdict and verdict.code == "hlo.verify" and "f32[6,4]" in verdict.message
        assert verdict.help and verdict.exit_code == 1
        begin, end = verdict.span
        assert text[begin:end] == "n" and text[end:].startswith(" = f32[6,4] negate")

    def test_guarantees_of_a_pass_are_checked(self):
        module = hlo.Module.of(NEGATED)
        assert module.verify(after="layout-assignment").code == "hlo.layouts"
        assert module.assign().module.verify(after="layout-assignment")
        refused("hlo.pass", module.verify, "layout-asignment")


class TestStats:
    def test_what_layouts_move_is_counted(self):
        stats = hlo.Module.of(MOVED).stats()
        assert (stats.instructions, stats.computations) == (3, 1)
        assert stats.operations == {"parameter": 1, "copy": 1, "transpose": 1}
        assert stats.layouts == {"{0,1}": 2, "{1,0}": 1}
        assert (stats.copies, stats.copied_bytes) == (1, 96)
        assert (stats.parameter_bytes, stats.constant_bytes, stats.result_bytes) == (96, 0, 96)
        assert stats.moved_bytes == 4 * 96  # both read and write 24 elements of 4 bytes
        first, second = stats.moves
        assert {first.name, second.name} == {"c", "t"}
        copied = first if first.name == "c" else second
        assert (copied.opcode, copied.from_shape, copied.to_shape) == (
            "copy",
            "f32[4,6]{1,0}",
            "f32[4,6]{0,1}",
        )
        assert (copied.read_bytes, copied.written_bytes, copied.runs) == (96, 96, 1)
        assert copied.contiguous_bytes == 4
        assert "contiguous_bytes=4" in repr(copied)
        assert stats.json["copied"]["bytes"] == 96 and "written by 1 copy" in str(stats)

    def test_what_moves_in_a_loop_counts_in_every_trip(self):
        module = hlo.Module.of(LOOP)
        assert module.stats().moved_bytes == 5 * 2 * 192
        assert module.stats(loop_trips=7).moved_bytes == 7 * 2 * 192
        assert [move.runs for move in module.stats(loop_trips=7).moves] == [7, 7]
        refused("hlo.loop_trips", module.stats, loop_trips=-1)

    def test_options_are_those_of_the_command(self):
        module = hlo.Module.of(SUM)
        assert "after_sinking" in module.stats(after_sinking=True).json["costs"]
        assert "on gpu:sm_90" in str(module.stats("gpu:sm_90"))
        assert hlo.Module.of(SHARDED).stats(partitioned="yes").json["devices"]["partitioned"]
        refused("hlo.partitioned", module.stats, partitioned="maybe")
        many = "ENTRY e { p = f32[4,6]{1,0} parameter(0)\n" + "".join(
            f"c{i} = f32[4,6]{{0,1}} copy(p)\n" for i in range(25)
        )
        lines = {
            every: str(hlo.Module.of(many + "ROOT n = negate(p) }").stats(all=every))
            for every in (False, True)
        }
        assert "and 5 more" in lines[False] and "and 5 more" not in lines[True]
        with pytest.raises(TypeError):
            module.stats(after_sinking="yes")

    def test_an_invalid_module_has_counts_and_no_moves(self):
        stats = hlo.Module.of(MOVED.replace("f32[6,4]", "f32[4,6]")).stats()
        assert (stats.copies, stats.moved_bytes, stats.moves) == (1, 0, [])


class TestAssign:
    def test_copies_have_both_layouts_and_both_reasons(self):
        assigned = hlo.Module.of(NEGATED).assign("cpu")
        assert (assigned.bytes_before, assigned.bytes_after) == (0, 2 * 192)
        assert assigned.bytes_xla == assigned.bytes_after and assigned.bound is None
        into, back = assigned.copies
        assert (into.operand, into.from_layout, into.to_layout) == ("p", "{0,1}", "{1,0}")
        assert (into.users, into.bytes, into.runs) == (["n:0"], 192, 1)
        assert (back.operand, back.from_layout, back.to_layout) == ("n", "{1,0}", "{0,1}")
        assert into.made.mandatory and into.made.rule.startswith("entry.")
        assert into.made.instruction == "p" and into.read.instruction == "n"
        assert any("model.py:7" in (each.source or "") for each in assigned.copies)
        assert f"%{into.name}: %p {{0,1}} -> {{1,0}} for operand 0 of %n" in assigned.explain()
        assert assigned.explain(into.name).startswith(f"%{into.name}")
        assert "copies inserted" in assigned.report()
        assert assigned.module.verify(after="layout-assignment")
        assert assigned.module.stats().moved_bytes == assigned.bytes_after

    def test_the_optimal_strategy_moves_less_and_has_a_bound(self):
        module = hlo.Module.of(SUM)
        best = module.assign("gpu:sm_90", strategy="optimal")
        assert (best.bytes_xla, best.bytes_after, best.bound) == (524_288, 0, 0)
        assert best.copies == [] and "XLA" in best.report()
        assert module.assign("gpu:sm_90").bytes_after == 524_288

    def test_options_are_checked(self):
        module = hlo.Module.of(NEGATED)
        refused("hlo.strategy", module.assign, strategy="best")
        for limit in (-1, float("inf"), float("nan"), 1e9):
            refused("hlo.strategy", module.assign, strategy="optimal", time_limit=limit)
        assert module.assign(strategy="optimal", time_limit=1, loop_trips=3).bytes_after == 384
        refused("hlo.loop_trips", module.assign, strategy="optimal", loop_trips=-1)
        refused("hlo.xla_flag", module.assign, "gpu:sm_90", xla_flags=["xla_dump_to=/tmp"])
        for flags in ("xla_gpu_force_conv_nhwc", ["--xla_gpu_force_conv_nhwc=true"]):
            assert module.assign("gpu:sm_90", xla_flags=flags)
        with pytest.raises(tg.InvalidError):
            module.assign("tpu")
        refused("hlo.no_instruction", module.assign().explain, "nobody")
        for wrong in ({"time_limit": "x"}, {"loop_trips": 1.5}, {"xla_flags": [3]}):
            with pytest.raises(TypeError):
                module.assign(**wrong)

    def test_a_solver_that_does_not_start_is_a_note(self):
        assigned = hlo.Module.of(NEGATED).assign(strategy="optimal", solver="/no/such/solver")
        assert assigned.bytes_after == 384

    def test_the_module_itself_stays(self):
        module = hlo.Module.of(NEGATED)
        module.assign(), module.compile(), module.apply("layout-assignment")
        assert str(module) == NEGATED


class TestCompile:
    def test_each_array_has_a_layout(self):
        compiled = hlo.Module.of(LAYER).compile("gpu:sm_90", arg_layouts="auto")
        x, w = compiled.arguments
        assert (x.value, x.mode, x.source) == ("parameter x", "auto", "option")
        assert x.layout == tg.layout("f32[6,4]{0,1}") and x.wire.hex() == "0a020001800101"
        assert [leaf.mode for leaf in compiled.results] == ["default", "default"]
        by_place = hlo.Module.of(LAYER).compile(arg_layouts=["auto", "default"]).arguments
        assert [leaf.mode for leaf in by_place] == ["auto", "default"]
        assert compiled.results[1].value == "result {1}" and x.sharding is None
        assert compiled.copies == compiled.copied_bytes == compiled.border_copies == 0
        assert compiled.module.stats().copies == 0 and "argument 0" in str(compiled)
        for leaf in (*compiled.arguments, *compiled.results):
            assert leaf.layout.to_wire("layout") == leaf.wire
        assert "copies between layouts" in compiled.report()

    def test_layouts_that_the_caller_fixes_cost_copies_at_the_border(self):
        compiled = hlo.Module.of(LAYER).compile("gpu:sm_90", arg_layouts={0: "{1,0:T(8,128)}"})
        assert (compiled.copies, compiled.copied_bytes, compiled.border_copies) == (1, 96, 1)
        assert str(compiled.arguments[0].layout) == "f32[6,4]{1,0:T(8,128)}"

    @pytest.mark.parametrize(
        "given",
        [
            ["default", "1={0,1}"],
            {1: "{0,1}"},
            {1: tg.layout("f32[6,8]{0,1}")},
            {1: tg.layout("(6,8):(1,6)")},
            (None, tg.layout("f32[6,8]{0,1}")),
            ["0=default", tg.layout("f32[6,8]{0,1}")],
        ],
    )
    def test_modes_are_texts_layouts_or_numbered(self, given):
        asked = hlo.Module.of(LAYER).compile(arg_layouts=given).arguments
        assert [str(leaf.layout) for leaf in asked] == ["f32[6,4]{1,0}", "f32[6,8]{0,1}"]
        out = hlo.Module.of(LAYER).compile(out_layouts={1: tg.layout("f32[6,8]{0,1}")}).results
        assert [str(leaf.layout) for leaf in out] == ["f32[4,8]{1,0}", "f32[6,8]{0,1}"]

    def test_modes_that_do_not_fit_are_refused(self):
        compile = hlo.Module.of(LAYER).compile
        refused("hlo.mode_index", compile, arg_layouts={7: "auto"})
        refused("hlo.mode_index", compile, arg_layouts=["1=auto", "1={0,1}"])
        refused("hlo.mode_index", compile, arg_layouts=[None, None, None])
        refused("hlo.representation", compile, representation="cpu")
        for wrong in ("{0}", "{1,1}", "{2,1,0}", "1={", "", "somebody", "=auto", "-1=auto"):
            with pytest.raises(tg.InvalidError):
                compile(arg_layouts=[wrong])
        for wrong in (3, [3], {0: 3}, {"x": object()}, [object()]):
            with pytest.raises(TypeError):
                compile(arg_layouts=wrong)

    def test_scalars_tokens_tuples_and_packed_elements(self):
        compiled = hlo.Module.of(MIXED).compile(arg_layouts="auto", out_layouts="auto")
        assert [str(leaf.layout) for leaf in compiled.arguments] == [
            "f32[4,6]{1,0}",
            "f32[]",
            "None",
            "s4[8,2]{1,0:E(4)}",
            "pred[3]{0}",
        ]
        scalar, token = compiled.arguments[1:3]
        assert scalar.wire.hex() == "800101" and token.wire == b""
        assert [leaf.value for leaf in compiled.arguments[3:]] == [
            "parameter q {0}",
            "parameter q {1}",
        ]
        assert compiled.results[1].layout is None
        again = hlo.Module.of(MIXED).compile(
            arg_layouts=[leaf.layout for leaf in compiled.arguments],
            out_layouts=[leaf.layout for leaf in compiled.results],
        )
        assert [leaf.layout for leaf in again.results] == [leaf.layout for leaf in compiled.results]

    def test_bounded_dimensions_keep_their_bound(self):
        text = "ENTRY e { p = f32[<=4,6] parameter(0) ROOT n = f32[<=4,6] negate(p) }"
        assert str(hlo.Module.of(text).compile().arguments[0].layout) == "f32[<=4,6]{1,0}"

    def test_shardings_are_texts(self):
        compiled = hlo.Module.of(SHARDED).compile(arg_layouts="auto")
        assert compiled.arguments[0].sharding == "{devices=[4,1]<=[4]}"
        assert compiled.json["arguments"][0]["allocated"] == "bf16[3,64]{1,0}"

    def test_the_client_of_a_tpu_has_tiles(self):
        compiled = hlo.Module.of(LAYER).compile(representation="tpu")
        assert compiled.arguments[0].layout.tiles


class TestPasses:
    def test_a_pass_gives_a_module(self):
        module = hlo.Module.of(NEGATED)
        assigned = module.apply("layout-assignment", "cpu")
        assert assigned == module.assign("cpu").module
        refused("hlo.pass", module.apply, "layout-asignment")
        with pytest.raises(tg.InvalidError):
            module.apply("layout_normalization", "nowhere")

    def test_what_moves_nothing_is_a_bitcast_once_normalized(self):
        normal = hlo.Module.of(MOVED).assign("gpu:sm_90").module.normalize()
        assert normal.stats().operations == {"parameter": 1, "bitcast": 1}
        refused("hlo.xla_flag", normal.normalize, xla_flags="xla_dump_to=/tmp")

    def test_a_difference_is_false(self):
        module = hlo.Module.of(NEGATED)
        same = module.diff(NEGATED)
        assert same and same.equal and same.layouts == same.copies == same.added == []
        assigned = module.assign("cpu").module
        other = module.diff(assigned)
        assert not other and len(other.copies) == 2 and other.removed == []
        assert "copies inserted" in str(other)
        before = hlo.Module.of(MOVED)
        after = hlo.Module.of(MOVED.replace("c = f32[4,6]{0,1}", "c = f32[4,6]{1,0}"))
        relaid = before.diff(after).layouts
        assert [(r.name, r.before, r.after) for r in relaid] == [
            ("c", "f32[4,6]{0,1}", "f32[4,6]{1,0}")
        ]
        assert before.diff(after).entry_layout[0] == before.diff(after).entry_layout[1]

    def test_unrelated_modules_have_no_difference(self):
        refused("hlo.unrelated", hlo.Module.of(SUM).diff, hlo.Module.of(SHARDED))
        with pytest.raises(TypeError):
            hlo.Module.of(NEGATED).diff(3)


class TestObjectsOfJax:
    """Stand-ins, for what JAX itself does not give on the CPU."""

    def test_a_compiled_function_without_a_text_is_refused(self):
        compiled = stand_in("jax._src.stages", "Compiled", as_text=lambda _: None)
        refused("jax.no_text", hlo.Module.of, compiled)

    def test_names_alone_are_not_enough(self):
        for other in (stand_in("mine", "Compiled"), stand_in("jax._src.stages", "Wrapped")):
            with pytest.raises(TypeError):
                hlo.Module.of(other)

    @pytest.mark.parametrize("header", ["", ", entry_computation_layout={(f32[2]{0})->f32[2]{0}}"])
    def test_as_many_layouts_as_values_are_wanted(self, header):
        main = stand_in(
            "any",
            "FuncOp",
            attributes={
                "sym_name": stand_in("any", "Attribute", value="main"),
                "arg_attrs": [{}, {}],
                "res_attrs": [{}],
            },
        )
        body = stand_in("any", "Block", operations=[main])
        lowered = stand_in(
            "jax._src.stages",
            "Lowered",
            as_text=lambda _, dialect, debug_info: f"HloModule m{header}\n\nENTRY ..",
            compiler_ir=lambda _, dialect: stand_in("any", "Module", body=body),
        )
        refused("hlo.entry_layout", hlo.Module.of, lowered)


def header(module):
    return hlo._ENTRY_LAYOUT.search(str(module))[0]


class TestJax:
    @pytest.fixture
    def jax(self):
        return pytest.importorskip("jax")

    @pytest.fixture
    def layouts(self, jax):
        return pytest.importorskip("jax.experimental.layout")

    @pytest.fixture
    def programs(self, jax, layouts):
        return pytest.importorskip("jax_programs")

    @staticmethod
    def several(x, w, b):
        return x.T @ w, (x * b).T, b

    @pytest.fixture
    def arguments(self, jax, np):
        return np.ones((6, 4), "f4"), np.ones((6, 8), "f4"), np.float32(3)

    def test_what_was_lowered_has_the_layouts_that_are_compiled(self, jax, layouts, arguments):
        """The law: what is declared is what XLA's executable has."""
        columns = layouts.Format(
            layouts.Layout((1, 0)), jax.sharding.SingleDeviceSharding(jax.devices()[0])
        )
        for ins, outs in (
            (None, None),
            ((columns, None, None), None),
            ((None, columns, None), (columns, columns, None)),
        ):
            lowered = jax.jit(self.several, in_shardings=ins, out_shardings=outs).lower(*arguments)
            assert header(hlo.Module.of(lowered)) == header(hlo.Module.of(lowered.compile()))

    def test_a_layout_that_is_left_to_the_compiler_is_open(self, jax, layouts, arguments):
        auto = layouts.Format(layouts.Layout.AUTO)
        shapes = [jax.ShapeDtypeStruct(a.shape, a.dtype) for a in arguments]
        lowered = jax.jit(
            self.several, in_shardings=(auto, None, auto), out_shardings=(None, auto, None)
        ).lower(*shapes)
        module = hlo.Module.of(lowered)
        assert header(module) == (
            "(f32[6,4], f32[6,8]{1,0}, f32[])->(f32[4,8]{1,0}, f32[4,6], f32[])"
        )
        modes = [leaf.mode for leaf in module.compile().arguments]
        assert modes == ["auto", "default", "default"]  # a scalar is open and closed alike

    def test_copies_name_the_line_that_made_them(self, jax, arguments):
        assigned = hlo.Module.of(jax.jit(self.several).lower(*arguments)).assign()
        assert any("test_hlo.py:" in (each.source or "") for each in assigned.copies)
        assert "test_hlo.py:" in assigned.report()

    def test_objects_of_jax_and_jaxlib_are_modules(self, jax, arguments):
        lowered = jax.jit(self.several).lower(*arguments)
        computation = lowered.compiler_ir("hlo")
        for x in (lowered.compile(), computation, computation.as_hlo_module()):
            module = hlo.Module.of(x)
            assert module.verify() and module.stats().instructions > 5
            assert str(module.verify()).startswith("'jit_several'")

    def test_large_constants_are_kept(self, jax, np):
        weights = np.arange(48, dtype="f4").reshape(6, 8)
        lowered = jax.jit(lambda x: x @ weights).lower(np.ones((4, 6), "f4"))
        for x in (lowered, lowered.compiler_ir("hlo")):
            assert "47" in str(hlo.Module.of(x)) and "{...}" not in str(hlo.Module.of(x))

    def test_ordered_effects_have_tokens(self, jax, np):
        def told(x):
            jax.debug.print("{}", x.sum(), ordered=True)
            return x.T

        module = hlo.Module.of(jax.jit(told).lower(np.ones((6, 4), "f4")))
        assert header(module) == "(token[], f32[6,4]{1,0})->(token[], f32[4,6]{1,0})"
        compiled = module.compile(out_layouts="auto")
        assert compiled.arguments[0].layout is None and compiled.results[0].layout is None

    @pytest.mark.parametrize("given", ["formats", "layouts", "arrays", "jaxlib"])
    def test_objects_of_jax_are_modes(self, jax, layouts, arguments, given):
        one = jax.sharding.SingleDeviceSharding(jax.devices()[0])
        columns = layouts.Format(layouts.Layout((1, 0)), one)
        x = jax.device_put(arguments[0], columns)
        mode = {
            "formats": columns,
            "layouts": columns.layout,
            "arrays": x,
            "jaxlib": x.format.layout._to_xla_layout(x.dtype),
        }[given]
        module = hlo.Module.of(jax.jit(self.several).lower(*arguments))
        auto = layouts.Format(layouts.Layout.AUTO)
        asked = module.compile(arg_layouts=[mode, auto, layouts.Format(None)]).arguments
        assert [leaf.mode for leaf in asked] == ["{0,1}", "auto", "default"]
        assert asked[0].layout == tg.layout("f32[6,4]{0,1}")

    def test_formats_come_back(self, jax, layouts, np):
        """Of matrices, scalars, packed elements and tuples; jit takes them, and arrays are put."""

        def mixed(x, s, q):
            return x["a"].T * s, (q, x["b"])

        q = jax.numpy.ones((8, 2), "int4")
        given = {"a": np.ones((6, 4), "f4"), "b": np.ones((3,), "?")}, np.float32(2), q
        lowered = jax.jit(mixed).lower(*given)
        compiled = hlo.Module.of(lowered).compile(out_layouts="auto", arg_layouts={0: "{0,1}"})
        one = jax.sharding.SingleDeviceSharding(jax.devices()[0])
        ins, outs = (
            jax.tree.unflatten(tree, [leaf.layout.to_jax(one) for leaf in side])
            for tree, side in (
                (lowered.in_tree, compiled.arguments),
                (lowered.out_tree, compiled.results),
            )
        )
        put = jax.tree.map(jax.device_put, given, ins[0])
        found = jax.jit(mixed, in_shardings=ins[0], out_shardings=outs)(*put)
        for expected, array, format in zip(
            jax.tree.leaves(mixed(*given)),
            jax.tree.leaves(found),
            jax.tree.leaves(outs),
            strict=True,
        ):
            assert np.array_equal(np.asarray(expected), np.asarray(array))
            assert array.format.sharding == format.sharding
            assert array.format.layout.major_to_minor == format.layout.major_to_minor

    def test_formats_of_sharded_arguments_come_back(self, jax, np):
        if jax.device_count() < 2:
            pytest.skip("JAX has one device")
        mesh = jax.sharding.Mesh(jax.devices()[:2], ("rows",))
        split = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("rows", None))
        x = np.arange(24, dtype="f4").reshape(6, 4)
        function = lambda x: (x * 2).T
        lowered = jax.jit(function, in_shardings=split).lower(x)
        compiled = hlo.Module.of(lowered).compile(arg_layouts="{0,1}")
        (leaf,) = compiled.arguments
        assert leaf.sharding == "{devices=[2,1]<=[2]}"
        assert str(leaf.layout) == "f32[6,4]{0,1}"
        format = leaf.layout.to_jax(split)
        found = jax.jit(function, in_shardings=format)(jax.device_put(x, format))
        assert np.array_equal(np.asarray(found), x.T * 2)

    NAMES = ("transformer_block", "convolution_net", "scan", "gather", "triangular_solve")

    @pytest.mark.parametrize("name", NAMES)
    def test_programs_run_in_the_layouts_that_are_chosen(self, programs, name):
        function = getattr(programs, name)
        one = programs.Compared(function, programs.programs(1)[function])
        assert one.error < 1e-6
        assert one.planned.copies <= one.plain.copies
        assert one.planned.copied_bytes <= one.plain.copied_bytes
        better = {
            "scan": ["result 1 {2,0,1}"],
            "triangular_solve": ["argument 0 {0,1}", "result 0 {0,1}"],
        }
        assert list(one.changed) == better.get(name, [])
        if name in better:
            assert one.planned.copies < one.plain.copies

    def test_copies_of_the_executable_are_explained_before_layout_assignment(self, programs):
        function = programs.transformer_block
        arguments = programs.programs(1)[function]
        given = programs.given_to_layout_assignment(function, arguments)
        if given is None:
            pytest.skip("XLA's dump has another name")
        copies = given.assign("cpu").copies
        found = hlo.Module.of(programs.executable(function, arguments)).stats()
        assert (len(copies), sum(each.bytes for each in copies) // 2) == (
            found.copies,
            found.copied_bytes,
        )
        assert any("jax_programs.py:" in (each.source or "") for each in copies)
