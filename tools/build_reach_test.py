#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Proves on a small project that tools/build_reach.py finds what build files reach, and no more."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parent / "build_reach.py"
# No compiler is asked: nothing is built.
PROJECT = """cmake_minimum_required(VERSION 3.25)
set(CMAKE_CXX_COMPILER_FORCED TRUE)
project(small LANGUAGES CXX)
enable_testing()
include(cmake/package.cmake)
add_subdirectory(tileglot lib)
"""
PRESETS = """{"version": 6, "configurePresets": [{"name": "plain", "generator": "Ninja",
  "binaryDir": "${sourceDir}/build", "cacheVariables": {"CMAKE_CXX_COMPILER": "/bin/true"}}]}
"""
PACKAGE = """
# Two sources are a group, in the order that GROUPED says.
set(GROUPED one two)
function(package NAME)
  add_library(${NAME} STATIC one.cc two.cc three.cc)
  foreach(source IN LISTS GROUPED)
    set_source_files_properties(${source}.cc PROPERTIES UNITY_GROUP first)
  endforeach()
  set_target_properties(${NAME} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  target_compile_options(${NAME} PRIVATE -Wall "-DROOT_FOLDER=\\"${PROJECT_SOURCE_DIR}\\"")
  add_executable(${NAME}_test one_test.cc)
  target_link_libraries(${NAME}_test PRIVATE ${NAME} ${ARGN})
  add_test(NAME ${NAME} COMMAND ${NAME}_test)
endfunction()
"""
SOURCES = ("one.cc", "two.cc", "three.cc", "one_test.cc")


class Reach(unittest.TestCase):
    """The project is a repository with one commit, HEAD, that a test changes afterwards."""

    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.root = Path(made.name) / "project"
        self.left = Path(made.name) / "temporary"
        self.left.mkdir()
        self.write("CMakeLists.txt", PROJECT)
        self.write("CMakePresets.json", PRESETS)
        self.write("cmake/package.cmake", PACKAGE)
        self.write("tileglot/CMakeLists.txt", "add_subdirectory(core)\nadd_subdirectory(core/fast)\n")
        self.add_package("core", "package(core)")
        self.add_package("core/fast", "package(fast core)")
        (self.root / "tools").mkdir()
        shutil.copy(TOOL, self.root / "tools")
        for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"]):
            subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=self.root, check=True)

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")

    def add_package(self, name, lists):
        for source in SOURCES:
            self.write(f"tileglot/{name}/{source}", "")
        self.write(f"tileglot/{name}/CMakeLists.txt", lists + "\n")

    def replace(self, path, old, new):
        text = (self.root / path).read_text(encoding="utf-8")
        self.assertIn(old, text)
        self.write(path, text.replace(old, new))

    def write_package(self, lines):
        """Every package runs `lines` too."""
        self.write("cmake/package.cmake", PACKAGE.replace("endfunction()", f"{lines}\nendfunction()"))

    def append(self, path, text):
        self.write(path, (self.root / path).read_text(encoding="utf-8") + text + "\n")

    def run_tool(self, *changed, base="HEAD"):
        done = subprocess.run(
            [self.root / "tools/build_reach.py", "plain", base], input="".join(f"{name}\0" for name in changed),
            text=True, capture_output=True, check=False, cwd="/", env={**os.environ, "TMPDIR": str(self.left)})
        self.assertEqual(list(self.left.iterdir()), [])
        return done

    def reached(self, *changed, base="HEAD"):
        """Packages that are added to the names, and what is said."""
        done = self.run_tool(*changed, base=base)
        self.assertEqual(done.returncode, 0, done.stderr)
        names = done.stdout.split("\0")[:-1]
        self.assertEqual(names[:len(changed)], list(changed))
        added = [name.removeprefix("tileglot/").removesuffix("/CMakeLists.txt") for name in names[len(changed):]]
        return added, done.stderr

    def test_other_files_are_passed_on_and_nothing_is_configured(self):
        self.assertEqual(self.reached("README.md", "tileglot/core/CMakeLists.txt", "tools/unity_groups.py"), ([], ""))
        self.assertEqual(self.reached(), ([], ""))

    def test_what_changes_no_command_reaches_nothing(self):
        self.append("CMakeLists.txt", "option(NEW_OPTION \"Nobody asks\" OFF)")
        self.replace("cmake/package.cmake", "# Two", "#\n# Two")
        added, said = self.reached("CMakeLists.txt", "cmake/package.cmake")
        self.assertEqual(added, [])
        self.assertIn("build files changed since HEAD, but no command did", said)

    def test_another_grouping_reaches_nothing(self):
        for grouped in ("two three", ""):
            self.write("cmake/package.cmake", PACKAGE.replace("set(GROUPED one two)", f"set(GROUPED {grouped})"))
            self.assertEqual(self.reached("cmake/package.cmake")[0], [], grouped)

    def test_flags_reach_the_packages_that_have_them(self):
        self.replace("cmake/package.cmake", "-Wall", "$<$<STREQUAL:${NAME},core>:-O3>")
        self.replace("cmake/package.cmake", "PRIVATE $<", "PRIVATE -Wall $<")
        added, said = self.reached("cmake/package.cmake")
        self.assertEqual(added, ["core"])
        self.assertIn("built differently since HEAD: core (tileglot/core/one.cc)", said)
        self.replace("cmake/package.cmake", "-Wall", "-Wextra")
        self.assertEqual(self.reached("cmake/package.cmake")[0], ["core", "core/fast"])

    def test_a_flag_of_one_source_in_a_group_or_of_tests_is_seen(self):
        for line in ("set_source_files_properties(two.cc PROPERTIES COMPILE_OPTIONS -O1)",
                     "target_compile_definitions(fast_test PRIVATE SLOW)"):
            self.write_package(f"if(NAME STREQUAL fast)\n{line}\nendif()")
            self.assertEqual(self.reached("cmake/package.cmake")[0], ["core/fast"], line)

    def test_what_is_linked_and_how_tests_run_is_seen(self):
        for line in ("target_link_options(fast_test PRIVATE -static)", "target_link_libraries(fast_test PRIVATE m)",
                     "add_custom_command(TARGET fast_test POST_BUILD COMMAND strip fast_test)",
                     "set_tests_properties(fast PROPERTIES ENVIRONMENT LANES=2)",
                     "file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/lanes.h \"2\")"):
            self.write_package(f"if(NAME STREQUAL fast)\n{line}\nendif()")
            self.assertEqual(self.reached("cmake/package.cmake")[0], ["core/fast"], line)

    def test_a_new_package_is_reached_and_one_that_is_gone_is_not(self):
        self.add_package("map", "package(map)")
        shutil.rmtree(self.root / "tileglot/core/fast")
        self.write("tileglot/CMakeLists.txt", "add_subdirectory(core)\nadd_subdirectory(map)\n")
        self.assertEqual(self.reached("tileglot/CMakeLists.txt")[0], ["map"])

    def test_what_is_in_no_package_reaches_all(self):
        self.write("others.cc", "")
        for line in ("add_library(others STATIC others.cc)", "file(WRITE ${CMAKE_BINARY_DIR}/precompiled.hxx 2)",
                     "add_custom_command(OUTPUT made.txt COMMAND make_it)\n"
                     "add_custom_target(made ALL DEPENDS made.txt)"):
            self.write("CMakeLists.txt", PROJECT + line + "\n")
            added, said = self.reached("CMakeLists.txt")
            self.assertEqual(added, ["core", "core/fast"], line)
            self.assertIn("built differently since HEAD: everything (", said)

    def test_a_base_that_cannot_be_configured_or_read_reaches_all(self):
        self.append("cmake/package.cmake", "message(FATAL_ERROR broken)")
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qam", "second"],
                       cwd=self.root, check=True)
        self.write("cmake/package.cmake", PACKAGE)
        for base, why in (("HEAD", "HEAD cannot be configured"), ("0" * 40, "is not a commit that can be read")):
            added, said = self.reached("cmake/package.cmake", base=base)
            self.assertEqual(added, ["core", "core/fast"])
            self.assertIn(why, said)

    def test_if_this_tree_cannot_be_configured_it_fails(self):
        self.append("cmake/package.cmake", "message(FATAL_ERROR broken)")
        done = self.run_tool("cmake/package.cmake")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("broken", done.stderr)


if __name__ == "__main__":
    unittest.main()
