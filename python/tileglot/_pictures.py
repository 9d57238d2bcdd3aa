# SPDX-License-Identifier: Apache-2.0
"""Pictures of layouts."""

from __future__ import annotations

from math import prod

from tileglot import _tileglot as ext
from tileglot._errors import Error, InvalidError, refuse

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Container
    from typing import Any, NoReturn

_FORMS = {".svg": "svg", ".html": "html", ".tex": "latex", ".json": "json", ".txt": "table"}
# A notebook's file keeps every picture, so the one of a layout alone is small and readable.
_MOST_CELLS = 1024
_WINDOW = "0:32,0:32"
_WINDOW_OF_SLICES = "0:8,0:16"  # eight are drawn
_MOST_BYTES_WITH_TITLES = 500_000


class Picture:
    """A drawing of a layout: str() is its text, and svg, html, latex and json are other forms.

    note: what the picture leaves out. Each form is drawn when it is first asked for. A notebook
    shows the SVG.
    """

    __slots__ = ("_drawn", "_layout", "_options", "note")

    note: str

    def __init__(self, layout: ext.Layout, options: dict[str, Any]) -> None:
        self._layout = layout
        self._options = options
        self._drawn: dict[str, str] = {}
        self.note = self._answer("table")[3].removesuffix("\n")

    def _answer(self, form: str) -> tuple[str, str, int, str]:
        answer = ext.show(self._layout, form, self._options)
        self._drawn[form] = answer[0]
        return answer

    def _form(self, form: str) -> str:
        return self._drawn[form] if form in self._drawn else self._answer(form)[0]

    @property
    def svg(self) -> str:
        """An SVG with a background of its own, which needs no script and no font."""
        return self._form("svg")

    @property
    def html(self) -> str:
        """A page that shows what a cell is while the pointer is over it."""
        return self._form("html")

    @property
    def latex(self) -> str:
        """A document of TikZ, for standalone."""
        return self._form("latex")

    @property
    def json(self) -> dict[str, Any]:
        """Facts of the layout, and under "picture" the panels with all their cells."""
        import json

        return json.loads(self._form("json"))  # type: ignore[no-any-return]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a file in the form of its ending: .svg, .html, .tex, .json or .txt.

        A file that is there is replaced once the new one is whole.

        Raises InvalidError show.as for another ending, OSError where the file cannot be written.
        """
        import os
        from pathlib import Path

        file = Path(path)
        form = _FORMS.get(file.suffix.lower())
        if form is None:
            _refuse_ending(file.suffix.lower())
        text = self._form(form)
        beside = file.with_name(f".{file.name[:200]}.{os.getpid()}.part")
        try:
            beside.write_text(text, encoding="utf-8", newline="\n")
            beside.replace(file)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise

    def _repr_mimebundle_(
        self, include: Container[str] | None = None, exclude: Container[str] | None = None
    ) -> dict[str, str]:
        return _bundle(self.svg, str(self), include, exclude)

    def __str__(self) -> str:
        return (self._form("table") + self.note).removesuffix("\n")

    def __repr__(self) -> str:
        return str(self)


def show(
    layout: ext.Layout,
    view: str | None = None,
    *,
    color: str | None = None,
    label: str | None = None,
    palette: str = "safe",
    theme: str = "light",
    fold: str | None = None,
    crop: str | None = None,
    every: int = 1,
    group: int = 1,
    per_row: int | None = None,
    side_by_side: object | None = None,
    against: object | None = None,
    relayout_to: object | None = None,
    gather: object | None = None,
    access: str | None = None,
    dtype: object | None = None,
) -> Picture:
    """Draws the layout: Layout.show."""
    element = None if dtype is None else element_type(dtype)
    options = {
        "view": view,
        "color": color,
        "label": label,
        "palette": palette,
        "theme": theme,
        "fold": fold,
        "crop": crop,
        "every": every,
        "group": group,
        "per_row": per_row,
        "side_by_side": text_like(layout, side_by_side, element),
        "against": text_like(layout, against, element),
        "relayout_to": text_like(layout, relayout_to, element),
        "gather": text_like(layout, gather, element),
        "access": access,
        "dtype": element,
    }
    return Picture(layout, {name: value for name, value in options.items() if value is not None})


def mimebundle(
    layout: ext.Layout,
    include: Container[str] | None = None,
    exclude: Container[str] | None = None,
) -> dict[str, str]:
    """What a notebook shows for a layout that ends a cell: at most 1024 of its elements.

    Of larger ones these are the first 32 rows and columns, or less of several slices. Only the
    repr where there is no picture: a cell never raises.
    """
    options = {"theme": "light"}
    try:
        if _cells_of(layout) > _MOST_CELLS:
            options["crop"] = _WINDOW if len(tensor_of(layout)) <= 2 else _WINDOW_OF_SLICES
        svg = ext.show(layout, "svg", options)[0]
    except (Error, MemoryError):
        svg = ""
    return _bundle(svg, repr(layout), include, exclude)


def _cells_of(layout: ext.Layout) -> int:
    """With the padding of tiles, which is drawn."""
    if isinstance(layout, (ext.XlaLayout, ext.MappedLayout)):
        return max(layout.size, layout.codomain_size)
    return prod(tensor_of(layout))


def _bundle(
    svg: str, text: str, include: Container[str] | None, exclude: Container[str] | None
) -> dict[str, str]:
    """No HTML: notebooks distrust its script."""
    forms = {"image/svg+xml": _without_keys(svg), "text/plain": text}
    return {
        kind: form
        for kind, form in forms.items()
        if form and (include is None or kind in include) and (not exclude or kind not in exclude)
    }


def _without_keys(svg: str) -> str:
    """Without what scripts read, and without the titles of cells where these are too many."""
    import re

    svg = re.sub(r' data-[a-z-]+="[^"]*"', "", svg)
    if len(svg) > _MOST_BYTES_WITH_TITLES:
        svg = re.sub(r"(<g [^>]*>)<title>[^<]*</title>", r"\1", svg)
    return svg


def _refuse_ending(ending: str) -> NoReturn:
    if ending == ".png":
        help = "save a .svg; rsvg-convert makes a PNG of it, as `tileglot show -o FILE.png` does"
    else:
        help = "name a .svg, .html, .tex, .json or .txt"
    what = f"as {ending}" if ending else "into a file without an ending"
    refuse("InvalidError", "show.as", f"no picture is written {what}", help)


# --- layouts beside another -----------------------------------------------------------------------


def element_type(dtype: object) -> str | None:
    """The library's name of an element type in any library's words."""
    return ext.layout("{0}", shape=(1,), dtype=dtype).dtype


def tensor_of(layout: ext.Layout) -> tuple[int, ...]:
    """The extents of the tensor: the outputs where threads or offsets hold its elements."""
    if isinstance(layout, ext.LinearLayout) and "offset" not in layout.outs:
        return tuple(layout.outs.values())
    return layout.extents


def layout_like(layout: ext.Layout, x: object, dtype: str | None = None) -> ext.Layout:
    """What x says; where it lacks a shape or a type, it has those of the other layout."""
    try:
        return ext.layout(x)
    except (InvalidError, TypeError):
        pass
    return ext.layout(x, shape=tensor_of(layout), dtype=dtype or layout.dtype)


def text_like(layout: ext.Layout, x: object, dtype: str | None = None) -> str | None:
    """The text of layout_like, which says its shape itself; None for None."""
    if x is None:
        return None
    like = layout_like(layout, x, dtype)
    text = str(like)
    try:
        says_all = ext.layout(text) == like
    except InvalidError:
        says_all = False
    return text if says_all else str(like.to_cute())
