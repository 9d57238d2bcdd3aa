// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/mesh/named_sharding.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/mesh/any_mesh.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/mesh_text.h"

namespace tileglot::notation::mesh {
namespace {

std::string canonical_sharding(std::string_view text) {
  const auto sharding = parse_named_sharding(text);
  return sharding ? print(*sharding) : sharding.error()->code;
}

TEST(NamedSharding, TheTextOfJaxIsReadAndPrinted) {
  const auto sharding = parse_named_sharding(
      "NamedSharding(mesh=Mesh('x': 4, 'y': 2, axis_types=(Auto, Auto)), spec=P(('y', 'x'), None), "
      "memory_kind=device)");
  ASSERT_TRUE(sharding);
  EXPECT_EQ(print(sharding->mesh), "x=4 y=2");
  EXPECT_EQ(print(sharding->spec), "P(('y', 'x'), None)");
  EXPECT_EQ(sharding->memory_kind, "device");
  EXPECT_EQ(print(*sharding),
            "NamedSharding(mesh=Mesh('x': 4, 'y': 2), spec=P(('y', 'x'), None), "
            "memory_kind=device)");
}

TEST(NamedSharding, ItemsMayStandInAnyOrder) {
  EXPECT_EQ(canonical_sharding("NamedSharding(spec=P('x'), mesh=(x=4, y=2), memory_kind=None)"),
            "NamedSharding(mesh=Mesh('x': 4, 'y': 2), spec=P('x'))");
}

TEST(NamedSharding, AMeshAndASpecAreThereOnce) {
  EXPECT_EQ(canonical_sharding("NamedSharding(mesh=Mesh('x': 4))"), "mesh.sharding");
  EXPECT_EQ(canonical_sharding("NamedSharding(spec=P('x'))"), "mesh.sharding");
  EXPECT_EQ(canonical_sharding("NamedSharding(spec=P(), spec=P())"), "mesh.sharding");
  EXPECT_EQ(canonical_sharding("NamedSharding(sped=P())"), "mesh.sharding");
  EXPECT_EQ(canonical_sharding("Named(spec=P())"), "mesh.sharding");
  EXPECT_EQ(canonical_sharding("NamedSharding(mesh=x=4, spec=P())"), "scan.expected");
}

TEST(NamedSharding, PrintedShardingsAreReadBack) {
  core::check_law("named_sharding_reads_back", 10000, [] {
    NamedSharding sharding{.mesh = *any_mesh()};
    sharding.spec = *any_spec(sharding.mesh, 3);
    sharding.memory_kind =
        *rc::gen::element<std::string>("", "device", "None", "pinned_host", "a b");
    const auto again = parse_named_sharding(print(sharding));
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == sharding);
  });
}

}  // namespace
}  // namespace tileglot::notation::mesh
