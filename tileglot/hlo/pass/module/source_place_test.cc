// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/source_place.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/hlo/pass/laws/parsed_module.h"

namespace tileglot::hlo::pass {
namespace {

std::string place_of(const std::string& metadata, const std::string& tables = "") {
  const Module m = parsed_module("HloModule m\n" + tables +
                                 "ENTRY e { ROOT p = f32[2] parameter(0)" + metadata + " }");
  return hlo::text_of(source_place_of(m, *m[m.entry()].root));
}

TEST(SourcePlace, MetadataNamesTheLine) {
  EXPECT_EQ(place_of(", metadata={op_type=\"dot\" op_name=\"jit(f)/dot\" "
                     "source_file=\"model.py\" source_line=31}"),
            "jit(f)/dot, model.py:31");
  EXPECT_EQ(place_of(", metadata={op_name=\"a source_file=\\\"x\\\" b\"}"),
            "a source_file=\"x\" b");
  EXPECT_EQ(place_of(", metadata={source_file=\"model.py\"}"), "model.py");
  EXPECT_EQ(place_of(""), "");
}

TEST(SourcePlace, AStackFrameIsLookedUpInTheTables) {
  const std::string tables =
      "\nFileNames\n1 \"a.py\"\n2 \"b.py\"\n\nFunctionNames\n1 \"f\"\n\nFileLocations\n"
      "1 {file_name_id=1 function_name_id=1 line=10 end_line=10 column=1 end_column=5}\n"
      "12 {file_name_id=2 function_name_id=1 line=7 end_line=7 column=1 end_column=5}\n\n"
      "StackFrames\n1 {file_location_id=12 parent_frame_id=1}\n\n";
  EXPECT_EQ(place_of(", metadata={op_name=\"x\" stack_frame_id=1}", tables), "x, b.py:7");
  EXPECT_EQ(place_of(", metadata={op_name=\"x\" stack_frame_id=9}", tables), "x");
}

}  // namespace
}  // namespace tileglot::hlo::pass
