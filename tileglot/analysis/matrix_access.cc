// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/matrix_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/analysis/access_pattern.h"
#include "tileglot/analysis/contiguous_chains.h"
#include "tileglot/analysis/lane_access.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::analysis {
namespace {

constexpr std::int64_t kRowLanes = 4;  ///< lanes that hold a row
constexpr std::int64_t kLaneBits = 32;
constexpr std::int64_t kTransposedBits = 16;

using Rows = std::array<std::int64_t, kMatrixRows>;

tl::unexpected<core::Error> no_matrix(std::string message, std::string witness = {}) {
  return core::fail({.code = "access.no_matrix",
                     .message = std::move(message),
                     .help = "a lane holds 4 bytes of a row of 16; loads by vectors need no more",
                     .witness = std::move(witness)});
}

core::Status check_lane(std::int64_t lane, std::int64_t found, std::int64_t wanted) {
  if (found == wanted) return {};
  return no_matrix(
      "the lanes do not hold rows of 16 bytes",
      fmt::format("lane {} holds offset {}, a matrix has {} there", lane, found, wanted));
}

core::Status check_row(std::int64_t row, std::int64_t begin, std::int64_t elements) {
  if (begin % elements == 0) return {};
  return no_matrix(
      "rows of matrices begin at multiples of 16 bytes",
      fmt::format("row {} begins at offset {}, no multiple of {}", row, begin, elements));
}

/// The rows held by lanes whose 4 bytes begin at `begins`.
core::Result<Rows> rows_of(std::span<const std::int64_t> begins, std::int64_t vector) {
  Rows rows{};
  for (std::int64_t lane = 0; lane < kWarpLanes; ++lane) {
    const std::int64_t begin = begins[static_cast<std::size_t>(lane)];
    const auto row = static_cast<std::size_t>(lane / kRowLanes);
    if (lane % kRowLanes == 0) {
      TILEGLOT_TRY_STATUS(check_row(lane / kRowLanes, begin, kRowLanes * vector));
      rows[row] = begin;
    }
    TILEGLOT_TRY_STATUS(check_lane(lane, begin, rows[row] + lane % kRowLanes * vector));
  }
  return rows;
}

/// The same for two registers whose elements are in rows 2j and 2j+1.
core::Result<Rows> transposed_rows_of(std::span<const std::int64_t> even,
                                      std::span<const std::int64_t> odd) {
  Rows rows{};
  for (std::int64_t lane = 0; lane < kWarpLanes; ++lane) {
    const auto at = static_cast<std::size_t>(lane);
    for (const auto& [parity, begins] : {std::pair(0, even), std::pair(1, odd)}) {
      const std::int64_t row = 2 * (lane % kRowLanes) + parity;
      std::int64_t& begin = rows[static_cast<std::size_t>(row)];
      if (lane < kRowLanes) {
        begin = begins[at];
        TILEGLOT_TRY_STATUS(check_row(row, begin, kMatrixRows));
      }
      TILEGLOT_TRY_STATUS(check_lane(lane, begins[at], begin + lane / kRowLanes));
    }
  }
  return rows;
}

/// Instructions of eight rows, warp by warp.
LaneAccess matrices(std::int64_t elements, std::int64_t warps) {
  return {.vector = elements,
          .run = elements,
          .lanes = kMatrixRows,
          .warps = warps,
          .phase_lanes = kMatrixRows,
          .threads = warps * kMatrixRows};
}

core::Result<LaneAccess> straight(const map::IndexMap& offsets, std::int64_t bits) {
  const std::int64_t elements = kLaneBits / bits;
  TILEGLOT_TRY(lanes, lane_access(offsets, {.most_elements = elements}));
  if (lanes.vector != elements) {
    return no_matrix(
        fmt::format("each lane's elements are contiguous in runs of {}; a 4-byte vector needs {}",
                    lanes.vector, elements));
  }
  LaneAccess access = matrices(kRowLanes * elements, lanes.warps);
  for (std::int64_t warp = 0; warp < lanes.warps; ++warp) {
    for (std::int64_t i = 0; i < lanes.instructions(); ++i) {
      TILEGLOT_TRY(rows, rows_of(lanes.begins_of(warp, i), elements));
      access.begins.insert(access.begins.end(), rows.begin(), rows.end());
    }
  }
  return access;
}

core::Result<LaneAccess> transposed(const map::IndexMap& offsets) {
  TILEGLOT_TRY(columns, columns_of(offsets));
  if (columns.size() % 2 != 0) {
    return no_matrix(fmt::format("{} registers cannot be paired into 32 bits", columns.size()));
  }
  const std::size_t threads = columns[0].size();
  LaneAccess access = matrices(kMatrixRows, static_cast<std::int64_t>(threads) / kWarpLanes);
  for (std::size_t first = 0; first < threads; first += kWarpLanes) {
    for (std::size_t r = 0; r < columns.size(); r += 2) {
      TILEGLOT_TRY(rows, transposed_rows_of(std::span(columns[r]).subspan(first, kWarpLanes),
                                            std::span(columns[r + 1]).subspan(first, kWarpLanes)));
      access.begins.insert(access.begins.end(), rows.begin(), rows.end());
    }
  }
  return access;
}

}  // namespace

core::Result<LaneAccess> matrix_access(const map::IndexMap& offsets, std::int64_t bits,
                                       MatrixOrder order) {
  if (offsets.rank() < 2 || offsets.extent(1) != kWarpLanes || offsets.size() == 0) {
    return no_matrix(fmt::format("matrices are moved by warps of {} lanes", kWarpLanes));
  }
  if (order == MatrixOrder::kRows && kLaneBits % bits == 0) return straight(offsets, bits);
  if (order == MatrixOrder::kTransposed && bits == kTransposedBits) return transposed(offsets);
  return no_matrix(fmt::format("elements of {} bits are not moved so", bits));
}

}  // namespace tileglot::analysis
