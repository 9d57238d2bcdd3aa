// SPDX-License-Identifier: Apache-2.0
// alignment_test.cc: buffers at every address, between memory that must not be touched.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/bridge/xla.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/kernels/guarded_memory.h"
#include "tileglot/relayout/plan/interpret.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {
namespace {

constexpr std::int64_t kLine = 64;
constexpr std::byte kPoison{0xA5};

/// A plan with its source at the end of memory and what the target has to hold.
class Move {
 public:
  Move(std::string_view from, std::string_view to, int bits)
      : plan_(*plan::plan(map_of(from), map_of(to), bits)),
        source_(plan_.source_bytes() + kLine),
        target_(plan_.target_bytes() + kLine) {
    original_.resize(static_cast<std::size_t>(plan_.source_bytes()));
    kernels::fill_randomly(original_, 6);
    expected_.resize(static_cast<std::size_t>(plan_.target_bytes()));
    EXPECT_TRUE(plan::interpret(plan_, original_, expected_).has_value());
  }

  /// The source `from` bytes before the end of its memory, the target `to` bytes after the
  /// beginning; then the other way round.
  void expect_moves(std::int64_t from, std::int64_t to, const ExecuteOptions& options) const {
    const std::int64_t read = plan_.source_bytes();
    const std::int64_t written = plan_.target_bytes();
    expect_moves(source_.at_end(read + from).first(original_.size()),
                 target_.at_begin(written + to), static_cast<std::size_t>(to), options);
    expect_moves(source_.at_begin(read + from).last(original_.size()), target_.at_end(written + to),
                 0, options);
  }

 private:
  static map::IndexMap map_of(std::string_view text) {
    return *bridge::to_map(*notation::xla::parse_shape(text));
  }

  /// The target begins so many bytes after the beginning of `room`; the rest of it is not touched.
  void expect_moves(std::span<std::byte> source, std::span<std::byte> room, std::size_t begin,
                    const ExecuteOptions& options) const {
    std::ranges::copy(original_, source.begin());
    std::ranges::fill(room, kPoison);
    const std::span<std::byte> target = room.subspan(begin, expected_.size());
    ASSERT_TRUE(execute(plan_, source, target, options).has_value());
    EXPECT_TRUE(std::ranges::equal(target, expected_));
    const auto is_poison = [](std::byte byte) { return byte == kPoison; };
    EXPECT_TRUE(std::ranges::all_of(room.first(begin), is_poison));
    EXPECT_TRUE(std::ranges::all_of(room.subspan(begin + target.size()), is_poison));
  }

  plan::Plan plan_;
  kernels::GuardedMemory source_;
  kernels::GuardedMemory target_;
  std::vector<std::byte> original_;
  std::vector<std::byte> expected_;
};

/// Every distance from a line of the cache on one side, and another on the other.
void expect_moves_everywhere(std::string_view from, std::string_view to, int bits) {
  const Move move(from, to, bits);
  for (std::int64_t past = 1; past < kLine; ++past) {
    SCOPED_TRACE(testing::Message() << from << " to " << to << ", " << past << " bytes away");
    for (const Stores stores : {Stores::kCached, Stores::kStreaming}) {
      const ExecuteOptions options{.threads = 1, .stores = stores, .small_bytes = 0};
      move.expect_moves(past, 0, options);
      move.expect_moves(0, past, options);
      move.expect_moves(past, past * 7 % kLine, options);
    }
    move.expect_moves(past, past, {.threads = 2, .stores = Stores::kStreaming, .small_bytes = 0});
  }
}

TEST(Alignment, TransposesMoveAtEveryAddress) {
  expect_moves_everywhere("f32[40,48]{1,0}", "f32[40,48]{0,1}", 32);
  expect_moves_everywhere("f32[37,29]{1,0}", "f32[37,29]{0,1}", 32);
  expect_moves_everywhere("u8[64,80]{1,0}", "u8[64,80]{0,1}", 8);
  expect_moves_everywhere("f64[16,24]{1,0}", "f64[16,24]{0,1}", 64);
  expect_moves_everywhere("c128[8,12]{1,0}", "c128[8,12]{0,1}", 128);
  expect_moves_everywhere("u4[64,96]{1,0}", "u4[64,96]{0,1}", 4);
}

TEST(Alignment, TilesMoveAtEveryAddress) {
  expect_moves_everywhere("bf16[24,256]{1,0}", "bf16[24,256]{1,0:T(8,128)(2,1)}", 16);
  expect_moves_everywhere("bf16[19,200]{1,0:T(8,128)(2,1)}", "bf16[19,200]{1,0}", 16);
  expect_moves_everywhere("u8[30,40]{1,0}", "u8[30,40]{0,1:T(8,16)(4,1)}", 8);
  expect_moves_everywhere("f32[10,11,3]{2,1,0}", "f32[10,11,3]{2,0,1}", 32);
  expect_moves_everywhere("u8[20,21,3]{2,1,0}", "u8[20,21,3]{1,0,2}", 8);
}

TEST(Alignment, CopiesMoveAtEveryAddress) {
  expect_moves_everywhere("u8[5000]{0}", "u8[5000]{0}", 8);
  expect_moves_everywhere("f32[3,1000]{1,0}", "f32[3,1000]{1,0:T(2,8)}", 32);
  expect_moves_everywhere("u2[100,77]{1,0}", "u2[100,77]{1,0:T(3,5)}", 2);
}

}  // namespace
}  // namespace tileglot::relayout::cpu
