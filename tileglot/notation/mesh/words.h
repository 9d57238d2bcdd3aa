// SPDX-License-Identifier: Apache-2.0
// words.h: any of the words for a sharding, told apart.
//
// What     parse_words reads a PartitionSpec, a NamedSharding or placements; looks_like_words says
//          whether a text is one of them rather than another notation. cut_on resolves what was
//          read on the mesh that is given beside it, or on its own.
// Example  P('x') is a PartitionSpec, S(0)R are placements.
//          [tests: words_test.cc, "words are told apart by how they begin"]
// Errors   Those of partition_spec.h, named_sharding.h, placements.h and cut.h; mesh.no_mesh (words
//          without a mesh), mesh.two_meshes (a NamedSharding and another mesh beside it).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/mesh/cut.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/named_sharding.h"
#include "tileglot/notation/mesh/partition_spec.h"
#include "tileglot/notation/mesh/placements.h"

namespace tileglot::notation::mesh {

using Words = std::variant<PartitionSpec, NamedSharding, Placements>;

bool looks_like_words(std::string_view text);

core::Result<Words> parse_words(std::string_view text);

std::string print(const Words& words);

struct MeshCut {
  Mesh mesh = {};
  AxisCut cut = {};
  friend bool operator==(const MeshCut&, const MeshCut&) = default;
};

core::Result<MeshCut> cut_on(const Words& words, const std::optional<Mesh>& mesh, std::size_t rank);

}  // namespace tileglot::notation::mesh
