// SPDX-License-Identifier: Apache-2.0
// reference.h: the digest by its definition, one element at a time.
//
// What     reference_digest is what digest_of (array_digest.h) is, evaluated as
//          docs/reference/digest.md says: each element's bits are shifted to its place in the
//          stream, and every word that they reach is multiplied by its key.
// Why      digest_of has slabs, runs, vectors and threads; this has none, so where the two differ
//          digest_of is wrong.
// Example  [tests: array_digest_test.cc, "the fast digest is the slow one"]
// Errors   As array_digest.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/relayout/digest/digest.h"

namespace tileglot::relayout::digest {

core::Result<Digest> reference_digest(const map::IndexMap& layout, const map::Coordinate& begin,
                                      std::span<const std::int64_t> extents, int element_bits,
                                      std::span<const std::byte> bytes);

}  // namespace tileglot::relayout::digest
