// SPDX-License-Identifier: Apache-2.0
// words.h: the spread that a text means, in any notation of shardings.
//
// What     read_spread(text, extents, context) reads XLA's {devices=[2,2]<=[4]}, JAX's P('x', None)
//          and NamedSharding(..), and torch's [Shard(0), Replicate()]. needs_of(text) says what the
//          text takes from its context.
// Why      Users say where an array lies in the words of the system that it comes from.
// Units    Places are devices, or ranks, of the text.
// Example  P(('y','x'), None) with x=4 y=2 is {devices=[8,1]<=[4,2]T(1,0)}.
//          [tests: words_test.cc, "three notations say the same"]
// Errors   Those of xla.h, mesh.h and of the notations, with the place in the text;
//          placement.words for an empty text.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/placement/spread.h"

namespace tileglot::placement {

/// What stands beside the text.
struct Context {
  std::optional<notation::mesh::Mesh> mesh = {};  ///< for words that name axes
  std::optional<std::int64_t> devices = {};       ///< for {replicated}; else those of the mesh
};

/// What a text leaves to its context.
enum class Needs : std::uint8_t {
  kNothing,  ///< {devices=[2,2]<=[4]}, {maximal device=0}, NamedSharding(..)
  kDevices,  ///< {replicated}
  kMesh,     ///< P('x', None), [Shard(0)]
};

core::Result<Needs> needs_of(std::string_view text);

core::Result<Spread> read_spread(std::string_view text, std::span<const std::int64_t> extents,
                                 const Context& context = {});

}  // namespace tileglot::placement
