// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/access/walk.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/advice/access/kind.h"
#include "tileglot/advice/access/rules.h"
#include "tileglot/analysis/access_pattern.h"
#include "tileglot/analysis/contiguous_runs.h"
#include "tileglot/analysis/lane_access.h"
#include "tileglot/core/error.h"
#include "tileglot/map/compose.h"
#include "tileglot/map/evaluator.h"
#include "tileglot/map/index_map.h"

namespace tileglot::advice {
namespace {

using core::Result;
using Kind = AccessKind::Kind;

/// The number of elements in 16 bytes, a row of a matrix.
Result<std::int64_t> row_elements(const Elements& elements, const AccessKind& kind) {
  constexpr std::int64_t kRowBits = 8 * analysis::kVectorBytes;
  if (kRowBits % elements.bits != 0) {
    return core::fail(
        {.code = "access.element",
         .message = fmt::format("{} reads rows of 16 bytes, which elements of {} bits "
                                "do not fill",
                                kind.text, elements.bits),
         .help = "name a type of 4, 8, 16, 32 or 64 bits"});
  }
  if (kind.is_transposed && elements.bits != 8 && elements.bits != 16) {
    return core::fail(
        {.code = "access.transposed",
         .message = fmt::format("{} transposes elements of 8 or 16 bits, and {} has {}", kind.text,
                                elements.type, elements.bits),
         .help = "leave out .trans"});
  }
  return kRowBits / elements.bits;
}

/// The mode with the longest contiguous runs; of several, the last.
std::size_t most_contiguous(const map::IndexMap& memory) {
  std::size_t best = 0;
  for (std::size_t k = 1; k < memory.rank(); ++k) {
    if (analysis::run_length(memory, k) >= analysis::run_length(memory, best)) best = k;
  }
  return best;
}

/// The number of elements per lane: those of 16 bytes if they divide the mode, or else fewer.
Result<std::int64_t> vector_elements(const Elements& elements, const AccessKind& kind,
                                     std::int64_t extent) {
  std::int64_t most = analysis::elements_of_vector(elements.bits);
  if (!kind.elements) {
    while (most > 1 && extent % most != 0) most /= 2;
    return most;
  }
  if (*kind.elements <= most) return *kind.elements;
  return core::fail({.code = "access.element",
                     .message = fmt::format("a lane takes at most {} B at once, and {} asks for {}",
                                            analysis::kVectorBytes, kind.text,
                                            vector_text(*kind.elements, elements)),
                     .help = fmt::format("ask for at most {} elements", most)});
}

/// Vectors along mode `along`, with the lanes along the mode that --access names, or the same.
Result<NamedAccess> vectors_along(const map::IndexMap& memory, const Elements& elements,
                                  const AccessKind& kind, std::size_t along) {
  NamedAccess access{.name = kind.text};
  const std::int64_t extent = memory.rank() == 0 ? 1 : memory.extent(along);
  TILEGLOT_TRY(wanted, vector_elements(elements, kind, extent));
  access.wanted = wanted;
  TILEGLOT_TRY(pattern,
               analysis::vector_pattern(
                   memory.domain(),
                   {.elements = wanted, .along = along, .first = kind.mode.value_or(along)}));
  TILEGLOT_TRY(offsets, map::compose(memory, pattern));
  TILEGLOT_TRY(lanes, analysis::lane_access(offsets, {.most_elements = wanted}));
  access.lanes = std::move(lanes);
  return access;
}

/// True if the first vector along mode k is wider than `width`; only then may all of them be.
bool may_be_wider(const map::IndexMap& memory, std::size_t k, std::int64_t width) {
  if (memory.extent(k) <= width) return false;
  const map::Evaluator offset(memory);
  std::vector<std::int64_t> at(memory.rank(), 0);
  const std::int64_t first = offset(at);
  for (at[k] = 1; at[k] <= width; ++at[k]) {
    if (offset(at) != first + at[k]) return false;
  }
  return true;
}

Result<NamedAccess> walk_vectors(const map::IndexMap& memory, const Elements& elements,
                                 const AccessKind& kind) {
  const std::size_t along = most_contiguous(memory);
  auto widest = vectors_along(memory, elements, kind, along);
  if (!memory.is_deep()) return widest;
  // A deep map may have longer runs than its terms show: the mode with the widest vectors is taken.
  for (std::size_t k = 0; k < memory.rank(); ++k) {
    if (k == along || (widest && !may_be_wider(memory, k, widest->lanes.vector))) continue;
    auto other = vectors_along(memory, elements, kind, k);
    if (other && (!widest || other->lanes.vector > widest->lanes.vector)) widest = std::move(other);
  }
  return widest;
}

}  // namespace

Result<NamedAccess> walk_access(const map::IndexMap& memory, const Elements& elements,
                                const AccessKind& kind) {
  if (kind.kind != Kind::kMatrix) return walk_vectors(memory, elements, kind);
  NamedAccess access{.name = kind.text};
  TILEGLOT_TRY(row, row_elements(elements, kind));
  access.wanted = row;
  TILEGLOT_TRY(pattern, analysis::matrix_pattern(memory.domain(), row, kind.is_transposed));
  TILEGLOT_TRY(offsets, map::compose(memory, pattern));
  TILEGLOT_TRY(lanes,
               analysis::lane_access(offsets, {.lanes = analysis::kMatrixRows * kind.matrices,
                                               .most_elements = row,
                                               .phase_lanes = analysis::kMatrixRows}));
  access.lanes = std::move(lanes);
  return access;
}

}  // namespace tileglot::advice
