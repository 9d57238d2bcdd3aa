#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What ./dev and its parts say where something is missing, wrong or made otherwise."""

import fnmatch
import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PRESETS = """{"version": 6, "configurePresets": [
  {"name": "plain", "generator": "Ninja", "binaryDir": "${sourceDir}/build/plain",
   "toolchainFile": "${sourceDir}/plain.cmake", "cacheVariables": {"SPEED": "%s"}}]}
"""


class Folder(unittest.TestCase):
    """Each test has an empty folder, and programs of its own before those of the machine."""

    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = Path(made.name)
        (self.folder / "bin").mkdir()

    def pretend(self, program, script):
        path = self.folder / "bin" / program
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)

    def bash(self, script, **variables):
        """In a group of its own, as a terminal's, so that a signal to all of it stays there."""
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        return subprocess.run(
            ["bash", "-c", f". '{ROOT}/tools/packages.sh'; . '{ROOT}/tools/stages.sh'; set -uo pipefail; {script}"],
            cwd=self.folder, capture_output=True, text=True, check=False, start_new_session=True,
            env={**os.environ, "PATH": path, **variables})


class Packages(Folder):
    def setUp(self):
        super().setUp()
        self.pretend("dpkg-query", "exit 1")

    def test_without_root_it_names_what_is_missing_and_the_command(self):
        self.pretend("id", "echo 1000")
        done = self.bash("PATH=$PWD/bin; install_packages one two")
        self.assertEqual(done.returncode, 1)
        self.assertIn("error: these packages are missing: one two", done.stderr)
        self.assertIn("as root, run: apt-get install one two", done.stderr)

    def test_without_a_network_it_names_what_is_missing(self):
        self.pretend("id", "echo 0")
        self.pretend("apt-get", "echo no route to the server >&2; exit 100")
        done = self.bash("install_packages one")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no route to the server", done.stderr)
        self.assertIn("error: these packages are missing and could not be installed: one", done.stderr)

    def test_nothing_is_asked_for_where_all_is_there(self):
        self.pretend("dpkg-query", "printf installed")
        self.pretend("apt-get", "exit 100")
        self.assertEqual(self.bash("install_packages one two").returncode, 0)


class BuildFolder(Folder):
    def setUp(self):
        super().setUp()
        self.presets("fast")
        self.cache = self.folder / "build/plain/CMakeCache.txt"

    def presets(self, speed):
        (self.folder / "CMakePresets.json").write_text(PRESETS % speed, encoding="utf-8")
        (self.folder / "CMakeLists.txt").write_text("project(plain)\n", encoding="utf-8")
        self.toolchain("set(LANES 1)")

    def toolchain(self, line):
        (self.folder / "plain.cmake").write_text(line + "\n", encoding="utf-8")

    def refresh(self, **variables):
        """Whether a folder that was configured before survives, and what is said."""
        self.cache.parent.mkdir(parents=True, exist_ok=True)
        self.cache.touch()
        done = self.bash("refresh_build_folder plain", **variables)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.cache.exists(), done.stderr

    def test_a_folder_made_alike_is_kept(self):
        self.refresh()
        self.assertEqual(self.refresh(), (True, ""))

    def test_another_preset_compiler_or_flag_makes_it_anew_and_says_so(self):
        self.refresh()
        self.presets("slow")
        kept, said = self.refresh()
        self.assertFalse(kept)
        self.assertIn('SPEED="fast"', said)
        self.assertIn('SPEED="slow"', said)
        for name, value in (("CXXFLAGS", "-Og"), ("CXX", "g++"), ("TILEGLOT_UNITY", "OFF")):
            kept, said = self.refresh(**{name: value})
            self.assertFalse(kept, name)
            self.assertIn(f"{name}={value}", said)
            self.refresh()

    def test_another_toolchain_makes_it_anew_and_says_so(self):
        self.refresh()
        self.toolchain("set(LANES 2)")
        kept, said = self.refresh()
        self.assertFalse(kept)
        self.assertIn("< set(LANES 1)", said)
        self.assertIn("> set(LANES 2)", said)

    def test_the_compiler_that_a_toolchain_names_is_asked(self):
        self.pretend("wasm++", "echo version 3")
        for line in ("set(CMAKE_CXX_COMPILER wasm++)", '  set(CMAKE_CXX_COMPILER "wasm++")',
                     "SET ( CMAKE_CXX_COMPILER\n  wasm++ CACHE STRING said)  # for the web",
                     "if(TRUE)\n\tset(CMAKE_CXX_COMPILER wasm++)\nendif()"):
            self.toolchain(line)
            done = self.bash("compiler_version plain", CXX="c++")
            self.assertEqual((done.stdout, done.stderr), ("version 3\n", ""), line)

    def test_where_a_toolchain_names_no_compiler_the_preset_does_or_else_cxx(self):
        self.pretend("g+++", "echo version 4")
        self.assertEqual(self.bash("compiler_version plain", CXX="g+++ -m32").stdout, "version 4\n")
        (self.folder / "CMakePresets.json").write_text(
            (PRESETS % "fast").replace('"SPEED"', '"CMAKE_CXX_COMPILER": "g+++", "SPEED"'), encoding="utf-8")
        self.assertEqual(self.bash("compiler_version plain", CXX="c++").stdout, "version 4\n")

    def test_a_toolchain_that_cannot_be_read_is_refused(self):
        self.toolchain("set(CMAKE_CXX_COMPILER")
        done = self.bash("refresh_build_folder plain")
        self.assertEqual(done.returncode, 1)
        self.assertIn("plain.cmake", done.stderr)

    def test_a_folder_of_unknown_making_is_made_anew(self):
        kept, said = self.refresh()
        self.assertFalse(kept)
        self.assertIn("build/plain was built with other settings; rebuilding it", said)

    def test_a_full_disk_is_called_so(self):
        self.pretend("df", "printf 'head\\ndisk 100 97 3 97%% /\\n'")
        said = self.bash("explain_full_disk").stderr
        self.assertIn("error: the disk is full", said)
        self.assertIn("has 3 MiB left", said)
        self.pretend("df", "printf 'head\\ndisk 100000 97 90000 1%% /\\n'")
        self.assertEqual(self.bash("explain_full_disk").stderr, "")


class Stages(Folder):
    def test_a_stage_says_what_it_took_and_counts_its_tests(self):
        done = self.bash("stage one echo '3 passed, 0 failed'; stage two false; finish_stages")
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stdout, r"=== one: passed, \d+ core-seconds, \d+ s")
        self.assertIn("failed: two\n3 passed, 1 failed", done.stdout)

    def test_the_time_of_children_is_counted(self):
        burn = "import time\nwhile time.process_time() < 1.5: pass"
        done = self.bash(f"stage one python3 -c '{burn}'; core_seconds")
        self.assertGreaterEqual(int(done.stdout.splitlines()[-1]), 1, done.stdout)


class TestSupport(Folder):
    def test_headers_alone_are_a_library_and_its_users_find_what_it_needs(self):
        """Without a language, so that no compiler is asked."""
        (self.folder / "CMakeLists.txt").write_text(f"""
            cmake_minimum_required(VERSION 3.25)
            project(plain LANGUAGES NONE)
            list(APPEND CMAKE_MODULE_PATH "{ROOT}/cmake")
            include(TileglotPackage)
            add_library(tileglot::core INTERFACE IMPORTED)
            add_library(tileglot::map INTERFACE IMPORTED)
            add_library(rapidcheck INTERFACE IMPORTED)
            tileglot_add_tests(core TEST_SUPPORT any_word.h)
            tileglot_add_tests(map USES core TEST_SUPPORT any_map.h any_dice.h)
            get_target_property(type tileglot_map_test_support TYPE)
            get_target_property(links tileglot_map_test_support INTERFACE_LINK_LIBRARIES)
            message(STATUS "${{type}}: ${{links}}")
            """, encoding="utf-8")
        done = self.bash("cmake -G Ninja .", TILEGLOT_UNITY="OFF", TILEGLOT_PRECOMPILE="OFF")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("INTERFACE_LIBRARY: tileglot::map;tileglot::core;tileglot_core_test_support\n", done.stdout)


class Laws(Folder):
    def said_by_a_test(self, script, **variables):
        self.pretend("ctest", 'echo "share ${TILEGLOT_LAW_SHARE-of the laws}"')
        return self.bash(script, **variables).stdout

    def test_with_sanitizers_they_have_fewer_cases(self):
        for preset, share in (("asan", "60"), ("tsan", "60"), ("dev", "of the laws")):
            self.assertIn(f"share {share}\n", self.said_by_a_test(f"unset TILEGLOT_LAW_SHARE; run_tests {preset}"))

    def test_an_exported_share_wins(self):
        for preset in ("asan", "tsan", "dev"):
            said = self.said_by_a_test(f"run_tests {preset}", TILEGLOT_LAW_SHARE="10")
            self.assertIn("share 10\n", said)
        self.assertNotIn("TILEGLOT_LAW_SHARE", (ROOT / "CMakePresets.json").read_text(encoding="utf-8"))


class Benchmarks(Folder):
    """Of a program that writes MEASURED to the file it is given, as Google Benchmark does."""

    MEASURED = {"context": {"num_cpus": 2}, "benchmarks": [
        {"name": "copy/real_time", "run_type": "iteration", "real_time": 2.0, "time_unit": "us", "bytes": 4000.0},
        {"name": "parse", "run_type": "iteration", "real_time": 3.0, "time_unit": "ms"}]}

    def setUp(self):
        super().setUp()
        (self.folder / "tools").symlink_to(ROOT / "tools")
        (self.folder / "temporary").mkdir()
        self.json = self.folder / "out.json"
        self.json.write_text("of before", encoding="utf-8")
        self.measures(json.dumps(self.MEASURED))

    def measures(self, text, then=""):
        self.pretend("some_bench", f"""echo "$1"; for word; do case $word in
            --benchmark_out=*) printf '%s' '{text}' >"${{word#*=}}";; esac; done; {then}""")

    def bench(self, *options):
        done = self.bash(f"read_bench_options {' '.join(options)} && run_benchmark some_bench",
                         TMPDIR=str(self.folder / "temporary"))
        self.assertEqual(list((self.folder / "temporary").iterdir()), [])
        return done

    def test_a_benchmark_gets_its_options_and_its_failure_is_kept(self):
        for options in (["--quick"], ["--quick", "--json", "out.json"]):
            self.measures("{}", then="exit 3")
            done = self.bench(*options)
            self.assertEqual((done.returncode, done.stdout), (3, "--benchmark_min_time=0.05\n"))
            self.assertEqual(self.json.read_text(), "of before")

    def test_its_cases_are_written_to_the_file(self):
        done = self.bench("--json", "out.json", "--quick")
        self.assertEqual(done.returncode, 0, done.stderr)
        copy, parse = json.loads(self.json.read_text())["cases"]
        self.assertEqual((copy["name"], copy["bytes"], copy["gb_per_s"]), ("copy", 4000, 2.0))
        self.assertEqual(parse, {"name": "parse", "threads": 1, "ns": 3e6})

    def test_what_cannot_be_told_leaves_the_file_as_it_was(self):
        self.measures("cut sho")
        self.assertNotEqual(self.bench("--json", "out.json").returncode, 0)
        self.assertEqual(self.json.read_text(), "of before")

    def test_an_option_is_not_a_file(self):
        done = self.bench("--json", "--quick")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("bench: --json takes a file", done.stderr)

    def test_an_interrupted_one_leaves_nothing(self):
        for way in ("INT", "TERM"):
            self.measures("{}", then=f"kill -{way} 0; sleep 60")
            self.assertNotEqual(self.bench("--json", "out.json").returncode, 0)
            self.assertEqual(self.json.read_text(), "of before")


class Checked(Folder):
    def setUp(self):
        super().setUp()
        (self.folder / ".ci").mkdir()
        self.git("init", "-q")
        self.first, self.second = self.commit("first"), self.commit("second")

    def git(self, *words):
        return subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], check=True,
                              cwd=self.folder, capture_output=True, text=True).stdout.strip()

    def commit(self, name):
        (self.folder / name).touch()
        self.git("add", name)
        self.git("commit", "-qm", name)
        return self.git("rev-parse", "HEAD")

    def checked(self, text):
        (self.folder / ".ci/checked").write_text(text, encoding="utf-8")
        return self.bash("checked")

    def test_it_names_an_ancestor(self):
        done = self.checked(self.first + "\n")
        self.assertEqual((done.returncode, done.stdout), (0, self.first + "\n"))

    def test_anything_else_is_refused(self):
        self.git("checkout", "-q", self.first)
        for text in (self.second, "0" * 40, "HEAD", ""):
            done = self.checked(text + "\n")
            self.assertEqual(done.returncode, 1, text)
            self.assertIn("which is not an ancestor of HEAD", done.stderr)
        (self.folder / ".ci/checked").unlink()
        self.assertEqual(self.bash("checked").returncode, 1)

    def test_only_what_is_committed_counts_as_checked(self):
        (self.folder / ".ci/checked").write_text(self.first, encoding="utf-8")
        shared = {"TILEGLOT_SHARED": str(self.folder)}
        (self.folder / "second").write_text("changed", encoding="utf-8")
        self.assertIn("stays", self.bash('note_checked "$(committed)"', **shared).stdout)
        self.git("checkout", "-q", "second")
        self.assertIn("stays", self.bash(f"note_checked {self.first}", **shared).stdout)
        self.assertIn("were skipped", self.bash('note_checked "$(committed)"', TILEGLOT_SHARED="nowhere").stdout)
        self.assertIn("was not tested",
                      self.bash('note_checked "$(committed)"', **shared, TILEGLOT_PYTHON="false").stdout)
        self.assertIn("commit it", self.bash('note_checked "$(committed)"', **shared, TILEGLOT_PYTHON="true").stdout)
        self.assertEqual((self.folder / ".ci/checked").read_text(), self.second + "\n")


class PythonPackage(Folder):
    def test_its_sources_are_left_out_where_no_nanobind_is(self):
        self.pretend("with_nanobind", "exit 0")
        for python, names in (("", "tileglot/map/a.cc,"), ("false", "tileglot/map/a.cc,"),
                              ("with_nanobind", "tileglot/python/a.cc,tileglot/map/a.cc,")):
            done = self.bash(r"printf '%s\0' tileglot/python/a.cc tileglot/map/a.cc | configured | tr '\0' ,",
                             TILEGLOT_PYTHON=python)
            self.assertEqual((done.returncode, done.stdout), (0, names), python)

    def test_what_pip_has_is_installed_and_the_rest_is_named(self):
        self.pretend("python", 'case "$*" in *two*) exit 1;; esac; echo "$*"')
        done = self.bash("pip_install . one two nvidia-cutlass")
        self.assertEqual((done.returncode, done.stderr), (1, "pip could not install: two\n"))
        self.assertEqual(done.stdout, "-m pip install --quiet one\n-m pip install --quiet --no-deps nvidia-cutlass\n")


class Reached(Folder):
    def test_tests_of_other_packages_are_left_out(self):
        for base, left_out in (("HEAD", "core|map"), ("", "none")):
            done = self.bash(f"""cd '{ROOT}'
              git() {{ :; }}
              build_preset() {{ echo "build: $*"; }}
              run_tests() {{ echo "run: $*"; }}
              packages() {{ printf '%s\\n' core map; }}
              test_reached asan '{base}' '^(slow)$' -L unit""")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"run: asan -L unit -E ^(slow)$|^({left_out})(_[0-9]+)?$", done.stdout)
            targets = "" if base else " core_test map_test"
            self.assertIn(f"build: asan tileglot fuzzers{targets}\n", done.stdout)


class Dev(unittest.TestCase):
    def dev(self, *words):
        return subprocess.run([ROOT / "dev", *words], capture_output=True, text=True, check=False)

    def test_alone_it_lists_what_it_can_do(self):
        done = self.dev()
        self.assertEqual(done.returncode, 0)
        for word in ("demo", "test", "bench", "lint"):
            self.assertRegex(done.stdout, rf"\n  {word} ")

    def test_unknown_words_are_refused_with_those_that_are_known(self):
        for words, said in ((("tset",), "unknown command 'tset'"),
                            (("test", "hlo"), "'hlo' is neither a preset nor a package; the packages are:"),
                            (("test", "core", "map"), "'map' is one word too many"),
                            (("demo", "now"), "'now' is one word too many"),
                            (("lint", "nowhere"), "there is no commit 'nowhere'"),
                            (("bench", "--quick"), "there is no benchmark '--quick'"),
                            (("bench", "cube"), "there is no benchmark 'cube'"),
                            (("bench", "map", "--fast"), "bench: unknown option '--fast'"),
                            (("bench", "map", "--json"), "bench: --json takes a file")):
            done = self.dev(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(said, done.stderr)

    def test_benchmarks_are_listed_without_a_build(self):
        self.assertEqual(self.dev("bench").stdout.split(),
                         ["call", "conversion", "cute", "digest", "hlo", "linear", "map", "python", "relayout",
                          "reshard", "transpose", "xla"])


class WholeRun(unittest.TestCase):
    """What .ci/run names must be there, or it is tested twice and nobody sees it."""

    def test_what_is_left_out_with_sanitizers_is_there(self):
        run = (ROOT / ".ci/run").read_text(encoding="utf-8")
        once = re.search(r"^ONCE='\^\((.*)\)\$'$", run, re.MULTILINE).group(1).split("|")
        listed = (ROOT / "tests/CMakeLists.txt").read_text(encoding="utf-8")
        packages = {file.parent.relative_to(ROOT / "tileglot").as_posix().replace("/", "_")
                    for file in (ROOT / "tileglot").rglob("CMakeLists.txt")}
        for name in once:
            self.assertRegex(listed, rf"tileglot_python_test\({name} ")
            self.assertNotIn(name, packages)
        cases = "".join(re.findall(r"^CASES_ONCE\+?='(.*)'$", run, re.MULTILINE)).split(":")
        tests = [f"{suite}.{test}" for file in (ROOT / "tileglot").rglob("*_test.cc")
                 for suite, test in re.findall(r"\bTEST(?:_F|_P)?\((\w+), (\w+)\)",
                                               file.read_text(encoding="utf-8"))]
        for pattern in cases:
            self.assertTrue(fnmatch.filter(tests, pattern), pattern)


if __name__ == "__main__":
    unittest.main()
