// SPDX-License-Identifier: Apache-2.0
// sharded_test.cc: tensors in shards, against one element moved at a time.
#include "tileglot/relayout/reshard/sharded.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/bridge/shards.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/law.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/example_maps.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/shard.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::relayout::reshard {
namespace {

using map::Coordinate;
using map::Shard;
using Extents = std::vector<std::int64_t>;
using Shards = std::vector<Shard>;
using Buffer = std::vector<std::byte>;

Shards shards_of(std::string_view text) {
  return *bridge::shards_of(*notation::xla::parse_shape(text));
}

std::vector<Buffer> buffers_for(const Shards& shards, int bits, std::byte fill) {
  std::vector<Buffer> buffers;
  buffers.reserve(shards.size());
  for (const Shard& shard : shards)
    buffers.emplace_back(static_cast<std::size_t>((shard.map.codomain_size() * bits + 7) / 8),
                         fill);
  return buffers;
}

/// Bit b of element x, whatever the shard: its number, mixed.
bool bit_of_element(const Coordinate& x, std::int64_t b) {
  std::uint64_t number = 77;
  for (const std::int64_t index : x)
    number = (number + static_cast<std::uint64_t>(index)) * 0x9E3779B97F4A7C15U;
  number = (number ^ (number >> 31U)) * (static_cast<std::uint64_t>(b) * 2 + 1);
  return ((number >> 40U) & 1U) != 0;
}

/// Writes every element of a shard to its buffer.
void write_elements(const Shard& shard, int bits, Buffer& buffer) {
  map::for_each_coordinate(map::extents_of(shard.map), [&](const Coordinate& local) {
    Coordinate x = local;
    for (std::size_t k = 0; k < x.size(); ++k) x[k] += shard.begin[k];
    for (std::int64_t b = 0; b < bits; ++b) {
      const std::int64_t at = shard.map(local) * bits + b;
      const std::byte mask = std::byte{1} << static_cast<int>(at % 8);
      std::byte& byte = buffer[static_cast<std::size_t>(at / 8)];
      byte = bit_of_element(x, b) ? byte | mask : byte & ~mask;
    }
  });
}

std::vector<Buffer> filled(const Shards& shards, int bits, std::byte fill) {
  std::vector<Buffer> buffers = buffers_for(shards, bits, fill);
  for (std::size_t i = 0; i < shards.size(); ++i) write_elements(shards[i], bits, buffers[i]);
  return buffers;
}

template <class Span>
std::vector<Span> spans_of(std::vector<Buffer>& buffers) {
  std::vector<Span> spans;
  spans.reserve(buffers.size());
  for (Buffer& buffer : buffers) spans.emplace_back(buffer);
  return spans;
}

core::Status run(const ShardedMove& move, std::vector<Buffer>& from, std::vector<Buffer>& to,
                 const cpu::Watch& watch = {}) {
  return move.execute(spans_of<std::span<const std::byte>>(from),
                      spans_of<std::span<std::byte>>(to), watch);
}

/// All targets as they should be, padding too.
void expect_moves(const Extents& extents, const Shards& sources, const Shards& targets, int bits,
                  const cpu::ExecuteOptions& options) {
  const auto move = ShardedMove::of(extents, sources, targets, bits, options);
  ASSERT_TRUE(move.has_value()) << move.error()->message << " " << move.error()->witness;
  std::vector<Buffer> from = filled(sources, bits, std::byte{0xFF});
  std::vector<Buffer> to = buffers_for(targets, bits, std::byte{0xA5});
  const auto status = run(*move, from, to);
  ASSERT_TRUE(status.has_value()) << status.error()->message;
  EXPECT_TRUE(to == filled(targets, bits, options.zero_fill ? std::byte{0} : std::byte{0xA5}));
}

TEST(Sharded, ColumnsBecomeRows) {
  const Shards columns = shards_of("f32[64,96]{1,0:SC(1:40)}");
  const Shards rows = shards_of("f32[64,96]{1,0:SC(0:32)}");
  EXPECT_EQ(ShardedMove::of(Extents{64, 96}, columns, rows, 32)->moves(), 4U);
  expect_moves({64, 96}, columns, rows, 32, {});
}

TEST(Sharded, SplitArraysOfAnyLayoutMove) {
  const std::vector<std::string_view> layouts = {
      "s8[20,130]{1,0:T(8,128)SC(0:11)}", "s8[20,130]{0,1:SC(0:0,64,129)(1:5)}", "s8[20,130]{1,0}"};
  for (const std::string_view from : layouts) {
    for (const std::string_view to : layouts)
      expect_moves({20, 130}, shards_of(from), shards_of(to), 8, {});
  }
}

TEST(Sharded, NothingMovesWhereThereIsNothing) {
  expect_moves({0, 5}, {}, {}, 8, {});
  expect_moves({0, 5}, shards_of("s8[0,5]{1,0}"), shards_of("s8[0,5]{1,0:SC(1:2)}"), 8, {});
  expect_moves({}, shards_of("s8[]"), shards_of("s8[]"), 8, {});
  const std::int64_t huge = core::kInt64Max;
  EXPECT_TRUE(ShardedMove::of(Extents{huge, huge, 0}, {}, {}, 8).has_value());
}

/// Uniform in [begin, end), whatever the size of the case.
template <class T>
T draw(T begin, T end) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(begin, end));
}

/// A layout of a few kinds, tiled and clipped, or with gaps.
map::IndexMap any_layout(const Extents& extents) {
  map::IndexMap f = map::tiled(extents, {});
  switch (draw(0, 3)) {
    case 0: break;
    case 1:
      if (!extents.empty()) f = map::tiled(extents, {{draw<std::int64_t>(1, 5)}});
      break;
    default: {
      Extents strides(extents.size());
      std::int64_t stride = draw<std::int64_t>(1, 3);
      for (std::size_t k = 0; k < extents.size(); ++k) {
        strides[k] = stride;
        stride *= extents[k] + draw<std::int64_t>(0, 2);
      }
      f = map::strided(extents, strides);
    }
  }
  std::int64_t largest = 0;
  for (const std::int64_t offset : map::table_of(f)) largest = std::max(largest, offset);
  return {f.domain(), {{largest + draw<std::int64_t>(1, 4), "offset"}}, f.inner(), f.out()};
}

/// A grid of shards that is all of the tensor.
Shards any_grid(const Extents& extents) {
  std::vector<Shard> shards;
  std::vector<std::pair<Coordinate, Extents>> boxes = {{{}, {}}};
  for (const std::int64_t extent : extents) {
    std::vector<std::int64_t> cuts = {0, extent};
    for (std::int64_t n = draw<std::int64_t>(0, 3); n > 0; --n)
      cuts.push_back(draw<std::int64_t>(0, extent + 1));
    std::sort(cuts.begin(), cuts.end());
    std::vector<std::pair<Coordinate, Extents>> next;
    for (const auto& [begin, size] : boxes) {
      for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
        next.emplace_back(begin, size);
        next.back().first.push_back(cuts[i]);
        next.back().second.push_back(cuts[i + 1] - cuts[i]);
      }
    }
    boxes = std::move(next);
  }
  for (const auto& [begin, size] : boxes) {
    const bool is_empty = std::find(size.begin(), size.end(), 0) != size.end();
    if (!is_empty) shards.push_back({begin, any_layout(size)});
  }
  return shards;
}

TEST(Sharded, EveryPairOfCutsMovesExactly) {
  core::check_law("relayout_moves_shards_exactly", 2000, [] {
    Extents extents(draw<std::size_t>(0, 4));
    for (std::int64_t& extent : extents) extent = draw<std::int64_t>(1, 13);
    Shards sources = any_grid(extents);
    // Some elements again, in any order.
    for (const Shard& again : any_grid(extents)) {
      if (draw(0, 4) == 0) sources.push_back(again);
    }
    for (std::size_t i = sources.size(); i > 1; --i)
      std::swap(sources[i - 1], sources[draw<std::size_t>(0, i)]);
    const cpu::ExecuteOptions options{.threads = *rc::gen::element(1, 3),
                                      .zero_fill = *rc::gen::arbitrary<bool>(),
                                      .small_bytes = 0};
    expect_moves(extents, sources, any_grid(extents), *rc::gen::element(1, 4, 8, 16, 32), options);
  });
}

/// A shard with a row-major layout.
Shard at(Coordinate begin, const Extents& extents) {
  const map::IndexMap f = map::tiled(extents, {});
  return {std::move(begin), {f.domain(), {{f.size(), "offset"}}, f.inner(), f.out()}};
}

void expect_refused(const Shards& sources, const Shards& targets, std::string_view code,
                    std::string_view message, std::string_view witness) {
  const auto move = ShardedMove::of(Extents{4, 6}, sources, targets, 8);
  ASSERT_FALSE(move.has_value()) << message;
  EXPECT_EQ(move.error()->code, code);
  EXPECT_EQ(move.error()->message, message);
  EXPECT_EQ(move.error()->witness, witness);
}

TEST(Sharded, ShardsThatAreNotTheTensorAreRefused) {
  const Shards whole = {at({0, 0}, {4, 6})};
  expect_refused(whole, {at({0, 0}, {3, 6}), at({2, 5}, {2, 1})}, "relayout.shards_overlap",
                 "target shards 0 and 1 have elements in common", "(2,5)");
  expect_refused(whole, {at({0, 0}, {3, 6}), at({3, 0}, {1, 4})}, "relayout.shards_missing",
                 "an element is in no target shard", "(3,4)");
  expect_refused({at({0, 0}, {4, 3}), at({0, 2}, {3, 4})}, whole, "relayout.shards_missing",
                 "an element is in no source shard", "(3,3)");
  expect_refused({}, whole, "relayout.shards_missing", "an element is in no source shard", "(0,0)");
  expect_refused(whole, {at({1, 0}, {4, 6})}, "relayout.shard",
                 "target shard 0 begins at 1 with extent 4 in dimension 0 of extent 4", "");
  expect_refused({at({0}, {4})}, whole, "relayout.shard",
                 "source shard 0 does not have the 2 dimensions of the tensor", "");
  expect_refused(Shards((1U << 20U) + 1, at({0, 0}, {4, 6})), whole, "relayout.too_many_moves",
                 "there are 1048577 source shards, more than 1048576", "");
  Shards repeated = {{{0, 0}, map::strided({4, 6}, {0, 1})}};
  const auto move = ShardedMove::of(Extents{4, 6}, whole, repeated, 8);
  ASSERT_FALSE(move.has_value());
  EXPECT_EQ(move.error()->message.find("target shard 0: "), 0U) << move.error()->message;
}

TEST(Sharded, BuffersThatDoNotFitAreRefused) {
  const Shards halves = {at({0, 0}, {4, 3}), at({0, 3}, {4, 3})};
  const auto move = ShardedMove::of(Extents{4, 6}, halves, halves, 8);
  std::vector<Buffer> from = filled(halves, 8, std::byte{0});
  std::vector<Buffer> to = buffers_for(halves, 8, std::byte{0});
  std::vector<Buffer> one = {to[0]};
  EXPECT_EQ(run(*move, from, one).error()->message, "1 target buffers for 2 shards");
  std::vector<Buffer> small = {to[0], Buffer(11)};
  EXPECT_EQ(run(*move, from, small).error()->message,
            "the buffer of target shard 1 has 11 bytes and the plan needs 12");
  const std::vector<std::span<const std::byte>> read = {to[1], from[1]};
  EXPECT_EQ(move->execute(read, spans_of<std::span<std::byte>>(to)).error()->message,
            "the buffer of target shard 1 shares memory with that of source shard 0");
}

TEST(Sharded, AMoveOfShardsIsWatched) {
  const Shards halves = {at({0, 0}, {4, 3}), at({0, 3}, {4, 3})};
  const auto move = ShardedMove::of(Extents{4, 6}, halves, halves, 8);
  std::vector<Buffer> from = filled(halves, 8, std::byte{0});
  std::vector<Buffer> to = buffers_for(halves, 8, std::byte{0});
  std::int64_t told = 0;
  ASSERT_TRUE(run(*move, from, to, {[&](cpu::Progress progress) {
                told = progress.done_bytes;
                return true;
              }}).has_value());
  EXPECT_EQ(told, 24);
  const auto ended = run(*move, from, to, {[](cpu::Progress /*progress*/) { return false; }});
  ASSERT_FALSE(ended.has_value());
  EXPECT_EQ(ended.error()->code, "relayout.cancelled");
}

}  // namespace
}  // namespace tileglot::relayout::reshard
