// SPDX-License-Identifier: Apache-2.0
// partition_spec.h: JAX's PartitionSpec: the axes of a mesh that cut each dimension of an array.
//
// What     A PartitionSpec lists for each dimension the axes that cut it, the slowest first: None
//          for no axis, 'x' for one, ('x','y') for several. Dimensions after the last entry are not
//          cut. An axis that cuts no dimension holds copies.
// Example  P(('y','x'), None) cuts dimension 0 by y and then by x.
//          [tests: partition_spec_test.cc, "an entry is nothing, an axis or several"]
// Errors   mesh.axis_twice (an axis that cuts twice), mesh.unconstrained (P.UNCONSTRAINED),
//          mesh.sum (unreduced=..), mesh.name, mesh.limit (more than 64 dimensions or axes);
//          scan.expected, scan.trailing.
// Source   jax.sharding.PartitionSpec. Differs from JAX: names may be written without quotes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::notation::mesh {

struct PartitionSpec {
  /// The names of the axes that cut each dimension, the slowest first.
  std::vector<std::vector<std::string>> dims = {};
  friend bool operator==(const PartitionSpec&, const PartitionSpec&) = default;
};

/// P(..) or PartitionSpec(..)
core::Result<PartitionSpec> parse_partition_spec(std::string_view text);

/// P(('y', 'x'), None), as JAX prints it.
std::string print(const PartitionSpec& spec);

}  // namespace tileglot::notation::mesh
