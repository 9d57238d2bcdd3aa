// SPDX-License-Identifier: Apache-2.0
// collective_law_test.cc: collectives against their definitions, element by element.
//
// Here each element of a result says where it comes from: the peers of a device are found by asking
// every device, not by listing groups, and coordinates are counted one by one.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/run/array/devices.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/element/random_elements.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/text/parse.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tileglot::hlo::run {
namespace {

enum class Kind : std::uint8_t { kReduce, kGather, kScatter, kToAll, kBroadcast, kPermute };
enum class Mode : std::uint8_t { kReplicas, kPartitions, kBoth, kGlobal };

using Ids = std::vector<std::int64_t>;
using Array = std::vector<std::int32_t>;

struct Drawn {
  Kind kind = Kind::kReduce;
  Mode mode = Mode::kReplicas;
  Devices devices = {};
  std::vector<Ids> groups = {};
  std::vector<std::pair<std::int64_t, std::int64_t>> pairs = {};
  Extents operand = {};
  Extents result = {};
  std::size_t along = 0;
  std::vector<Array> inputs = {};
};

std::int64_t below(RandomBits& bits, std::int64_t n) {
  return static_cast<std::int64_t>(bits.next() % static_cast<std::uint64_t>(n));
}

std::int64_t id_count(const Drawn& drawn) {
  if (drawn.mode == Mode::kPartitions) return drawn.devices.partitions;
  return drawn.mode == Mode::kGlobal ? drawn.devices.replicas * drawn.devices.partitions
                                     : drawn.devices.replicas;
}

Ids shuffled(std::int64_t n, RandomBits& bits) {
  Ids ids(static_cast<std::size_t>(n));
  std::iota(ids.begin(), ids.end(), 0);
  for (std::size_t i = ids.size(); i > 1; --i) {
    std::swap(ids[i - 1], ids[static_cast<std::size_t>(below(bits, static_cast<std::int64_t>(i)))]);
  }
  return ids;
}

/// Groups of one size, unless the kind takes any.
void draw_groups(Drawn& drawn, RandomBits& bits) {
  const Ids ids = shuffled(id_count(drawn), bits);
  const bool any_size = drawn.kind == Kind::kReduce || drawn.kind == Kind::kBroadcast;
  std::int64_t size = 1 + below(bits, id_count(drawn));
  while (!any_size && id_count(drawn) % size != 0) --size;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (i % static_cast<std::size_t>(size) == 0) drawn.groups.emplace_back();
    drawn.groups.back().push_back(ids[i]);
  }
  const bool drops = drawn.kind == Kind::kBroadcast && drawn.groups.size() > 1;
  if (drops && below(bits, 2) == 0) drawn.groups.pop_back();
}

void draw_pairs(Drawn& drawn, RandomBits& bits) {
  const Ids sources = shuffled(id_count(drawn), bits);
  const Ids targets = shuffled(id_count(drawn), bits);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (below(bits, 4) != 0) drawn.pairs.emplace_back(sources[i], targets[i]);
  }
}

/// The devices that (r, p) meets, in order; none where no group names it.
std::vector<Device> peers_of(const Drawn& drawn, const Device& me) {
  const auto id_of = [&](const Device& d) {
    if (drawn.mode == Mode::kPartitions) return d.partition;
    return drawn.mode == Mode::kGlobal ? d.replica * drawn.devices.partitions + d.partition
                                       : d.replica;
  };
  const auto reachable = [&](const Device& d) {
    if (drawn.mode == Mode::kReplicas) return d.partition == me.partition;
    return drawn.mode != Mode::kPartitions || d.replica == me.replica;
  };
  std::vector<Device> peers;
  for (const Ids& group : drawn.groups) {
    if (std::ranges::count(group, id_of(me)) == 0) continue;
    for (const std::int64_t id : group) {
      for (std::size_t n = 0; n < drawn.devices.count(); ++n) {
        const Device d = drawn.devices.at(n);
        if (id_of(d) == id && reachable(d)) peers.push_back(d);
      }
    }
  }
  return peers;
}

std::size_t place(const Extents& extents, const Extents& at) {
  return static_cast<std::size_t>(dot_product(at, row_major_strides(extents)));
}

/// Element `at` of what device `me` gets, by definition.
std::int32_t defined(const Drawn& drawn, const Device& me, Extents at) {
  const auto of = [&](const Device& d, const Extents& x) {
    return drawn.inputs[drawn.devices.number_of(d)][place(drawn.operand, x)];
  };
  if (drawn.kind == Kind::kPermute) {
    for (const auto& [source, target] : drawn.pairs) {
      const bool to_me = target == (drawn.mode == Mode::kPartitions ? me.partition : me.replica);
      if (to_me && drawn.mode == Mode::kPartitions) return of({me.replica, source}, at);
      if (to_me) return of({source, me.partition}, at);
    }
    return 0;
  }
  const std::vector<Device> peers = peers_of(drawn, me);
  const auto n = static_cast<std::int64_t>(peers.size());
  std::int64_t mine = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const Device& d = peers[static_cast<std::size_t>(i)];
    if (d.replica == me.replica && d.partition == me.partition) mine = i;
  }
  std::int64_t& x = at[drawn.along];
  const auto sum = [&] {
    std::int32_t total = 0;
    for (const Device& d : peers) total += of(d, at);
    return total;
  };
  switch (drawn.kind) {
    case Kind::kReduce: return sum();
    case Kind::kBroadcast: return n == 0 ? 0 : of(peers[0], at);
    case Kind::kScatter: x += mine * drawn.result[drawn.along]; return sum();
    case Kind::kGather: {
      const std::int64_t from = x / drawn.operand[drawn.along];
      x %= drawn.operand[drawn.along];
      return of(peers[static_cast<std::size_t>(from)], at);
    }
    default: {
      const std::int64_t part = drawn.operand[drawn.along] / n;
      const std::int64_t from = x / part;
      x = mine * part + x % part;
      return of(peers[static_cast<std::size_t>(from)], at);
    }
  }
}

Drawn any_collective(RandomBits& bits) {
  Drawn drawn;
  drawn.kind = static_cast<Kind>(below(bits, 6));
  drawn.devices = {1 + below(bits, 4), 1 + below(bits, 4)};
  const bool by_partition =
      drawn.kind == Kind::kToAll || drawn.kind == Kind::kBroadcast || drawn.kind == Kind::kPermute;
  drawn.mode = std::array{
      Mode::kReplicas, by_partition ? Mode::kPartitions : Mode::kBoth,
      by_partition ? Mode::kPartitions : Mode::kGlobal}[static_cast<std::size_t>(below(bits, 3))];
  draw_groups(drawn, bits);
  draw_pairs(drawn, bits);
  const std::int64_t n = static_cast<std::int64_t>(peers_of(drawn, {}).size());
  drawn.operand = {1 + below(bits, 3), 1 + below(bits, 3), 1 + below(bits, 3)};
  drawn.along = static_cast<std::size_t>(below(bits, 3));
  drawn.result = drawn.operand;
  const bool divides = drawn.kind == Kind::kScatter || drawn.kind == Kind::kToAll;
  if (divides) drawn.operand[drawn.along] *= n;
  if (drawn.kind == Kind::kToAll) drawn.result = drawn.operand;
  if (drawn.kind == Kind::kGather) drawn.result[drawn.along] *= n;
  for (std::size_t d = 0; d < drawn.devices.count(); ++d) {
    Array& input = drawn.inputs.emplace_back(static_cast<std::size_t>(size_of(drawn.operand)));
    for (std::int32_t& x : input) x = static_cast<std::int32_t>(below(bits, 1000));
  }
  return drawn;
}

std::string listed(const Drawn& drawn) {
  std::string text;
  for (const Ids& group : drawn.groups) {
    text += fmt::format("{}{{{}}}", text.empty() ? "" : ",", fmt::join(group, ","));
  }
  return "{" + text + "}";
}

std::string pairs_text(const Drawn& drawn) {
  std::string text;
  for (const auto& [source, target] : drawn.pairs) {
    text += fmt::format("{}{{{},{}}}", text.empty() ? "" : ",", source, target);
  }
  return "{" + text + "}";
}

std::string text_of(const Drawn& drawn) {
  static constexpr std::array kNames = {"all-reduce", "all-gather",           "reduce-scatter",
                                        "all-to-all", "collective-broadcast", "collective-permute"};
  const Kind kind = drawn.kind;
  std::string attributes = kind == Kind::kPermute ? ", source_target_pairs=" + pairs_text(drawn)
                                                  : ", replica_groups=" + listed(drawn);
  if (drawn.mode != Mode::kReplicas) attributes += ", channel_id=1";
  if (drawn.mode == Mode::kGlobal) attributes += ", use_global_device_ids=true";
  if (kind == Kind::kReduce || kind == Kind::kScatter) attributes += ", to_apply=add";
  if (kind == Kind::kGather || kind == Kind::kScatter || kind == Kind::kToAll) {
    attributes += fmt::format(", dimensions={{{}}}", drawn.along);
  }
  return fmt::format(
      "add {{ a = s32[] parameter(0) b = s32[] parameter(1) ROOT c = s32[] add(a, b) }}\n"
      "ENTRY e {{ x = s32[{}]{{0,2,1}} parameter(0)\n ROOT r = s32[{}]{{1,2,0}} {}(x){} }}\n",
      fmt::join(drawn.operand, ","), fmt::join(drawn.result, ","),
      kNames[static_cast<std::size_t>(kind)], attributes);
}

void expect_as_defined(const Drawn& drawn) {
  const std::string text = text_of(drawn);
  const auto module = parse_module(text);
  ASSERT_TRUE(module) << module.error()->message << text;
  ASSERT_TRUE(verify(*module)) << verify(*module).error()->message << text;
  std::vector<std::vector<Elements>> inputs;
  inputs.reserve(drawn.inputs.size());
  for (const Array& input : drawn.inputs) inputs.push_back({{PrimitiveType::kS32, input}});
  const auto outputs = evaluate_on_devices(*module, inputs, {.devices = drawn.devices});
  ASSERT_TRUE(outputs) << outputs.error()->message << text;
  for (std::size_t d = 0; d < outputs->size(); ++d) {
    Array expected;
    Extents at(3, 0);
    do expected.push_back(defined(drawn, drawn.devices.at(d), at));
    while (next_coordinate(drawn.result, at));
    EXPECT_EQ(numbers_of<std::int32_t>((*outputs)[d][0].elements), expected)
        << "device " << d << " of " << drawn.devices.replicas << "x" << drawn.devices.partitions
        << "\n"
        << text;
  }
}

TEST(CollectiveLaw, CollectivesAreAsDefined) {
  core::check_law("collectives_are_as_defined", 3000, [] {
    RandomBits bits(*rc::gen::arbitrary<std::uint64_t>());
    expect_as_defined(any_collective(bits));
  });
}

}  // namespace
}  // namespace tileglot::hlo::run
