// SPDX-License-Identifier: Apache-2.0
// named_sharding.h: JAX's NamedSharding: a mesh and a PartitionSpec in one text.
//
// What     parse_named_sharding reads NamedSharding(mesh=MESH, spec=SPEC, memory_kind=KIND), as JAX
//          prints it; MESH is a mesh in parentheses (mesh_text.h), and the kind may be left out.
// Example  NamedSharding(mesh=Mesh('x': 4, 'y': 2, axis_types=(Auto, Auto)), spec=P(('y', 'x'),
//          None), memory_kind=device) has the mesh x=4 y=2.
//          [tests: named_sharding_test.cc, "the text of JAX is read and printed"]
// Errors   mesh.sharding (no mesh, no spec, an unknown item, an item twice); those of mesh_text.h
//          and partition_spec.h.
// Source   jax.sharding.NamedSharding, its repr in JAX 0.10.2.
#pragma once

#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/partition_spec.h"

namespace tileglot::notation::mesh {

struct NamedSharding {
  Mesh mesh = {};
  PartitionSpec spec = {};
  std::string memory_kind = {};  ///< empty if the text names none
  friend bool operator==(const NamedSharding&, const NamedSharding&) = default;
};

core::Result<NamedSharding> parse_named_sharding(std::string_view text);

/// As JAX prints it, without the types of axes.
std::string print(const NamedSharding& sharding);

}  // namespace tileglot::notation::mesh
