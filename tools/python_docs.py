#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes docs/reference/python.md: the public names of tileglot and of its submodules.

Signatures and docstrings are those of the extension's stub and of the package's Python files, which
are parsed, not imported; each is written there only. Public are the names in `__all__` of the
package, and those that a submodule defines, or imports `as` themselves, without an underscore. A
paragraph of a docstring that begins with `name: ` is a list of such entries, each after a full stop
or on a line of its own; a line of an example begins with >>>.

usage: tools/python_docs.py            write the page
       tools/python_docs.py --check    exit 1 if it is not what the package says now
"""

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "python/tileglot"
PAGE = ROOT / "docs/reference/python.md"

HEAD = """# Python

<!-- Made by tools/python_docs.py of the package's signatures and docstrings; do not edit. -->

Every public name of the package. [The guide](../guide/python.md) shows how they are used. Arguments
before `/` are given by their place, those after `*` by their name. Offsets and strides count
elements; what counts bytes has `bytes` in its name. Layouts and modules are immutable, and no function prints.

## Types in signatures
"""
# Special methods, as one writes them; of others there is nothing to say.
CALLS = {
    "__call__": "{0}({1})",
    "__getitem__": "{0}[{1}]",
    "__iter__": "iter({0})",
    "__mul__": "{0} * {1}",
}
LONGEST = 100
ENTRY = re.compile(r"(?:^|\n|(?<=\. ))([a-z_]+(?:, [a-z_]+)*): ")
SPECIAL = re.compile(r"(?<!`)__\w+__(?:\(\))?")


def parsed(name):
    return ast.parse((PACKAGE / name).read_text(encoding="utf-8"))


def definitions(name):
    """{name: class or function} of a file, in its order."""
    return {node.name: node for node in parsed(name).body
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and not node.name.startswith("_")}


def public_names():
    """What __all__ of the package lists."""
    lists = (node.value for node in parsed("__init__.py").body
             if isinstance(node, ast.Assign) and node.targets[0].id == "__all__")
    return ast.literal_eval(next(lists))


def imported(name):
    """{name: its name in the extension} of what a submodule hands on."""
    return {one.asname: one.name for node in parsed(name).body if isinstance(node, ast.ImportFrom)
            for one in node.names if one.asname and not one.asname.startswith("_")}


# --- Signatures ---


def arguments_of(function, is_method):
    """`name: type = value` of each argument, with the marks / and *, but without self."""
    parts, depth = [""], 0
    for letter in re.sub(r"(?<=\w|\])=", " = ", ast.unparse(function.args)):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    parts = [part.strip() for part in parts if part.strip()]
    return parts if not is_method else parts[2:] if parts[1:2] == ["/"] else parts[1:]


def is_property(node):
    return any(getattr(each, "id", None) == "property" for each in node.decorator_list)


def signature(function, name, owner=None):
    """name(arguments) -> result, on lines of their own where one is too long."""
    result = "" if function.name == "__init__" else f" -> {ast.unparse(function.returns)}"
    arguments = arguments_of(function, is_method=owner is not None or function.name == "__init__")
    if function.name in CALLS:
        value = re.findall("[A-Z][a-z]+", owner)[-1].lower()
        if function.name != "__call__":
            arguments = [part.partition(":")[0] for part in arguments if part != "/"]
        return CALLS[function.name].format(value, ", ".join(arguments)) + result
    line = f"{name}({', '.join(arguments)}){result}"
    if len(line) <= LONGEST:
        return line
    return f"{name}(\n" + "".join(f"    {part},\n" for part in arguments) + f"){result}"


# --- Markdown ---


def code(text):
    return f"```python\n{text}\n```"


def coded(names):
    return f"`{names.replace(', ', '`, `')}`"


def paragraph(text):
    if text.startswith(">>>"):
        return code(text)
    if not ENTRY.match(text):
        return " ".join(text.split())
    _, *parts = ENTRY.split(text)
    entries = zip(parts[::2], parts[1::2])
    return "\n".join(f"- {coded(names)}: {' '.join(what.split())}" for names, what in entries)


def markdown(node):
    """The docstring."""
    text = ast.get_docstring(node) or ""
    return SPECIAL.sub(r"`\g<0>`", "\n\n".join(paragraph(each) for each in text.split("\n\n")))


def member(node, owner):
    """A property or method as an entry of a list; nothing where it is not for users."""
    is_method = isinstance(node, ast.FunctionDef)
    if not is_method or (node.name.startswith("_") and node.name not in CALLS):
        return ""
    if is_property(node):
        shown = f"{node.name}: {ast.unparse(node.returns)}"
    else:
        shown = signature(node, node.name, owner)
    text = markdown(node)
    if "\n" in shown:
        entry = f"{code(shown)}\n\n{text}"
    else:
        entry = f"`{shown}`" + (f": {text}" if text else "")
    return "- " + re.sub(r"\n(?=.)", "\n  ", entry) + "\n"


def head_of(node):
    """What a function or class is called by; of a class without a call, its attributes."""
    if isinstance(node, ast.FunctionDef):
        return signature(node, node.name)
    typed = [ast.unparse(each) for each in node.body if isinstance(each, ast.AnnAssign)]
    made = [each for each in node.body if getattr(each, "name", None) == "__init__"]
    if made and not typed:
        return signature(made[0], node.name)
    bases = f"({', '.join(map(ast.unparse, node.bases))})" if node.bases else ""
    return "\n    ".join([f"class {node.name}{bases}" + (":" if typed else ""), *typed])


def section(node, module=""):
    """A class or a function under its heading."""
    is_class = isinstance(node, ast.ClassDef)
    members = "".join(member(each, node.name) for each in node.body if is_class)
    parts = (f"### {module}{node.name}", code(head_of(node)), markdown(node), members)
    return "\n\n".join(part for part in parts if part)


# --- The page ---


def types():
    """What signatures name: an assignment with a text after it."""
    body = parsed("_types.py").body
    named = [(node.target.id, text.value.value) for node, text in zip(body, body[1:])
             if isinstance(node, ast.AnnAssign) and isinstance(text, ast.Expr)]
    return "\n".join(f"- `{name}`: {text}" for name, text in named)


def of_package(extension):
    """Functions, then classes, results with their parts, and errors."""
    others = [definitions(f"{name}.py") for name in ("_pictures", "_results")]
    parts = definitions("_reports.py") | definitions("_kernels.py")
    known = {**extension, **others[0], **others[1], **parts, **definitions("_errors.py")}
    named = [node for name, node in known.items() if name in public_names() or name in parts]
    yield "## tileglot"
    for kind in (ast.FunctionDef, ast.ClassDef):
        yield from (section(node) for node in named if isinstance(node, kind))


def of_submodule(name, extension):
    """What it hands on of the extension, then its own functions."""
    yield f"## tileglot.{name}"
    yield markdown(parsed(f"{name}.py"))
    for mine, theirs in imported(f"{name}.py").items():
        if theirs in public_names():
            yield f"### {name}.{mine}\n\nThe same as [{theirs}](#{theirs.lower()})."
        else:
            yield section(extension[theirs], f"{name}.")
    yield from (section(node, f"{name}.") for node in definitions(f"{name}.py").values())


def page():
    extension = definitions("_tileglot.pyi")
    sections = [HEAD.rstrip(), types(), *of_package(extension)]
    for name in ("cute", "linear", "files", "hlo"):
        sections += of_submodule(name, extension)
    return "\n\n".join(each.strip("\n") for each in sections) + "\n"


def main():
    if sys.argv[1:] != ["--check"]:
        PAGE.write_text(page(), encoding="utf-8")
        return 0
    is_same = PAGE.exists() and PAGE.read_text(encoding="utf-8") == page()
    state = "as the package says" if is_same else "out of date; run tools/python_docs.py"
    print(f"python page: {state}")
    return 0 if is_same else 1


if __name__ == "__main__":
    sys.exit(main())
