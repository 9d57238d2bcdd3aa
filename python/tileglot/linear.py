# SPDX-License-Identifier: Apache-2.0
"""Triton's linear layouts, under the names of Triton's own class."""

from __future__ import annotations

from tileglot import _tileglot as _ext
from tileglot._errors import refuse as _refuse
from tileglot._tileglot import LinearLayout as LinearLayout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tileglot._types import Bases


def Layout(
    bases: Bases, outs: dict[str, int] | Sequence[str], require_surjective: bool = True
) -> LinearLayout:
    """The layout of basis vectors, as Triton's from_bases: {"lane": [[0, 1], [0, 2]]}.

    outs: the outputs with their sizes, or only their names; then each is as large as the vectors
    need, and every output must be reached.
    """
    listed = [[name, [list(v) for v in vectors]] for name, vectors in _pairs(bases)]
    if isinstance(outs, dict):
        sizes = [[name, size] for name, size in outs.items()]
        return _ext.call("linear.make", listed, sizes, require_surjective)  # type: ignore[no-any-return]
    return _ext.call("linear.make_infer", listed, list(outs))  # type: ignore[no-any-return]


def _pairs(bases: Bases) -> Sequence[tuple[str, Sequence[Sequence[int]]]]:
    return list(bases.items()) if isinstance(bases, dict) else bases


def identity_1d(size: int, in_dim: str, out_dim: str) -> LinearLayout:
    """The layout with L(x) = x."""
    return _ext.call("linear.identity_1d", size, in_dim, out_dim)  # type: ignore[no-any-return]


def strided_1d(size: int, stride: int, in_dim: str, out_dim: str) -> LinearLayout:
    """The layout with L(x) = stride * x."""
    return _ext.call("linear.strided_1d", size, stride, in_dim, out_dim)  # type: ignore[no-any-return]


def zeros_1d(size: int, in_dim: str, out_dim: str, out_size: int = 1) -> LinearLayout:
    """The layout with L(x) = 0."""
    return _ext.call("linear.zeros_1d", size, in_dim, out_dim, out_size)  # type: ignore[no-any-return]


def from_encoding(text: str, shape: Sequence[int]) -> LinearLayout:
    """The layout of an attribute such as #ttg.blocked<{..}> for a tensor of this shape."""
    return _ext.layout(text, shape=shape)  # type: ignore[return-value]


class Conversion:
    """What a change from one distributed layout to another takes: planned, run on simulated warps.

    class_: "none", "register" (registers are renamed), "warp_shuffle" or "shared" (through shared
    memory).
    dims: the inputs that move.
    shuffles, selects, byte_permutes: instructions of a warp.
    shared_stores, shared_loads: instructions of a warp, by kind: {"st.128": 4}.
    warp_barriers, cta_barriers, cluster_barriers: of a warp, a block, a cluster.
    shared_bytes: shared memory of a block.
    extra_wavefronts: what bank conflicts add, in all warps together.
    json: what `tileglot check --convert-to --json` prints of it.

    str() is a summary.
    """

    __slots__ = (
        *("_asked", "_text", "byte_permutes", "class_", "cluster_barriers", "cta_barriers", "dims"),
        *("extra_wavefronts", "json", "selects", "shared_bytes", "shared_loads", "shared_stores"),
        *("shuffles", "warp_barriers"),
    )

    class_: str
    dims: tuple[str, ...]
    shuffles: int
    selects: int
    byte_permutes: int
    shared_stores: dict[str, int]
    shared_loads: dict[str, int]
    warp_barriers: int
    cta_barriers: int
    cluster_barriers: int
    shared_bytes: int
    extra_wavefronts: int
    json: dict[str, Any]

    def __init__(
        self,
        source: LinearLayout,
        target: LinearLayout,
        dtype: str,
        json: dict[str, Any] | None = None,
    ) -> None:
        self._asked = source, target, dtype
        self._text = ""
        self.json = self._plan() if json is None else json
        self.dims = tuple(self.json["dims"])
        self.class_ = self.json["class"]
        for name in type(self).__annotations__.keys() - {"class_", "dims", "json"}:
            setattr(self, name, self.json[name])

    def _plan(self) -> dict[str, Any]:
        from json import loads

        source, target, dtype = self._asked
        options = {"convert_to": str(target), "dtype": dtype, "explain": True}
        text, json, _, _ = _ext.check(source, options)
        self._text = text.partition("\n  conversion  ")[2]
        return loads(json)["conversion"]  # type: ignore[no-any-return]

    def _lines(self, are_instructions: bool) -> str:
        if not self._text:
            self._plan()
        return "\n".join(
            line.strip()
            for number, line in enumerate(self._text.splitlines())
            if (number > 0 and not line.startswith("     ")) == are_instructions
        )

    def explain(self) -> str:
        """The instructions of a thread, one on a line, and the registers of the result.

        r4 is a register, r4.1 an element in it; an address is the xor of what each bit adds, in
        elements.
        """
        return self._lines(True)

    def __str__(self) -> str:
        return self._lines(False)

    def __repr__(self) -> str:
        return str(self)


def conversion(
    a: object, b: object, /, *, dtype: object, shape: Sequence[int] | None = None
) -> Conversion:
    """What a change from one layout of registers, lanes, warps and blocks to another takes.

    a, b: what tileglot.layout reads, both of one tensor. dtype: the type of its elements. shape: of
    the tensor, where the layouts do not say it.

    Raises InvalidError advice.layout, linear.other_tensor, warp.other_threads.
    """
    from tileglot._pictures import element_type

    element = element_type(dtype) or ""
    source, target = (_distributed(x, shape, element) for x in (a, b))
    return Conversion(source, target, element)


def _distributed(x: object, shape: Sequence[int] | None, dtype: str) -> LinearLayout:
    layout = x if isinstance(x, LinearLayout) else _ext.layout(x, shape=shape, dtype=dtype)
    if isinstance(layout, LinearLayout) and layout.ins.keys() <= _THREADS:
        return layout
    _refuse(
        "InvalidError",
        "advice.layout",
        f"{layout} is not a layout of registers and lanes",
        "give inputs register, lane, warp and block, or an attribute such as #ttg.blocked<{..}>",
    )


_THREADS = {"register", "lane", "warp", "block"}
