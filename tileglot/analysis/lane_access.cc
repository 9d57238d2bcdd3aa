// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/lane_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/analysis/contiguous_chains.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/evaluator.h"
#include "tileglot/map/index_map.h"

namespace tileglot::analysis {
namespace {

/// The offsets of one register in every thread.
Column column_of(const map::IndexMap& f, const map::Evaluator& evaluate, std::int64_t reg) {
  Column column;
  map::Coordinate x(f.rank(), 0);
  x[0] = reg;
  for (std::int64_t left = f.size() / f.extent(0); left > 0; --left) {
    column.push_back(evaluate(x));
    for (std::size_t k = 1; k < f.rank() && ++x[k] == f.extent(k); ++k) x[k] = 0;
  }
  return column;
}

/// Where the vectors of a chain begin in each thread, warp by warp, then vector by vector.
std::vector<std::int64_t> begins_of(std::span<const Chain> chains, std::int64_t vector,
                                    std::size_t lanes) {
  std::vector<std::int64_t> begins;
  const std::size_t threads = chains[0].head.size();
  for (std::size_t first = 0; first < threads; first += lanes) {
    const std::size_t present = std::min(lanes, threads - first);
    for (const Chain& chain : chains) {
      const auto heads = std::span(chain.head).subspan(first, present);
      for (std::int64_t step = 0; step < chain.length; step += vector) {
        for (const std::int64_t head : heads) begins.push_back(head + step);
      }
    }
  }
  return begins;
}

core::Status check_size(const map::IndexMap& offsets) {
  if (offsets.rank() == 0) {
    return core::fail({.code = "access.no_threads",
                       .message = "a map without dimensions has neither registers nor threads"});
  }
  if (offsets.size() <= kMostTouches) return {};
  return core::fail({.code = "map.too_large_to_decide",
                     .message = fmt::format("what the lanes touch is {} elements; the limit is {}",
                                            offsets.size(), kMostTouches),
                     .help = "ask about one tile of it"});
}

core::Error too_far(std::int64_t offset) {
  return {{.code = "map.too_large_to_decide",
           .message = fmt::format("an element is at offset {}; offsets up to {} are supported",
                                  offset, kFarthestOffset),
           .help = "ask about one tile of it"}};
}

core::Status check_offsets(const Column& column) {
  for (const std::int64_t offset : column) {
    if (offset >= 0 && offset <= kFarthestOffset) continue;
    if (offset > kFarthestOffset) return core::fail(too_far(offset));
    return core::fail(
        {.code = "access.offset",
         .message = fmt::format("an element is at offset {}, before memory begins", offset),
         .help = "use strides that are not negative, or add an offset that makes up for them"});
  }
  return {};
}

}  // namespace

std::int64_t LaneAccess::instructions() const {
  return threads == 0 ? 0 : static_cast<std::int64_t>(begins.size()) / threads;
}

std::span<const std::int64_t> LaneAccess::begins_of(std::int64_t warp,
                                                    std::int64_t instruction) const {
  const std::int64_t present = std::min(lanes, threads - warp * lanes);
  const std::int64_t first = warp * lanes * instructions() + instruction * present;
  return std::span(begins).subspan(static_cast<std::size_t>(first),
                                   static_cast<std::size_t>(present));
}

std::int64_t elements_of_vector(std::int64_t bits) {
  return std::max<std::int64_t>(1, 8 * kVectorBytes / bits);
}

core::Result<std::vector<Column>> columns_of(const map::IndexMap& f) {
  TILEGLOT_TRY_STATUS(check_size(f));
  const map::Evaluator evaluate(f);
  std::vector<Column> columns;
  std::set<Column> met;
  for (std::int64_t reg = 0; reg < f.extent(0); ++reg) {
    Column column = column_of(f, evaluate, reg);
    TILEGLOT_TRY_STATUS(check_offsets(column));
    if (met.insert(column).second) columns.push_back(std::move(column));
  }
  return columns;
}

core::Result<LaneAccess> lane_access(const map::IndexMap& offsets, const LaneOptions& how) {
  TILEGLOT_TRY_STATUS(check_size(offsets));
  LaneAccess access{.lanes = how.lanes, .phase_lanes = how.phase_lanes};
  if (offsets.size() == 0) return access;
  TILEGLOT_TRY(columns, columns_of(offsets));
  const std::vector<Chain> chains = contiguous_chains(std::move(columns));
  access.threads = static_cast<std::int64_t>(chains[0].head.size());
  access.warps = core::ceil_div(access.threads, how.lanes);
  access.vector = widest_vector(chains, how.most_elements);
  access.run = widest_run(chains, how.most_elements);
  access.begins = analysis::begins_of(chains, access.vector, static_cast<std::size_t>(how.lanes));
  return access;
}

}  // namespace tileglot::analysis
