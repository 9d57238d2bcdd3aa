// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/laws/any_shardings.h"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/element/random_elements.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/sharding.h"
#include "tileglot/notation/xla/sharding/tile_assignment.h"

namespace tileglot::hlo::run {
namespace {

using notation::xla::Sharding;
using notation::xla::ShardingKind;

std::vector<std::int64_t> any_order_of_devices(std::int64_t devices, RandomBits& bits) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(devices));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[static_cast<std::size_t>(bits.next() % i)]);
  }
  return order;
}

Sharding any_leaf_sharding(const notation::xla::Shape& shape, std::int64_t devices,
                           RandomBits& bits) {
  const std::uint64_t kind = bits.next() % 6;
  if (kind == 0) {
    return notation::xla::maximal_sharding(
        static_cast<std::int64_t>(bits.next() % static_cast<std::uint64_t>(devices)));
  }
  const bool whole = kind == 1 || shape.dimensions.empty();
  return whole ? Sharding() : any_tiling(shape.dimensions.size(), devices, bits);
}

Sharding any_sharding_of(const notation::xla::Shape& shape, std::int64_t devices,
                         RandomBits& bits) {
  if (shape.type != notation::xla::PrimitiveType::kTuple) {
    return any_leaf_sharding(shape, devices, bits);
  }
  Sharding tuple{.kind = ShardingKind::kTuple};
  for (const notation::xla::Leaf& leaf : notation::xla::leaves(shape)) {
    tuple.elements.push_back(any_leaf_sharding(leaf.shape, devices, bits));
  }
  return tuple;
}

bool runs_a_program(Opcode opcode) {
  return opcode == Opcode::kCall || opcode == Opcode::kFusion || opcode == Opcode::kWhile ||
         opcode == Opcode::kConditional;
}

void spread_in(Module& module, ComputationId computation, std::int64_t devices, RandomBits& bits) {
  for (const InstructionId id : module.instructions(computation)) {
    if (module[id].opcode == Opcode::kPartitionId) module[id].opcode = Opcode::kReplicaId;
    if (bits.next() % 4 != 0) {
      set_attribute(module[id], AttributeKey::kSharding,
                    Shared(any_sharding_of(module.shape_of(id), devices, bits)));
    }
    if (!runs_a_program(module[id].opcode)) continue;
    for (const ComputationId called : called_computations(module[id])) {
      spread_in(module, called, devices, bits);
    }
  }
}

}  // namespace

Sharding any_tiling(std::size_t rank, std::int64_t devices, RandomBits& bits) {
  std::vector<std::int64_t> dims(rank + 1, 1);
  std::int64_t left = devices;
  for (std::int64_t factor = 2; left > 1; ++factor) {
    for (; left % factor == 0; left /= factor) {
      dims[static_cast<std::size_t>(bits.next() % dims.size())] *= factor;
    }
  }
  const auto tiles = notation::xla::listed_tiles(dims, any_order_of_devices(devices, bits));
  return *notation::xla::partial_sharding(*tiles);
}

Module spread_over(const Module& module, std::int64_t devices, RandomBits& bits) {
  Module spread = module;
  spread_in(spread, spread.entry(), devices, bits);
  return spread;
}

}  // namespace tileglot::hlo::run
