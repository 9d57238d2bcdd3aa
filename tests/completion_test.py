#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Completes lines in real shells with the scripts that the program makes, and reads its manual.

Whatever `--help` lists is to be in every script and in the manual. A shell that is not installed is
a SKIP.

usage: tests/completion_test.py PROGRAM
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = None

OPTION = re.compile(r"^  (?:(-\w),)?(--[\w-]+|-\w)", re.MULTILINE)
COMMAND = re.compile(r"^  (\w[\w-]*) {2,}", re.MULTILINE)

# The line up to the cursor, and what is offered.
OFFERS = [
    ("tileglot rel", ["relayout"]),
    ("tileglot hlo nor", ["normalize"]),
    ("tileglot hlo ", ["print", "verify", "stats", "assign", "pass", "normalize", "diff", "compile", "run"]),
    ("tileglot check --sug", ["--suggest"]),
    ("tileglot convert 4:1 --to on", ["onednn"]),
    ("tileglot convert --to numpy --dt", ["--dtype"]),
    ("tileglot eval --semantics ", ["exact", "cute-cpp"]),
    ("tileglot eval coalesce_", ["coalesce_by_mode", "coalesce_shape"]),
    ("tileglot --color ", ["auto", "always", "never"]),
    ("tileglot hlo pass lay", ["layout-assignment", "layout_normalization"]),
    ("tileglot hlo assign --target c", ["cpu"]),
    ("tileglot check --target t", ["tpu"]),
    ("tileglot completion ", ["bash", "zsh", "fish"]),
    ("tileglot relayout w", ["weights.npy"]),
    ("tileglot relayout weights.npy -o o", ["other.npy"]),
    ("tileglot hlo verify mod", ["module.hlo"]),
    ("tileglot show ", []),
]

BASH = r"""
source "$1"
COMP_WORDS=("${@:2}")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_tileglot tileglot "${COMP_WORDS[COMP_CWORD]}"
printf '%s\n' "${COMPREPLY[@]}"
"""

def run(*command, folder=None, **more):
    path = f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "HOME": str(folder or "/nonexistent"), "MANWIDTH": "100"}
    return subprocess.run(command, cwd=folder, text=True, capture_output=True, timeout=60, env=env,
                          check=False, **more)


def helps():
    """{path of a command: its help}"""
    names = {""}
    script = run(PROGRAM, "completion", "bash").stdout
    for listed in re.findall(r"^    \((.*)\) return 0 ;;", script, re.MULTILINE):
        names.update(re.findall(r"'([^']+)'", listed))
    return {name: run(PROGRAM, *name.split(), "--help").stdout for name in names if name}


class CompletionTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = Path(self.temporary.name)
        for name in ["weights.npy", "other.npy", "module.hlo"]:
            (self.folder / name).touch()

    def script(self, shell):
        done = run(PROGRAM, "completion", shell)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        path = self.folder / f".{shell}-script"
        path.write_text(done.stdout, encoding="utf-8")
        return path

    def need(self, shell):
        if shutil.which(shell) is None:
            self.skipTest(f"SKIP: {shell} is not installed")

    def bash(self, *words):
        script = self.script("bash")
        done = run("bash", "-c", BASH, "bash", script, *words, folder=self.folder)
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def test_values_stand_where_they_belong(self):
        for line, offered in OFFERS:
            with self.subTest(shell="bash", line=line):
                self.assertEqual(sorted(self.bash(*line.split(" "))), sorted(offered))

    def test_bash_cuts_words_at_colons_and_equals_signs(self):
        for words, offered in [
            (["tileglot", "hlo", "assign", "--target", "gpu", ":", "sm_9"], ["sm_90"]),
            (["tileglot", "hlo", "assign", "--target", "gpu", ":", "sm_7"],
             ["sm_70", "sm_72", "sm_75"]),
            (["tileglot", "index", "--color", "=", "al"], ["always"]),
            (["tileglot", "index", "--color", "="], ["auto", "always", "never"]),
            (["tileglot", "index", "--from-notation", "=", "mli"], ["mlir"]),
            (["tileglot", "hlo", "pass", "layout-assignment", "mod"], ["module.hlo"]),
            (["tileglot", "--color", "never", "verify", "--against-"], ["--against-layout"]),
        ]:
            with self.subTest(words=words):
                self.assertEqual(sorted(self.bash(*words)), sorted(offered))
        after_colon = self.bash("tileglot", "hlo", "assign", "--target", "gpu", ":")
        self.assertIn("sm_90", after_colon)
        self.assertTrue(all(word.startswith("sm_") for word in after_colon), after_colon)

    def test_files_with_blanks_are_one_word(self):
        (self.folder / "my weights.npy").touch()
        script = self.script("bash")
        done = run("bash", "-c", BASH, "bash", script, "tileglot", "inspect", "my",
                   folder=self.folder)
        self.assertEqual(done.stdout, "my weights.npy\n")

    def test_fish_offers_the_same(self):
        self.need("fish")
        script = self.script("fish")
        for line, offered in OFFERS:
            with self.subTest(line=line):
                done = run("fish", "--no-config", "-c", f"source {script}; complete -C '{line}'",
                           folder=self.folder)
                self.assertEqual(done.stderr, "")
                words = [row.split("\t")[0] for row in done.stdout.splitlines()]
                self.assertEqual(sorted(words), sorted(offered))

    def test_zsh_offers_the_same(self):
        self.need("zsh")
        script = self.script("zsh")
        for line, offered in OFFERS:
            with self.subTest(line=line):
                self.assertEqual(sorted(self.zsh(script, line)), sorted(offered))

    def zsh(self, script, line):
        """The line is typed in a terminal of zsh's own, and what the function adds is written down."""
        done = run("zsh", "-f", "-c", r"""
            zmodload zsh/zpty
            zpty shell zsh -f -i
            zpty -w shell "PS1=; autoload -Uz compinit; compinit -u -d $PWD/.dump; source $1"
            zpty -w shell 'compadd() { local -a found; builtin compadd -O found "$@";
              print -rl -- $found >>.offered; builtin compadd "$@" }; print ready >.ready'
            repeat 200; do [[ -e .ready ]] && break; sleep 0.05; done
            zpty -w -n shell "$2"$'\t'
            zpty -w -n shell $'\C-u'" print done >.done"$'\n'
            repeat 200; do [[ -e .done ]] && break; sleep 0.05; done
            zpty -d shell
            rm -f .ready .done
            [[ -e .offered ]] && cat .offered
            rm -f .offered
            true""", "zsh", script, line, folder=self.folder)
        self.assertEqual(done.stderr, "")
        return sorted(set(done.stdout.split()))

    def test_every_option_of_every_help_is_everywhere(self):
        scripts = {shell: run(PROGRAM, "completion", shell).stdout for shell in ["bash", "zsh", "fish"]}
        manual = run(PROGRAM, "man").stdout
        pages = helps()
        self.assertGreater(len(pages), 18)
        seen = 0
        for path, text in pages.items():
            options = text.partition("Options:")[2].partition("\n\n")[0]
            section = manual.partition(f".SS tileglot {path}\n")[2].partition(".SS ")[0]
            general = manual.partition(".SH GENERAL OPTIONS\n")[2].partition(".SH ")[0]
            for short, name in OPTION.findall(options):
                seen += 1
                with self.subTest(command=path, option=name):
                    escaped = name.replace("-", r"\-")
                    self.assertIn(rf"\fB{escaped}\fR", section + general)
                    offered = self.options_of(scripts["bash"], path)
                    self.assertLessEqual({name, short} - {""}, offered)
                    self.assertRegex(scripts["zsh"],
                                     rf"\('{path}'\) offered=\([^)]*'{re.escape(name)}[:']")
                    self.assertRegex(scripts["fish"],
                                     rf'__tileglot_at "{path}".* -l {name[2:]} ')
        self.assertGreater(seen, 150)

    @staticmethod
    def options_of(script, path):
        listed = script.partition("_tileglot_options() {")[2].partition("}")[0]
        for patterns, takes in re.findall(r"^    \((.*)\) takes='(.*)' ;;", listed, re.MULTILINE):
            if f"'{path}'" in patterns.split(" | "):
                return set(takes.split())
        return set()

    def test_the_scripts_have_no_faults(self):
        for shell in ["bash", "zsh", "fish"]:
            with self.subTest(shell=shell):
                self.need(shell)
                done = run(shell, "-n", self.script(shell))
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_the_manual_is_set_without_warnings(self):
        self.need("groff")
        page = self.folder / "tileglot.1"
        page.write_text(run(PROGRAM, "man").stdout, encoding="utf-8")
        done = run("groff", "-man", "-ww", "-z", "-Tutf8", page)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        shown = run("groff", "-man", "-Tascii", page).stdout
        self.assertIn("GENERAL OPTIONS", re.sub(r".\x08", "", shown))

    def test_json_has_the_text(self):
        done = run(PROGRAM, "completion", "fish", "--json")
        self.assertTrue(done.stdout.startswith('{"version":1,"ok":true,"text":"# fish'))
        self.assertIn("did you mean 'fish'?", run(PROGRAM, "completion", "fihs").stderr)


if __name__ == "__main__":
    PROGRAM = Path(sys.argv.pop(1)).resolve()
    unittest.main()
