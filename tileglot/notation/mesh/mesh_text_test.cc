// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/mesh/mesh_text.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/mesh/any_mesh.h"
#include "tileglot/notation/mesh/mesh.h"

namespace tileglot::notation::mesh {
namespace {

/// The canonical text, or the code of the error.
std::string canonical(std::string_view text) {
  const auto mesh = parse_mesh(text);
  return mesh ? print(*mesh) : mesh.error()->code;
}

TEST(MeshText, EverySpellingIsTheSameMesh) {
  for (const std::string_view text :
       {"x=4 y=2", "x=4,y=2", "'x'=4 \"y\"=2", "x: 4, y: 2", "(x=4, y=2)",
        "Mesh('x': 4, 'y': 2, axis_types=(Auto, Auto))", "AbstractMesh('x': 4, 'y': 2)",
        "mesh['x'=4,'y'=2]", "x=4 y=2 devices=[8]", "x=4 y=2 devices=(0,1,2,3,4,5,6,7)"}) {
    EXPECT_EQ(canonical(text), "x=4 y=2") << text;
  }
}

TEST(MeshText, AMeshWithoutNamesCountsItsAxes) {
  for (const std::string_view text : {"(4,2)", "4x2", "4 x 2", "'0'=4 '1'=2", "(4, 2,)"})
    EXPECT_EQ(canonical(text), "(4,2)") << text;
  EXPECT_EQ(canonical("8"), "(8)");
  EXPECT_EQ(canonical("()"), "()");
  EXPECT_EQ(canonical("Mesh()"), "()");
  EXPECT_EQ(parse_mesh("4x2")->axes[1].name, "1");
}

TEST(MeshText, TheOrderOfDevicesFollows) {
  for (const std::string_view text :
       {"x=4 y=2 devices=[4,2]T(1,0)", "x=4,y=2,device_ids=([4,2]T(1,0))",
        "Mesh('x': 4, 'y': 2, device_ids=([4,2]T(1,0)))",
        "mesh['x'=4,'y'=2], device_ids=([4,2]T(1,0))", "(x=4, y=2) devices=[4,2]T(1,0)"}) {
    EXPECT_EQ(canonical(text), "x=4 y=2 devices=[4,2]T(1,0)") << text;
  }
  EXPECT_EQ(canonical("x=2 devices=(5,3)"), "x=2 devices=(5,3)");
  EXPECT_EQ(canonical("4x2 devices=[4,2]T(1,0)"), "(4,2) devices=[4,2]T(1,0)");
}

TEST(MeshText, AnAxisMayHaveTheNameOfAKey) {
  EXPECT_EQ(canonical("devices=2 mesh=4 Mesh=3"), "devices=2 mesh=4 Mesh=3");
  EXPECT_EQ(canonical("'a b'=2 axis_types=3"), "'a b'=2 axis_types=3");
}

TEST(MeshText, OtherTextsAreRefused) {
  EXPECT_EQ(canonical(""), "scan.expected");
  EXPECT_EQ(canonical("x"), "scan.expected");
  EXPECT_EQ(canonical("x=4 x=2"), "mesh.axis");
  EXPECT_EQ(canonical("x=0"), "mesh.size");
  EXPECT_EQ(canonical("x=9223372036854775807 y=2"), "mesh.limit");
  EXPECT_EQ(canonical("x=9223372036854775808"), "scan.integer_too_large");
  EXPECT_EQ(canonical("'x=4"), "scan.expected");
  EXPECT_EQ(canonical("''=4"), "mesh.name");
  EXPECT_EQ(canonical("x=4 devices=[3]"), "mesh.order");
  EXPECT_EQ(canonical("x=4 devices=[4] devices=[4]"), "mesh.order");
  EXPECT_EQ(canonical("x=4 devices=(0,1,2,2)"), "mesh.order");
  EXPECT_EQ(canonical("(4,2) tp"), "scan.trailing");
  EXPECT_EQ(canonical("Mesh('x': 4"), "scan.expected");
}

TEST(MeshText, PrintedMeshesAreReadBack) {
  core::check_law("mesh_text_reads_back", 20000, [] {
    const Mesh mesh = *any_mesh();
    for (const std::string& text : {print(mesh), print_as_jax(mesh)}) {
      const auto again = parse_mesh(text);
      RC_ASSERT(again.has_value());
      RC_ASSERT(*again == mesh);
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::mesh
