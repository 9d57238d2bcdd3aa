// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/partitioning.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/replica_groups.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/tile_assignment.h"

namespace tileglot::hlo {
namespace {

/// More than are ever listed.
TEST(Partitioning, ALargeMeshCountsItsDevices) {
  constexpr std::int64_t kSide = 2048;
  const MeshGroups mesh{.names = {"a", "b"},
                        .devices = *notation::xla::iota_tiles(
                            {kSide, kSide}, {.reshape_dims = {kSide * kSide}, .permutation = {0}}),
                        .along = {{.axis = 0}}};
  Module m;
  const ComputationId c = m.add_computation("e");
  m.set_entry(c);
  const ShapeId shape = m.keep({.type = notation::xla::PrimitiveType::kF32});
  const InstructionId p = m.add(c, {.name = "p", .opcode = Opcode::kParameter, .shape = shape});
  m.add(c, {.name = "r",
            .opcode = Opcode::kCollectiveBroadcast,
            .shape = shape,
            .operands = {p},
            .attributes = {
                {AttributeKey::kChannelId, std::int64_t{1}},
                {AttributeKey::kReplicaGroups, Shared<ReplicaGroups>(ReplicaGroups(mesh))}}});
  EXPECT_EQ(partitioning_of(m, {}).devices, kSide * kSide);
}

}  // namespace
}  // namespace tileglot::hlo
