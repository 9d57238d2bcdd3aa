// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/bank_access.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/advice/access/kind.h"
#include "tileglot/advice/access/rules.h"
#include "tileglot/advice/access/walk.h"
#include "tileglot/analysis/lane_access.h"
#include "tileglot/api/show/shown_layout.h"
#include "tileglot/core/counted.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/core/utf8.h"
#include "tileglot/map/index_map.h"

namespace tileglot::api {
namespace {

core::Result<advice::NamedAccess> walk_one(const map::IndexMap& map,
                                           const advice::Elements& elements,
                                           std::string_view access) {
  TILEGLOT_TRY(kinds, core::with_line(advice::parse_accesses(access), access));
  using Kind = advice::AccessKind::Kind;
  const bool has_banks = kinds.front().kind == Kind::kMatrix || kinds.front().kind == Kind::kVector;
  if (kinds.size() != 1 || !has_banks) {
    return core::fail(
        {.code = "show.option",
         .message =
             fmt::format("a picture of banks shows one access of shared memory, and --access is {}",
                         core::printable(access)),
         .help = "write --access ldmatrix or --access vector:4"});
  }
  TILEGLOT_TRY(walked, advice::walk_access(map, elements, kinds.front()));
  const bool is_torn = kinds.front().kind == advice::AccessKind::Kind::kMatrix &&
                       walked.lanes.vector < walked.wanted;
  if (!is_torn) return std::move(walked);
  return core::fail(
      {.code = "access.element",
       .message = fmt::format("{} reads rows of 16 bytes, and {} {} contiguous", walked.name,
                              core::counted(walked.lanes.vector, "element"),
                              core::is_or_are(walked.lanes.vector)),
       .help = "write --access vector"});
}

}  // namespace

core::Status check_in_memory(const ShownLayout& shown) {
  if (!shown.thread_value) return {};
  return core::fail({.code = "show.option",
                     .message = "registers have no banks and no bytes in memory",
                     .help = "draw a shared layout, or what `check --mem` reads"});
}

core::Result<advice::NamedAccess> walk_shown(const map::IndexMap& map, const ShownLayout& shown,
                                             const std::optional<std::string>& access) {
  if (shown.element_bits == 0) {
    return core::fail({.code = "render.no_type",
                       .message = "banks depend on the element size, and no element type is given",
                       .help = "add --dtype f16"});
  }
  if (map.size() > analysis::kMostTouches) {
    return core::fail(
        {.code = "map.too_large_to_decide",
         .message = fmt::format("what the lanes touch is {} elements; the limit is {}", map.size(),
                                analysis::kMostTouches),
         .help = "draw one tile of it"});
  }
  const advice::Elements elements = elements_of(shown);
  if (access) return walk_one(map, elements, *access);
  auto matrix = walk_one(map, elements, "ldmatrix");
  return matrix ? std::move(matrix) : walk_one(map, elements, "vector");
}

std::string access_text(const advice::NamedAccess& access, std::int64_t bits) {
  const double bytes = static_cast<double>(access.lanes.vector * bits) / 8;
  if (access.lanes.phase_lanes) {
    return fmt::format("{} ({} rows × {:g} B)", access.name, *access.lanes.phase_lanes, bytes);
  }
  return fmt::format("{} ({:g} B a lane)", access.name, bytes);
}

}  // namespace tileglot::api
