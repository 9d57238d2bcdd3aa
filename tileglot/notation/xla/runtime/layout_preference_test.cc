// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/runtime/layout_preference.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/sharding/parse.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

using core::Result;

std::optional<Sharding> sharding_named(std::string_view text) {
  if (text == "none") return std::nullopt;
  return *parse_sharding(text);
}

/// Without a preference the smaller dimension is major; compact chunks are tiled, linear ones not.
Result<Shape> some_backend(const Shape& shape, FastMemory fast_memory,
                           LayoutPreference preference) {
  Shape stored = shape;
  stored.layout = descending_layout(rank(shape));
  if (preference == LayoutPreference::kTpuCompactChunkPadded) stored.layout->tiles = {{{8, 128}}};
  const bool wide = rank(shape) == 2 && shape.dimensions[1].bound < shape.dimensions[0].bound;
  if (preference == LayoutPreference::kNone && wide) stored.layout->minor_to_major = {0, 1};
  if (fast_memory == FastMemory::kYes) stored.layout->memory_space = 1;
  return stored;
}

Representation prefers(LayoutPreference preference) {
  return {.preference = [preference](const Shape&) { return Result<LayoutPreference>(preference); },
          .shape = some_backend};
}

Result<LayoutPreference> knows_nothing(const Shape& shape) {
  return core::fail({.code = "test.preference", .message = "no preference for " + print(shape)});
}

std::string rewritten(std::string_view sharding, const Representation& representation,
                      std::string_view shape, FastMemory fast_memory = FastMemory::kNo) {
  const auto result = rewrite_layout_with_sharded_shape(sharding_named(sharding), fast_memory,
                                                        representation, *parse_shape(shape));
  return result ? print(*result) : result.error()->code + ": " + result.error()->message;
}

TEST(LayoutPreference, TheLayoutIsThatOfTheTile) {
  const auto none = prefers(LayoutPreference::kNone);
  EXPECT_EQ(rewritten("{devices=[1,2]<=[2]}", none, "f32[128,128]"), "f32[128,128]{0,1}");
  EXPECT_EQ(rewritten("{devices=[2,1]<=[2]}", none, "f32[128,128]{0,1}"), "f32[128,128]{1,0}");
  EXPECT_EQ(rewritten("{devices=[1,2]<=[2]}", none, "f32[128,128]", FastMemory::kYes),
            "f32[128,128]{0,1:S(1)}");
}

TEST(LayoutPreference, NoFunctionsLeaveTheLayout) {
  EXPECT_EQ(rewritten("{devices=[1,2]<=[2]}", {}, "f32[128,128]{0,1}"), "f32[128,128]{0,1}");
}

struct Row {
  std::string_view sharding;
  bool tiled;
  std::string_view shape;
  std::array<std::string_view, 3> rewritten;  ///< by preference
  std::string_view tile;                      ///< what the functions are asked about
};

constexpr std::string_view kWhole = "f32[128,128]{1,0}";

constexpr std::array<Row, 10> kTable{{
    {"none", false, kWhole, {kWhole, kWhole, kWhole}, ""},
    {"{replicated}", false, kWhole, {kWhole, kWhole, kWhole}, ""},
    {"{maximal device=1}", false, kWhole, {kWhole, kWhole, kWhole}, ""},
    {"{manual}", false, kWhole, {kWhole, kWhole, kWhole}, ""},
    {"{unreduced}", false, kWhole, {kWhole, kWhole, kWhole}, ""},
    {"{unknown}", false, kWhole, {kWhole, kWhole, kWhole}, ""},
    {"{devices=[1,2]<=[2]}",
     true,
     kWhole,
     {"f32[128,128]{0,1}", "f32[128,128]{1,0:T(8,128)}", kWhole},
     "f32[128,64]{1,0}"},
    {"{devices=[1,4,2]<=[8] last_tile_dim_replicate}",
     true,
     kWhole,
     {"f32[128,128]{0,1}", "f32[128,128]{1,0:T(8,128)}", kWhole},
     "f32[128,32]{1,0}"},
    {"{devices=[4,1,2]<=[8] last_tile_dims={manual}}",
     true,
     kWhole,
     {kWhole, "f32[128,128]{1,0:T(8,128)}", kWhole},
     "f32[32,128]{1,0}"},
    {"{{replicated}, {manual}}",
     false,
     "(f32[2]{0}, f32[4]{0})",
     {"(f32[2]{0}, f32[4]{0})", "(f32[2]{0}, f32[4]{0})", "(f32[2]{0}, f32[4]{0})"},
     ""},
}};

// Show 7 of the issue: every sharding, under every preference and under one that fails.
TEST(LayoutPreference, EveryShardingUnderEveryPreference) {
  for (const Row& row : kTable) {
    for (std::size_t p = 0; p < row.rewritten.size(); ++p) {
      EXPECT_EQ(rewritten(row.sharding, prefers(static_cast<LayoutPreference>(p)), row.shape),
                row.rewritten[p])
          << row.sharding << " under preference " << p;
    }
    const std::string failed = "test.preference: no preference for " + std::string(row.tile);
    EXPECT_EQ(
        rewritten(row.sharding, {.preference = knows_nothing, .shape = some_backend}, row.shape),
        row.tiled ? failed : row.shape)
        << row.sharding;
  }
}

TEST(LayoutPreference, ATupleOfTilesIsRefused) {
  for (int p = 0; p < 3; ++p) {
    EXPECT_EQ(
        rewritten("{{devices=[2]<=[2]}}", prefers(static_cast<LayoutPreference>(p)), "(f32[4])")
            .substr(0, 18),
        "xla.sharding_shape");
  }
}

TEST(LayoutPreference, ErrorsOfTheRepresentationAreHandedOn) {
  const Representation fails{
      .shape = [](const Shape&, FastMemory, LayoutPreference) -> Result<Shape> {
        return core::fail({.code = "test.shape", .message = "no"});
      }};
  EXPECT_EQ(rewritten("{devices=[1,2]<=[2]}", fails, kWhole), "test.shape: no");
  const Representation flat{
      .shape = [](const Shape&, FastMemory, LayoutPreference) { return parse_shape("f32[8192]"); }};
  EXPECT_EQ(rewritten("{devices=[1,2]<=[2]}", flat, kWhole).substr(0, 18), "xla.sharding_shape");
  EXPECT_EQ(
      rewritten("{devices=[2]<=[2]}", prefers(LayoutPreference::kNone), "f32[?]").substr(0, 13),
      "xla.unbounded");
}

std::string represented(std::string_view shape, std::string_view sharding,
                        const Representation& representation) {
  const auto result = representation_with_sharding(*parse_shape(shape), sharding_named(sharding),
                                                   FastMemory::kNo, representation);
  return result ? print(*result) : result.error()->code;
}

TEST(LayoutPreference, TuplesAreRepresentedLeafByLeaf) {
  const auto none = prefers(LayoutPreference::kNone);
  EXPECT_EQ(represented("(f32[8,8], (token[], f32[8,8]))",
                        "{{devices=[1,2]<=[2]}, {replicated}, {devices=[2,1]<=[2]}}", none),
            "(f32[8,8]{0,1}, (token[], f32[8,8]{1,0}))");
  EXPECT_EQ(represented("(f32[8,8], f32[8,8])", "{devices=[1,2]<=[2]}", none),
            "(f32[8,8]{0,1}, f32[8,8]{0,1})");
  EXPECT_EQ(represented("(f32[8,8], f32[8,8])", "{{replicated}}", none), "xla.sharding_shape");
  EXPECT_EQ(represented("()", "{}", none), "()");
  EXPECT_EQ(represented("token[]", "none", none), "token[]");
}

TEST(LayoutPreference, RepresentationsKeepDynamicDimensions) {
  const Representation forgets{.shape = [](const Shape& shape, FastMemory, LayoutPreference) {
    Shape stored = shape;
    for (Dimension& dimension : stored.dimensions) dimension.dynamic = false;
    return Result<Shape>(stored);
  }};
  EXPECT_EQ(represented("f32[<=8,8]", "none", forgets), "f32[<=8,8]{1,0}");
}

TEST(LayoutPreference, ClientsOfEachPlatform) {
  const auto stored = [](const Representation& client, std::string_view shape) {
    return print(*stored_shape(client, *parse_shape(shape), FastMemory::kNo));
  };
  EXPECT_EQ(stored(row_major_representation(), "bf16[16,256]{0,1:T(2,2)}"), "bf16[16,256]{1,0}");
  EXPECT_EQ(stored(row_major_representation(), "s4[16,256]"), "s4[16,256]{1,0:E(4)}");
  EXPECT_EQ(stored(row_major_representation(), "pred[16]"), "pred[16]{0}");
  EXPECT_EQ(stored(tpu_representation(), "bf16[16,256]{0,1}"), "bf16[16,256]{1,0:T(8,128)(2,1)}");
}

}  // namespace
}  // namespace tileglot::notation::xla
