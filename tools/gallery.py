#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes docs/gallery.md and its pictures from docs/gallery/gallery.toml, by the tool itself.

usage: tools/gallery.py PROGRAM            write them
       tools/gallery.py PROGRAM --check    exit 1 if one is not what the tool draws now
"""

import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs/gallery"
PAGE = ROOT / "docs/gallery.md"

HEAD = """# Gallery

Every picture is drawn by the command above it; `-o picture.svg` after it writes the file. The same
pictures come as LaTeX, HTML, JSON, PNG and text: `tileglot show --help`.
"""


def draw(program, picture):
    command = [program, "show", *shlex.split(picture["show"]), "--as", "svg"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(command)}: exit {done.returncode}\n{done.stderr}")
    return done.stdout


def page_of(sections):
    parts = [HEAD]
    for section in sections:
        parts.append(f"\n## {section['title']}\n")
        for picture in section["picture"]:
            parts.append(
                f"\n### {picture['title']}\n\n{picture['text']}\n\n"
                f"```sh\ntileglot show {picture['show']}\n```\n\n"
                f"![{picture['title']}](gallery/{picture['name']}.svg)\n")
    return "".join(parts)


def files_of(program):
    sections = tomllib.loads((FOLDER / "gallery.toml").read_text())["section"]
    files = {PAGE: page_of(sections)}
    for section in sections:
        for picture in section["picture"]:
            files[FOLDER / f"{picture['name']}.svg"] = draw(program, picture)
    return files


def differences(files):
    for path, text in files.items():
        if not path.exists() or path.read_text() != text:
            yield f"{path.relative_to(ROOT)} is not what the tool draws"
    for path in sorted(FOLDER.glob("*.svg")):
        if path not in files:
            yield f"{path.relative_to(ROOT)} is in no section of gallery.toml"


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--check"]):
        sys.exit(__doc__)
    files = files_of(sys.argv[1])
    if sys.argv[2:] != ["--check"]:
        for path, text in files.items():
            path.write_text(text)
        print(f"gallery: {len(files) - 1} pictures")
        return
    findings = list(differences(files))
    for finding in findings:
        print(f"{finding}; ./dev docs makes it anew")
    print(f"gallery: {len(files) - 1} pictures, {len(findings)} findings")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
