#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""web.py: builds the playground from web/ and its modules.

usage: tools/web.py [--modules FOLDER] [--no-types] [--check-sizes]
       tools/web.py --unit

The modules are layouts.wasm, tileglot.wasm and hlo.wasm in FOLDER, build/web by default. Needs tsc,
esbuild and node. Writes

    build/web/site/          what a host serves: index.html, app-HASH.js and .css, screens-HASH.js
                             and .css, layouts-HASH.wasm.gz, tileglot-HASH.wasm.gz,
                             hlo-HASH.wasm.gz, tileglot.html, the licenses, .nojekyll
    build/web/tileglot.html  the page as one file that opens offline

--no-types     does not run tsc
--check-sizes  exits 1 where a size is above its budget in web/tests/budget.json
--unit         only bundles web/tests/unit and runs it under node
"""
import argparse
import base64
import gzip
import hashlib
import html
import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
OUT = ROOT / "build/web"
MADE = OUT / "made"
PACKED = OUT / "packed"
SITE = OUT / "site"
BROWSERS = ["--target=es2021", "--charset=utf8", "--minify", "--log-level=warning"]

# The first is wanted by every visit, the others once they are asked. The second has all of the first.
MODULES = ["layouts", "tileglot", "hlo"]

# The picture that a first visit sees at once, before any script has run.
STORY = {"layout": "Sw<3,3,3> o 0 o (8,64):(64,1)", "side_by_side": "(8,64):(64,1)", "dtype": "f16",
         "group": 8, "color": "bank", "label": "bank"}

# What the modules link, by the name of Debian's package, which has the notice.
LINKED = {"{fmt}": "libfmt-dev", "JSON for Modern C++": "nlohmann-json3-dev",
          "tl::expected": "libexpected-dev", "libc++": "libc++-19-dev-wasm32",
          "compiler-rt": "libclang-rt-19-dev-wasm32", "wasi-libc": "wasi-libc"}


def run(*command):
    try:
        done = subprocess.run([str(word) for word in command], cwd=ROOT, check=False)
    except FileNotFoundError:
        sys.exit(f"web.py: {command[0]} is not installed")
    if done.returncode != 0:
        sys.exit(f"web.py: {command[0]} failed")


def write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def examples():
    """web/examples.toml as a list; the tables of an example may have any name."""
    read = tomllib.loads((WEB / "examples.toml").read_text(encoding="utf-8"))
    rows = [row for table in read.values() for row in table]
    for row in rows:
        if missing := {"name", "group", "sentence", "link"} - row.keys():
            sys.exit(f"web.py: examples.toml: {row} has no {', '.join(sorted(missing))}")
    return [{key: row[key] for key in ("name", "group", "sentence", "link")} for row in rows]


def bundle():
    """The bytes of app.js, app.css, screens.js and screens.css, by name."""
    run("esbuild", "web/src/worker.ts", "--bundle", "--format=iife", *BROWSERS,
        f"--outfile={MADE / 'worker.txt'}")
    for name, entry in {"app": "main", "screens": "screens"}.items():
        run("esbuild", f"web/src/{entry}.ts", "--bundle", "--format=iife", *BROWSERS,
            f"--alias:made={MADE}", f"--outfile={MADE / name}.js")
    return {name: (MADE / name).read_bytes()
            for name in ("app.js", "app.css", "screens.js", "screens.css")}


def asked(module, verb, of):
    """What a module replies to a request."""
    request = json.dumps({"do": verb, "of": of})
    try:
        done = subprocess.run(["node", WEB / "tests/ask.mjs", "--module", module, request],
                              capture_output=True, text=True, timeout=60, check=False)
    except FileNotFoundError:
        sys.exit("web.py: node is not installed")
    reply = json.loads(done.stdout) if done.returncode == 0 else {"ok": False}
    if not reply["ok"]:
        sys.exit(f"web.py: {module.name} did not answer {request}: {done.stderr or done.stdout}")
    return reply


def listed(content):
    """JSON as an element of the page holds it."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return text.replace("</", "<\\/")


def words(module):
    """What the page begins with, so that it need not wait for the module."""
    reply = asked(module, "words", {})
    return {key: reply[key] for key in reply if key not in ("v", "id", "ok", "exit")}


def story(module):
    of = {"of": {"verb": "show", **STORY}, "as": "svg", "theme": "auto"}
    return re.sub(r"^<\?xml.*?\?>\s*", "", asked(module, "export", of)["text"]).strip()


def story_command():
    options = [f"--{key.replace('_', '-')} {shlex.quote(str(value))}"
               for key, value in STORY.items() if key != "layout"]
    return html.escape(f"tileglot show {shlex.quote(STORY['layout'])} {' '.join(options)}", quote=True)


def licenses():
    parts = [f"Tileglot\n\n{(ROOT / 'LICENSE').read_text(encoding='utf-8')}"]
    for name, package in LINKED.items():
        notice = Path(f"/usr/share/doc/{package}/copyright")
        if notice.exists():
            text = notice.read_text(encoding="utf-8", errors="replace")
            parts.append(f"{name}, which the modules contain\n\n{text}")
        else:
            print(f"web.py: {package} is not installed; licenses.txt lacks the notice of {name}")
    return f"\n{'=' * 100}\n".join(parts)


def hashed(content, name, ending):
    return f"{name}-{hashlib.sha256(content).hexdigest()[:10]}.{ending}"


def filled(page, **slots):
    for slot, content in slots.items():
        marker = f"<!-- {slot} -->"
        if marker not in page:
            sys.exit(f"web.py: index.html has no {marker}")
        page = page.replace(marker, content)
    return page


def data_elements(attributes):
    """Elements that hold no text of their own, each with its data-ATTRIBUTES by its id."""
    return "\n".join(
        f'<script type="text/plain" id="{name}"'
        + "".join(f' data-{key}="{value}"' for key, value in of.items()) + "></script>"
        for name, of in attributes.items())


def write_site(page, modules, bundled):
    shutil.rmtree(SITE, ignore_errors=True)
    names = {}
    for name, content in {**{f"{name}.wasm.gz": modules[name] for name in MODULES}, **bundled}.items():
        names[name] = write(SITE / hashed(content, *name.split(".", 1)), content).name
    head = (f'<link rel="stylesheet" href="{names["app.css"]}">\n'
            f'<link rel="preload" as="fetch" crossorigin href="{names[f"{MODULES[0]}.wasm.gz"]}">\n'
            f'<script defer src="{names["app.js"]}"></script>')
    elements = {f"{name}-module": {"address": names[f"{name}.wasm.gz"]} for name in MODULES}
    elements["screens-script"] = {"script": names["screens.js"], "style": names["screens.css"]}
    index = filled(page, style=head, modules=data_elements(elements), script="")
    write(SITE / "licenses.txt", licenses())
    write(SITE / ".nojekyll", "")
    return write(SITE / "index.html", index)


def base85(content):
    """As module.ts reads it: without '<', which HTML could take for the beginning of a tag."""
    return base64.b85encode(content).decode().replace("<", ",")


def write_one_file(page, modules, bundled):
    """The whole page in a file. Its policy allows the one script and no address at all."""
    scripts = [bundled[name].decode().strip() for name in ("screens.js", "app.js")]
    text = "\n".join(scripts).replace("</script", "<\\/script")
    style = "\n".join(bundled[name].decode().strip() for name in ("app.css", "screens.css"))
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    page, changed = re.subn(r"script-src 'self'", f"script-src 'sha256-{digest}'", page)
    page, again = re.subn(r" connect-src 'self';", "", page)
    if (changed, again) != (1, 1):
        sys.exit("web.py: the content policy of index.html is not the one that this tool rewrites")
    elements = [f'<script type="text/plain" id="{name}-module">{base85(modules[name])}</script>'
                for name in MODULES[1:]]
    content = filled(page, style=f"<style>{style}</style>", modules="\n".join(elements),
                     script=f"<script>{text}</script>")
    shutil.copy(write(OUT / "tileglot.html", content), SITE / "tileglot.html")
    return OUT / "tileglot.html"


def packed(content):
    return gzip.compress(content, 9, mtime=0)


def packed_module(file):
    """By zopfli where it is installed: the same format, five percent smaller, in 15 seconds."""
    content = file.read_bytes()
    kept = PACKED / hashed(content, file.stem, "gz")
    if not kept.exists():
        if shutil.which("zopfli"):
            made = subprocess.run(["zopfli", "-c", file], stdout=subprocess.PIPE, check=True).stdout
        else:
            made = packed(content)
        write(kept, made)
    return kept.read_bytes()


def check_sizes(sizes):
    """Prints each size beside its budget and tells whether all are within."""
    budget = json.loads((WEB / "tests/budget.json").read_text(encoding="utf-8"))
    is_within = True
    for name, limits in budget.items():
        size = sizes[name] / 1000
        verdict = "ok"
        if size > limits["most_kb"]:
            verdict, is_within = "TOO LARGE", False
        elif size > limits["goal_kb"]:
            verdict = "above the goal"
        print(f"{size:8.1f} KB of {limits['goal_kb']:4} (fails at {limits['most_kb']:4})"
              f"  {limits['what']}: {verdict}")
    return is_within


def build(options):
    if not options.no_types:
        run("tsc", "--noEmit", "-p", "web")
    files = {name: options.modules / f"{name}.wasm" for name in MODULES}
    for file in files.values():
        if not file.exists():
            sys.exit(f"web.py: {file} is missing: build the preset web first")
    bundled = bundle()
    modules = {name: packed_module(file) for name, file in files.items()}
    page = filled((WEB / "index.html").read_text(encoding="utf-8"), story=story(files["tileglot"]),
                  command=story_command(), examples=listed(examples()),
                  words=listed(words(files["layouts"])))
    index = write_site(page, modules, bundled)
    one_file = write_one_file(page, modules, bundled)
    size = {name: len(packed(content)) for name, content in bundled.items()}
    is_within = check_sizes({
        "module": len(modules["layouts"]), "operations": len(modules["tileglot"]),
        "hlo": len(modules["hlo"]), "page": size["app.js"] + size["app.css"],
        "screens": size["screens.js"] + size["screens.css"],
        "index": len(packed(index.read_bytes())), "offline": one_file.stat().st_size})
    return 1 if options.check_sizes and not is_within else 0


def unit():
    """Runs the tests of the page's own logic."""
    folder = OUT / "unit"
    shutil.rmtree(folder, ignore_errors=True)
    tests = sorted((WEB / "tests/unit").glob("*.test.ts"))
    run("esbuild", *tests, "--bundle", "--platform=node", "--format=esm", "--target=node18",
        "--log-level=warning", f"--outdir={folder}", "--out-extension:.js=.mjs")
    run("node", "--test", *sorted(folder.glob("*.mjs")))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--modules", type=Path, default=OUT)
    parser.add_argument("--no-types", action="store_true")
    parser.add_argument("--check-sizes", action="store_true")
    parser.add_argument("--unit", action="store_true")
    options = parser.parse_args()
    if options.unit:
        return unit()
    return build(options)


if __name__ == "__main__":
    sys.exit(main())
