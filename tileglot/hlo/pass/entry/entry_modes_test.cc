// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/entry/entry_modes.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/text/print.h"
#include "tileglot/notation/xla/runtime/layout_modes_to_shapes.h"
#include "tileglot/notation/xla/sharding/parse.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

core::Result<xla::Shape> row_major(const xla::Shape& shape, xla::FastMemory /*fast*/,
                                   xla::LayoutPreference /*preference*/) {
  return xla::row_major_shape(shape);
}

std::string texts(const std::vector<EntryMode>& modes) {
  std::string text;
  for (const EntryMode& mode : modes) {
    text += print(mode.mode) + " by " + std::string(name_of(mode.source)) + "; ";
  }
  return text;
}

/// "modes -> entry layout"
std::string read(const std::string& module) {
  const Module m = parsed_module(module);
  const auto leaves = entry_leaves(m);
  if (!leaves) return leaves.error()->code;
  const auto modes = entry_modes_of(m, *leaves);
  if (!modes) {
    const auto span = modes.error()->span.value_or(core::Span{});
    return modes.error()->code + ": " + modes.error()->message + " at " +
           std::string(m.header.frontend_attributes.substr(span.begin, span.end - span.begin));
  }
  const auto entry = entry_layout_by_modes(m, *leaves, *modes, {.shape = row_major});
  if (!entry) return entry.error()->code + ": " + entry.error()->message;
  return texts(modes->arguments) + "-> " + texts(modes->results) + print(*entry);
}

const std::string kThree =
    "\nENTRY e { a = f32[2,3] parameter(0) b = f32[2,3] parameter(1) c = f32[2,3] parameter(2)"
    " ROOT r = (f32[2,3], f32[2,3]) tuple(a, b) }";

std::string header(const std::string& attributes) {
  return "HloModule m, frontend_attributes={" + attributes + "}" + kThree;
}

TEST(EntryModes, TheHeaderSaysWhoChooses) {
  EXPECT_EQ(read(header(R"(arg_layout_modes="default;{0,1};auto",out_layout_modes="auto;{1,0}")")),
            "default by attribute; {0,1} by attribute; auto by attribute; "
            "-> auto by attribute; {1,0} by attribute; "
            "{(f32[2,3]{1,0}, f32[2,3]{0,1}, f32[2,3])->(f32[2,3], f32[2,3]{1,0})}");
}

TEST(EntryModes, MemorySpacesAreWrittenWhereThereIsALayout) {
  EXPECT_EQ(read(header(R"(arg_layout_modes="default;default;auto",arg_memory_spaces="0;5;5")")),
            "default by attribute; default by attribute; auto by attribute; "
            "-> default by nobody; default by nobody; "
            "{(f32[2,3]{1,0}, f32[2,3]{1,0:S(5)}, f32[2,3])->(f32[2,3]{1,0}, f32[2,3]{1,0})}");
}

TEST(EntryModes, AModuleThatWasWrittenWithLayoutsKeepsThem) {
  EXPECT_EQ(read("HloModule m, entry_computation_layout={(f32[2,3]{0,1}, f32[2,3], f32[2,3]{1,0})"
                 "->(f32[2,3]{0,1}, f32[2,3])}" +
                 kThree),
            "{0,1} by the module; auto by the module; default by nobody; "
            "-> {0,1} by the module; auto by the module; "
            "{(f32[2,3]{0,1}, f32[2,3], f32[2,3]{1,0})->(f32[2,3]{0,1}, f32[2,3])}");
  EXPECT_EQ(read("ENTRY e { p = f32[2,3]{0,1} parameter(0) ROOT r = f32[2,3] negate(p) }"),
            "{0,1} by the module; -> default by nobody; {(f32[2,3]{0,1})->f32[2,3]{1,0}}");
}

TEST(EntryModes, WrongAttributesAreRefusedAtTheirPlace) {
  EXPECT_EQ(
      read(header(R"(arg_layout_modes="default;auto")")),
      "xla.mode_count: arg_layout_modes: the number of values is 3, and the number of entries in "
      "'default;auto' is 2 at default;auto");
  EXPECT_EQ(read(header(R"(x="y",out_layout_modes="auto;{1")")),
            "xla.layout: out_layout_modes: '{1' is neither default nor auto nor a layout: "
            "expected '}' at the end of the layout, found the end of the text at \"");
  EXPECT_EQ(read(header(R"(arg_memory_spaces="0;0;900")")).substr(0, 37),
            "xla.memory_space: arg_memory_spaces: ");
}

TEST(EntryModes, ALayoutThatDoesNotFitNamesTheLeaf) {
  EXPECT_EQ(read(header(R"(arg_layout_modes="{2,1,0};auto;auto")")).substr(0, 58),
            "xla.rank: parameter a, f32[2,3]{1,0}, cannot be stored so:");
  EXPECT_EQ(read(header(R"(out_layout_modes="auto;{1,1}")")).substr(0, 57),
            "xla.order: result {1}, f32[2,3]{1,0}, cannot be stored so");
}

const std::string kAliased =
    "HloModule m, input_output_alias={ {1}: (0, {}, may-alias) }, frontend_attributes={";

TEST(EntryModes, WhoSharesMemoryLiesAlike) {
  EXPECT_EQ(read(kAliased + R"(arg_layout_modes="{0,1};auto;auto",out_layout_modes="auto;auto"})" +
                 kThree),
            "{0,1} by attribute; auto by attribute; auto by attribute; "
            "-> auto by attribute; auto by attribute; "
            "{(f32[2,3]{0,1}, f32[2,3], f32[2,3])->(f32[2,3], f32[2,3]{0,1})}");
  EXPECT_EQ(read(kAliased +
                 R"(arg_layout_modes="{0,1};auto;auto",out_layout_modes="auto;default"})" + kThree),
            "hlo.alias: parameter a and result {1} share memory, but are to have the layouts {0,1} "
            "and {1,0}");
}

/// The layout of mode default is the tile's, and a user's layout has to fit the tile.
TEST(EntryModes, ATileIsStoredAsItsRepresentation) {
  const auto smaller_major = [](const xla::Shape& shape, xla::FastMemory /*fast*/,
                                xla::LayoutPreference /*p*/) -> core::Result<xla::Shape> {
    xla::Shape result = shape;
    const bool is_tall = *shape.dimensions[0].bound > *shape.dimensions[1].bound;
    result.layout = is_tall ? xla::Layout::column_major(2) : xla::Layout::row_major(2);
    return result;
  };
  const Module m = parsed_module(
      "ENTRY e { p = f32[128,128] parameter(0), sharding={devices=[1,2]<=[2]}"
      " ROOT n = f32[128,128] negate(p) }");
  const auto leaves = entry_leaves(m);
  const auto entry =
      entry_layout_by_modes(m, *leaves, *entry_modes_of(m, *leaves), {.shape = smaller_major});
  ASSERT_TRUE(entry) << entry.error()->message;
  EXPECT_EQ(print(*entry), "{(f32[128,128]{0,1})->f32[128,128]{1,0}}");
}

}  // namespace
}  // namespace tileglot::hlo::pass
