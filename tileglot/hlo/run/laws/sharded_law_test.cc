// SPDX-License-Identifier: Apache-2.0
// sharded_law_test.cc: what a module computes does not hang on how its values are spread over devices,
// and what the devices have of a value is a tile of it, in one layout.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/law.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/run/array/any_layouts.h"
#include "tileglot/hlo/run/element/random_elements.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/run/laws/any_shardings.h"
#include "tileglot/hlo/run/laws/module_with_requests.h"
#include "tileglot/hlo/run/runnable/module.h"
#include "tileglot/hlo/run/sharded_run.h"
#include "tileglot/hlo/run/sharding_plan.h"
#include "tileglot/hlo/text/parse.h"
#include "tileglot/hlo/text/print.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/print.h"
#include "tileglot/notation/xla/sharding/sharding.h"

namespace tileglot::hlo::run {
namespace {

using notation::xla::Shape;
using notation::xla::Sharding;
using notation::xla::ShardingKind;

/// What every device makes room for, by definition.
Extents room_of(const Shape& shape, const Sharding& sharding) {
  Extents extents = extents_of(shape);
  if (sharding.kind != ShardingKind::kTiled) return extents;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    extents[d] = core::ceil_div(extents[d], sharding.tiles.dims[d]);
  }
  return extents;
}

/// What the devices have of one leaf.
void expect_tiles(const Shape& shape, const Sharding& sharding, const std::vector<Value>& local,
                  std::size_t& tiled) {
  if (!notation::xla::is_array(shape)) return;
  for (std::size_t device = 0; device < local.size(); ++device) {
    const bool keeps = sharding.kind != ShardingKind::kMaximal ||
                       sharding.device == static_cast<std::int64_t>(device);
    ASSERT_EQ(local[device].is_array(), keeps) << print(sharding) << " " << device;
    if (!keeps) continue;
    const Shape& own = local[device].array.shape;
    EXPECT_EQ(extents_of(own), room_of(shape, sharding)) << print(sharding);
    EXPECT_EQ(layout_or_default(own), layout_or_default(shape)) << print(sharding);
    EXPECT_EQ(local[device].array.bytes->size(), local[device].array.placement->bytes);
  }
  tiled += sharding.kind == ShardingKind::kTiled ? 1U : 0U;
}

void expect_value(const Shape& shape, const Sharding*& leaf, const std::vector<Value>& local,
                  std::size_t& tiled) {
  if (shape.type != PrimitiveType::kTuple) return expect_tiles(shape, *leaf++, local, tiled);
  for (std::size_t i = 0; i < shape.elements.size(); ++i) {
    std::vector<Value> elements;
    elements.reserve(local.size());
    for (const Value& value : local) elements.push_back(value.elements[i]);
    expect_value(shape.elements[i], leaf, elements, tiled);
  }
}

/// Takes the shardings off loops and conditionals and what they call begins and ends with: those of
/// one loop have to agree.
void free_calls(Module& module) {
  for (const ComputationId c : module.computations()) {
    for (const InstructionId id : module.instructions(c)) {
      const Opcode opcode = module[id].opcode;
      if (opcode != Opcode::kWhile && opcode != Opcode::kConditional) continue;
      remove_attribute(module[id], AttributeKey::kSharding);
      for (const ComputationId called : called_computations(module[id])) {
        remove_attribute(module[*module[called].root], AttributeKey::kSharding);
        remove_attribute(module[module[called].parameters[0]], AttributeKey::kSharding);
      }
    }
  }
}

TEST(ShardedLaw, ShardingsDoNotChangeResults) {
  std::size_t modules = 0;
  std::size_t tiled = 0;
  core::check_law("shardings_do_not_change_results", 3000, [&] {
    RandomBits bits(*rc::gen::arbitrary<std::uint64_t>());
    const auto devices = *rc::gen::element<std::int64_t>(2, 3, 4, 6, 8);
    const Module plain = any_module_with_requests(bits, *rc::gen::inRange<std::size_t>(1, 16));
    Module module = spread_over(plain, devices, bits);
    free_calls(module);
    ASSERT_TRUE(verify(module)) << verify(module).error()->message << print(module);
    const std::vector<Elements> inputs = any_inputs(module, bits);
    for (const Handover handover : {Handover::kRelaid, Handover::kAsBytes}) {
      if (handover == Handover::kAsBytes) {
        module.header.entry_layout.reset();
        module = any_layouts(module, bits).module;
      }
      const auto before = evaluate(module, inputs, {.handover = handover});
      ASSERT_TRUE(before) << before.error()->message << print(module);
      const auto plan = ShardingPlan::of(module);
      ASSERT_TRUE(plan) << plan.error()->message << print(module);
      const auto watch = [&](InstructionId id, const DeviceValue& value) {
        const auto& stated = plan->of(id);
        EXPECT_TRUE(!stated || *stated == *value.shardings) << module[id].name << print(module);
        const Sharding* leaf = value.shardings->data();
        expect_value(module.shape_of(id), leaf, value.local, tiled);
      };
      const auto after = evaluate_sharded(module, inputs, {.handover = handover}, watch);
      ASSERT_TRUE(after) << after.error()->message << print(module);
      EXPECT_TRUE(same_outputs(*before, *after)) << print(module);
    }
    ++modules;
  });
  EXPECT_GE(modules, core::law_minimum(100U));
  EXPECT_GT(tiled, modules) << "the law was tried on too little";
}

/// A program for one device, and the same for several with a region in which each has its own part.
struct Region {
  std::string whole;    ///< from x: s32[rows,columns] to r
  std::string sharded;  ///< likewise; of num_partitions
};

struct Mesh {
  std::int64_t tiles = 2;   ///< along dimension 0
  std::int64_t copies = 1;  ///< of each tile
  std::vector<std::int64_t> order = {};
  std::int64_t tile_rows = 1;
  std::int64_t columns = 1;

  std::int64_t rows() const { return tile_rows * tiles; }
  std::int64_t devices() const { return tiles * copies; }
  std::int64_t device(std::int64_t tile, std::int64_t copy) const {
    return order[static_cast<std::size_t>(tile * copies + copy)];
  }
  /// Devices with one tile each, a group for each copy, in the order of the tiles.
  std::string groups() const {
    std::string text;
    for (std::int64_t copy = 0; copy < copies; ++copy) {
      std::vector<std::int64_t> group;
      for (std::int64_t tile = 0; tile < tiles; ++tile) group.push_back(device(tile, copy));
      text += fmt::format("{}{{{}}}", copy == 0 ? "" : ",", fmt::join(group, ","));
    }
    return "channel_id=1, use_global_device_ids=true, replica_groups={" + text + "}";
  }
  std::string rotation() const {
    std::string text;
    for (std::int64_t tile = 0; tile < tiles; ++tile) {
      for (std::int64_t copy = 0; copy < copies; ++copy) {
        text += fmt::format("{}{{{},{}}}", text.empty() ? "" : ",", device(tile, copy),
                            device((tile + 1) % tiles, copy));
      }
    }
    return "channel_id=1, source_target_pairs={" + text + "}";
  }
  std::string sharding(std::string_view dims) const {
    return fmt::format("sharding={{devices=[{},{}]{}{}}}", dims, copies, fmt::join(order, ","),
                       " last_tile_dim_replicate");
  }
  std::string by_rows() const { return sharding(fmt::format("{},1", tiles)); }
  std::string by_columns() const { return sharding(fmt::format("1,{}", tiles)); }
};

Mesh any_mesh(RandomBits& bits) {
  Mesh mesh;
  mesh.tiles = 2 + static_cast<std::int64_t>(bits.next() % 3);
  mesh.copies = 1 + static_cast<std::int64_t>(bits.next() % 3);
  mesh.tile_rows = 1 + static_cast<std::int64_t>(bits.next() % 4);
  mesh.columns = mesh.tiles * (1 + static_cast<std::int64_t>(bits.next() % 2));
  for (std::int64_t i = 0; i < mesh.devices(); ++i) mesh.order.push_back(i);
  for (std::size_t i = mesh.order.size(); i > 1; --i) {
    std::swap(mesh.order[i - 1], mesh.order[bits.next() % i]);
  }
  return mesh;
}

/// How a region leaves: `local` of s32[own] becomes r of s32[all].
std::string left(const std::string& own, const std::string& all, const std::string& sharding) {
  return fmt::format(
      "o = s32[{}] custom-call(local), custom_call_target=\"Sharding\", sharding={{manual}}\n"
      "ROOT r = s32[{}] custom-call(o), custom_call_target=\"SPMDShardToFullShape\", {}\n",
      own, all, sharding);
}

enum class RegionKind : std::uint8_t {
  kElementwise,
  kSum,
  kGather,
  kScatterSum,
  kToAll,
  kRotate,
  kWho,
  kLoop,
  kCount
};

/// `own` is what a device has at first, s32[tile_rows,columns].
Region region_of(RegionKind kind, const Mesh& m) {
  const std::string rows = fmt::format("{},{}", m.rows(), m.columns);
  const std::string tile = fmt::format("{},{}", m.tile_rows, m.columns);
  const std::string manual = ", sharding={manual}\n";
  switch (kind) {
    case RegionKind::kElementwise:
      return {fmt::format("ROOT r = s32[{}] negate(x)\n", rows),
              fmt::format("local = s32[{}] negate(own)\n", tile) + left(tile, rows, m.by_rows())};
    case RegionKind::kSum: {
      const std::string sums = fmt::format("{}", m.columns);
      return {fmt::format("z = s32[] constant(0)\n"
                          "ROOT r = s32[{}] reduce(x, z), dimensions={{0}}, to_apply=add\n",
                          sums),
              fmt::format("z = s32[] constant(0)\n"
                          "part = s32[{0}] reduce(own, z), dimensions={{0}}, to_apply=add{1}"
                          "local = s32[{0}] all-reduce(part), to_apply=add, {2}\n",
                          sums, manual, m.groups()) +
                  left(sums, sums, "sharding={replicated}")};
    }
    case RegionKind::kGather:
      return {
          fmt::format("ROOT r = s32[{}] copy(x)\n", rows),
          fmt::format("local = s32[{}] all-gather(own), dimensions={{0}}, {}\n", rows, m.groups()) +
              left(rows, rows, "sharding={replicated}")};
    case RegionKind::kScatterSum: {
      const std::string part = fmt::format("{},{}", m.tile_rows, m.columns / m.tiles);
      const std::string sums = fmt::format("{},{}", m.tile_rows, m.columns);
      return {fmt::format("t = s32[{},{}] reshape(x)\n z = s32[] constant(0)\n"
                          "ROOT r = s32[{}] reduce(t, z), dimensions={{0}}, to_apply=add\n",
                          m.tiles, sums, sums),
              fmt::format("local = s32[{}] reduce-scatter(own), dimensions={{1}}, to_apply=add, "
                          "{}\n",
                          part, m.groups()) +
                  left(part, sums, m.by_columns())};
    }
    case RegionKind::kToAll: {
      // Every tile's columns go apart; what one device gets are the columns of all tiles.
      const std::string columns = fmt::format("{},{}", m.rows(), m.columns / m.tiles);
      const std::string split = fmt::format("{},{},{}", m.tiles, m.tile_rows, m.columns / m.tiles);
      const std::string apart = fmt::format("{},{},{}", m.tile_rows, m.tiles, m.columns / m.tiles);
      return {fmt::format("ROOT r = s32[{}] copy(x)\n", rows),
              fmt::format("cut = s32[{0}] reshape(own)\n"
                          "major = s32[{1}] transpose(cut), dimensions={{1,0,2}}\n"
                          "all = s32[{1}] all-to-all(major), dimensions={{0}}, channel_id=1, "
                          "replica_groups={2}\n"
                          "local = s32[{3}] reshape(all)\n",
                          apart, split, m.groups().substr(m.groups().find("={{") + 1), columns) +
                  left(columns, rows, m.by_columns())};
    }
    case RegionKind::kRotate:
      return {fmt::format("last = s32[{0}] slice(x), slice={{[{1}:{2}], [0:{3}]}}\n"
                          "rest = s32[{1},{3}] slice(x), slice={{[0:{1}], [0:{3}]}}\n"
                          "ROOT r = s32[{4}] concatenate(last, rest), dimensions={{0}}\n",
                          tile, m.rows() - m.tile_rows, m.rows(), m.columns, rows),
              fmt::format("local = s32[{}] collective-permute(own), {}\n", tile, m.rotation()) +
                  left(tile, rows, m.by_rows())};
    case RegionKind::kWho: {
      std::vector<std::int64_t> tile_of(m.order.size());
      for (std::size_t i = 0; i < m.order.size(); ++i) {
        tile_of[static_cast<std::size_t>(m.order[i])] = static_cast<std::int64_t>(i) / m.copies;
      }
      const std::string table = fmt::format("{}", fmt::join(tile_of, ", "));
      return {fmt::format("i = s32[{0}] iota(), iota_dimension=0\n"
                          "n = s32[] constant({1})\n"
                          "b = s32[{0}] broadcast(n), dimensions={{}}\n"
                          "q = s32[{0}] divide(i, b)\n"
                          "ROOT r = s32[{0}] add(x, q)\n",
                          rows, m.tile_rows),
              fmt::format("p = u32[] partition-id()\n"
                          "all = s32[{0}] constant({{{1}}})\n"
                          "one = s32[1] dynamic-slice(all, p), dynamic_slice_sizes={{1}}\n"
                          "mine = s32[] reshape(one)\n"
                          "b = s32[{2}] broadcast(mine), dimensions={{}}\n"
                          "local = s32[{2}] add(own, b)\n",
                          m.devices(), table, tile) +
                  left(tile, rows, m.by_rows())};
    }
    default:
      // Twice the sum over the tiles of each column, by a loop with a collective in it.
      return {fmt::format("z = s32[] constant(0)\n"
                          "s = s32[{0}] reduce(x, z), dimensions={{0}}, to_apply=add\n"
                          "n = s32[] constant({1})\n b = s32[{0}] broadcast(n), dimensions={{}}\n"
                          "ROOT r = s32[{0}] multiply(s, b)\n",
                          m.columns, m.tiles),
              fmt::format("z = s32[] constant(0)\n"
                          "part = s32[{0}] reduce(own, z), dimensions={{0}}, to_apply=add\n"
                          "st = (s32[{0}], s32[]) tuple(part, z)\n"
                          "w = (s32[{0}], s32[]) while(st), condition=twice, body=sum\n"
                          "local = s32[{0}] get-tuple-element(w), index=0\n",
                          m.columns) +
                  left(fmt::format("{}", m.columns), fmt::format("{}", m.columns),
                       "sharding={replicated}")};
  }
}

/// The loop that sums over the tiles twice.
std::string loop_of(const Mesh& m) {
  return fmt::format(
      "twice {{ s = (s32[{0}], s32[]) parameter(0) i = s32[] get-tuple-element(s), index=1 "
      "two = s32[] constant(2) ROOT l = pred[] compare(i, two), direction=LT }}\n"
      "sum {{ s = (s32[{0}], s32[]) parameter(0) v = s32[{0}] get-tuple-element(s), index=0 "
      "i = s32[] get-tuple-element(s), index=1 one = s32[] constant(1) j = s32[] add(i, one) "
      "t = s32[{0}] all-reduce(v), to_apply=add, {1} "
      "ROOT n = (s32[{0}], s32[]) tuple(t, j) }}\n",
      m.columns, m.groups());
}

std::string module_text(const Mesh& m, const std::string& before, const std::string& computations,
                        const std::string& region) {
  return fmt::format(
      "HloModule m\n"
      "add {{ a = s32[] parameter(0) b = s32[] parameter(1) ROOT c = s32[] add(a, b) }}\n{}"
      "ENTRY e {{\nx = s32[{},{}] parameter(0)\n{}{}}}\n",
      computations, m.rows(), m.columns, before, region);
}

std::string sharded_text(const Mesh& m, const Region& region) {
  const std::string into = fmt::format(
      "s = s32[{0},{1}] custom-call(x), custom_call_target=\"Sharding\", {2}\n"
      "own = s32[{3},{1}] custom-call(s), custom_call_target=\"SPMDFullToShardShape\", "
      "sharding={{manual}}\n",
      m.rows(), m.columns, m.by_rows(), m.tile_rows);
  return module_text(m, into, loop_of(m), region.sharded);
}

void expect_region_is_whole(RegionKind kind, const Mesh& mesh, RandomBits& bits) {
  const Region region = region_of(kind, mesh);
  const std::string text = sharded_text(mesh, region);
  const auto plain = parse_module(module_text(mesh, "", "", region.whole));
  const auto sharded = parse_module(text);
  ASSERT_TRUE(plain) << plain.error()->message << region.whole;
  ASSERT_TRUE(sharded) << sharded.error()->message << text;
  ASSERT_TRUE(verify(*sharded)) << verify(*sharded).error()->message << text;
  const std::vector<Elements> inputs = any_inputs(*plain, bits);
  const auto before = evaluate(*plain, inputs);
  ASSERT_TRUE(before) << before.error()->message << region.whole;
  const auto after = evaluate_sharded(*sharded, inputs);
  ASSERT_TRUE(after) << after.error()->message << "\n" << text;
  EXPECT_TRUE(same_outputs(*before, *after)) << text;
}

TEST(ShardedLaw, ManualRegionsComputeTheWhole) {
  std::array<std::size_t, static_cast<std::size_t>(RegionKind::kCount)> regions{};
  core::check_law("manual_regions_compute_the_whole", 3000, [&] {
    RandomBits bits(*rc::gen::arbitrary<std::uint64_t>());
    const auto kind = static_cast<std::size_t>(bits.next() % regions.size());
    ++regions[kind];
    expect_region_is_whole(static_cast<RegionKind>(kind), any_mesh(bits), bits);
  });
  // A law that runs few cases for sanitizers still meets most kinds.
  const std::size_t cases = std::accumulate(regions.begin(), regions.end(), std::size_t{0});
  EXPECT_GE(*std::ranges::min_element(regions) * 30, cases);
}

}  // namespace
}  // namespace tileglot::hlo::run
