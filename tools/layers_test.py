#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Proves that tools/layers.py passes this project and rejects each kind of wrong include."""

import subprocess
import tempfile
import unittest
import unittest.mock
from pathlib import Path

import layers

ROOT = Path(__file__).resolve().parent.parent
TABLE = (ROOT / "tools" / "layers.txt").read_text(encoding="utf-8")


def findings_of(files):
    """The findings in a project that has the real table and these files: {path: text}."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for path, text in {"tools/layers.txt": TABLE, **files}.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        return list(layers.findings(root))


def include(*paths):
    return "".join(f'#include "{path}"\n' for path in paths)


class Arrows(unittest.TestCase):
    def test_this_project_has_no_findings(self):
        self.assertEqual(list(layers.findings(ROOT)), [])

    def test_a_listed_arrow_passes(self):
        text = include("tileglot/core/b.h") + "#include <map>\n"
        self.assertEqual(findings_of({"tileglot/map/a.h": text}), [])

    def test_an_upward_include_added_to_a_real_header_fails(self):
        header = "tileglot/core/error.h"
        text = (ROOT / header).read_text(encoding="utf-8") + include("tileglot/map/index_map.h")
        last = len(text.splitlines())
        (finding,) = findings_of({header: text})
        self.assertEqual(
            finding,
            f"{header}:{last}: includes tileglot/map/index_map.h: "
            "core (floor 0) may not use map (floor 1)",
        )

    def test_a_sideways_include_fails_in_a_source_and_passes_in_a_test(self):
        text = "// one\n" + include("tileglot/notation/xla/b.h")
        (finding,) = findings_of({"tileglot/map/a.cc": text})
        self.assertIn("tileglot/map/a.cc:2: ", finding)
        self.assertIn("map (floor 1) may not use notation/xla (floor 1)", finding)
        self.assertEqual(findings_of({"tileglot/map/a_test.cc": text}), [])

    def test_an_upward_include_fails_in_a_test_too(self):
        (finding,) = findings_of({"tileglot/map/a_test.cc": include("tileglot/bridge/b.h")})
        self.assertIn("map (floor 1) may not use bridge (floor 2)", finding)

    def test_an_arrow_does_not_follow_from_a_chain(self):
        # cli uses api and api uses map, but cli may not use map.
        (finding,) = findings_of({"tileglot/cli/a.cc": include("tileglot/map/b.h")})
        self.assertIn("cli (floor 9) may not use map (floor 1)", finding)

    def test_wildcards_stand_for_packages_of_lower_floors(self):
        passes = {
            "tileglot/bridge/a.cc": include("tileglot/notation/linear/b.h"),
            "tileglot/api/files/a.cc": include("tileglot/relayout/cpu/b.h", "tileglot/hlo/run/b.h"),
        }
        self.assertEqual(findings_of(passes), [])
        (finding,) = findings_of({"tileglot/api/files/a.cc": include("tileglot/cli/b.h")})
        self.assertIn("api/files (floor 8) may not use cli (floor 9)", finding)

    def test_cuda_sources_are_read(self):
        (finding,) = findings_of({"tileglot/relayout/cuda/a.cu": include("tileglot/api/b.h")})
        self.assertIn("relayout/cuda (floor 4) may not use api (floor 7)", finding)

    def test_a_table_whose_arrow_goes_up_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "core lists map"):
            layers.read_layers("0 core map\n1 map core\n")


class Portable(unittest.TestCase):
    def test_a_system_header_added_to_a_real_header_fails(self):
        header = "tileglot/map/index_map.h"
        text = (ROOT / header).read_text(encoding="utf-8")
        last = len(text.splitlines()) + 1
        for name in ("thread", "mutex", "future", "fstream", "filesystem", "unistd.h", "sys/mman.h", "tbb/task_arena.h"):
            self.assertEqual(findings_of({header: text + f"#include <{name}>\n"}),
                             [f"{header}:{last}: includes {name}: map is portable"])

    def test_every_portable_package_is_checked(self):
        for package in layers.read_layers(TABLE).portable:
            self.assertEqual(findings_of({f"tileglot/{package}/a.cc": "#include <thread>\n"}),
                             [f"tileglot/{package}/a.cc:1: includes thread: {package} is portable"])

    def test_a_call_that_opens_a_file_or_starts_a_process_fails(self):
        text = "// system() is not called\nint i = 0;\nauto* f = std::fopen(name, mode);\n"
        self.assertEqual(findings_of({"tileglot/map/a.cc": text}),
                         ["tileglot/map/a.cc:3: calls fopen(..): map is portable"])

    def test_tests_and_packages_that_are_not_portable_have_files_and_threads(self):
        text = "#include <thread>\n#include <fstream>\nint i = std::system(text);\n"
        passes = {"tileglot/map/a_test.cc": text, "tileglot/relayout/cpu/a.cc": text, "tileglot/io/file/a.cc": text}
        self.assertEqual(findings_of(passes), [])

    def test_a_portable_package_that_lists_another_is_refused(self):
        table = "0 core\n1 io core\n2 api *\n3 cli api\n"
        self.assertEqual(layers.read_layers("portable core io api\n" + table).portable, ["core", "io", "api"])
        with self.assertRaisesRegex(SystemExit, "api is portable and lists io, which is not"):
            layers.read_layers("portable core api\n" + table)
        with self.assertRaisesRegex(SystemExit, "portable lists attic, which is not a package"):
            layers.read_layers("portable core attic\n" + table)


class Rooms(unittest.TestCase):
    TABLE = "tests *_test.cc\n0 core\n  low\n  high low\n1 map core\n"

    def findings_of(self, files):
        with unittest.mock.patch(f"{__name__}.TABLE", self.TABLE):
            return findings_of(files)

    def test_an_upward_include_added_to_a_real_header_fails(self):
        rooms = layers.read_layers(TABLE).rooms["notation/cute"]
        lowest, highest = list(rooms)[0], list(rooms)[-1]
        header = f"tileglot/notation/cute/{lowest}/layout.h"
        text = (ROOT / header).read_text(encoding="utf-8")
        text += include(f"tileglot/notation/cute/{highest}/value.h")
        self.assertIn(
            f"{header}:{len(text.splitlines())}: includes tileglot/notation/cute/{highest}/value.h: "
            f"notation/cute: room {lowest} may not use room {highest}",
            findings_of({header: text}),
        )

    def test_a_listed_arrow_passes_and_none_follows_from_the_place_in_the_table(self):
        self.assertEqual(self.findings_of({"tileglot/core/high/a.h": include("tileglot/core/low/b.h")}), [])
        (finding,) = self.findings_of({"tileglot/core/low/a.h": include("tileglot/core/high/b.h")})
        self.assertIn("core: room low may not use room high", finding)

    def test_tests_and_other_packages_use_every_room(self):
        text = include("tileglot/core/high/b.h")
        self.assertEqual(self.findings_of({"tileglot/core/low/a_test.cc": text}), [])
        self.assertEqual(self.findings_of({"tileglot/map/a.cc": text}), [])

    def test_what_is_in_no_room_uses_all_and_is_used_by_none(self):
        self.assertEqual(self.findings_of({"tileglot/core/a.h": include("tileglot/core/high/b.h")}), [])
        (finding,) = self.findings_of({"tileglot/core/high/b.h": include("tileglot/core/a.h")})
        self.assertIn("a room of core may not use what is in none", finding)

    def test_a_private_folder_belongs_to_its_room(self):
        text = include("tileglot/core/high/b.h")
        (finding,) = self.findings_of({"tileglot/core/low/detail/a.h": text})
        self.assertIn("room low may not use room high", finding)

    def test_a_folder_that_is_not_listed_fails(self):
        self.assertEqual(self.findings_of({"tileglot/core/attic/a.h": ""}),
                         ["tileglot/core/attic/a.h:1: in no room of core that layers.txt lists"])
        for path in ("tileglot/map/attic/a.h", "tileglot/core/low/attic/deep/a.h"):
            (finding,) = self.findings_of({path: ""})
            self.assertIn(f"{path}:1: in no room of ", finding)

    def test_a_listed_room_that_has_no_folder_fails(self):
        table = layers.read_layers("0 core\n  cellar\n")
        self.assertEqual(list(layers.check_folders(table, ROOT)),
                         ["layers.txt: core has no folder cellar"])

    def test_what_is_listed_twice_or_under_no_package_is_refused(self):
        for table, why in (("0 core\n  low\n  high low\n  low high\n", "core: low is listed twice"),
                           ("0 core\n0 core\n", "core is listed twice"),
                           ("tests *_test.cc\n  low\n", "room low is not listed under a package")):
            with self.assertRaisesRegex(SystemExit, why):
                layers.read_layers(table)
        self.assertEqual(layers.read_layers("0 core\n\tlow\n").rooms, {"core": {"low": set()}})

    def test_a_path_with_dots_is_refused(self):
        (finding,) = self.findings_of({"tileglot/map/a.h": include("tileglot/core/../map/b.h")})
        self.assertIn("write its path without ..", finding)

    def test_a_room_that_lists_a_later_one_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "core: low lists high, which is not a room before it"):
            layers.read_layers("0 core\n  low high\n  high low\n")


class Cycles(unittest.TestCase):
    def test_a_cycle_of_headers_fails_with_its_path(self):
        files = {
            "tileglot/core/a.h": include("tileglot/core/b.h"),
            "tileglot/core/b.h": include("tileglot/core/c.h"),
            "tileglot/core/c.h": include("tileglot/core/a.h"),
        }
        self.assertEqual(
            findings_of(files),
            ["tileglot/core/c.h:1: a cycle of includes: "
             "tileglot/core/a.h -> tileglot/core/b.h -> tileglot/core/c.h -> tileglot/core/a.h"],
        )

    def test_two_ways_to_one_header_are_not_a_cycle(self):
        files = {
            "tileglot/core/a.h": include("tileglot/core/b.h", "tileglot/core/c.h"),
            "tileglot/core/b.h": include("tileglot/core/c.h"),
            "tileglot/core/c.h": "",
        }
        self.assertEqual(findings_of(files), [])


class Headers(unittest.TestCase):
    def test_a_private_header_of_another_package_fails(self):
        text = include("tileglot/core/detail/b.h")
        (finding,) = findings_of({"tileglot/map/a.cc": text})
        self.assertIn("a private header of core", finding)
        self.assertEqual(findings_of({"tileglot/core/a.cc": text}), [])

    def test_a_private_header_fails_in_a_test_of_another_package(self):
        (finding,) = findings_of({"tileglot/map/a_test.cc": include("tileglot/core/detail/b.h")})
        self.assertIn("a private header of core", finding)

    def test_a_test_header_in_a_library_source_fails(self):
        text = include("tileglot/core/any_tuple.h")
        package = "tileglot_package(core\n  TEST_SUPPORT law.cc\n any_tuple.cc\n  TESTS a.cc)"
        build = {"tileglot/core/CMakeLists.txt": package}
        (finding,) = findings_of({**build, "tileglot/core/a.cc": text})
        self.assertIn("a test header in a file that is not a test", finding)
        passes = {**build, "tileglot/core/a_test.cc": text, "tileglot/core/law.h": text}
        self.assertEqual(findings_of(passes), [])

    def test_a_test_header_without_a_source_is_known_by_the_list(self):
        text = include("tileglot/core/any_dice.h")
        build = {"tileglot/core/CMakeLists.txt": "tileglot_package(core\n  TEST_SUPPORT any_dice.h law.cc)"}
        (finding,) = findings_of({**build, "tileglot/core/a.h": text})
        self.assertIn("a test header in a file that is not a test", finding)
        self.assertEqual(findings_of({**build, "tileglot/core/law.cc": text}), [])

    def test_support_is_linted_but_not_tests_and_generators(self):
        names = ["tileglot/bridge/any_layout.cc", "tileglot/map/any_map.cc", "tileglot/map/map_bench.cc",
                 "tileglot/core/law.cc", "tileglot/core/law.h", "tileglot/core/error.cc"]
        done = subprocess.run([ROOT / "tools/layers.py", "--linted"], input="\0".join(names), text=True,
                              capture_output=True, check=True)
        linted = ["tileglot/bridge/any_layout.cc", "tileglot/core/law.cc", "tileglot/core/law.h",
                  "tileglot/core/error.cc"]
        self.assertEqual(done.stdout, "".join(f"{name}\0" for name in linted))

    def reached(self, *names):
        done = subprocess.run([ROOT / "tools/layers.py", "--reached"], input="\0".join(names), text=True,
                              capture_output=True, check=True)
        return done.stdout.split()

    def test_a_file_reaches_its_package_and_those_that_use_it(self):
        self.assertEqual(self.reached("tileglot/python/module.cc", "docs/guide/atoms.md"), ["python"])
        found = self.reached("tileglot/relayout/plan/a_file_that_is_gone.h")
        for package in ("relayout/plan", "relayout/cpu", "cli"):
            self.assertIn(package, found)
        for package in ("core", "map", "notation/cute"):
            self.assertNotIn(package, found)
        self.assertEqual(self.reached("README.md"), [])

    def test_what_is_in_no_package_reaches_none(self):
        names = ("CMakeLists.txt", "CMakePresets.json", "cmake/TileglotPackage.cmake", "tileglot/CMakeLists.txt")
        self.assertEqual(self.reached(*names), [])
        self.assertEqual(self.reached("tileglot/python/CMakeLists.txt"), ["python"])

    def test_an_include_of_an_unknown_package_fails(self):
        (finding,) = findings_of({"tileglot/core/a.cc": include("tileglot/attic/b.h")})
        self.assertIn("in no package that layers.txt lists", finding)

    def test_a_file_of_an_unknown_package_fails(self):
        self.assertEqual(
            findings_of({"tileglot/attic/a.cc": ""}),
            ["tileglot/attic/a.cc:1: in no package that layers.txt lists"],
        )

    def test_an_include_that_is_not_from_the_root_fails(self):
        (finding,) = findings_of({"tileglot/core/a.cc": include("error.h")})
        self.assertIn('write it from the root, as "tileglot/..."', finding)


if __name__ == "__main__":
    unittest.main()
