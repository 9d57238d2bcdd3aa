// SPDX-License-Identifier: Apache-2.0
// show/bank_access.h: the access of shared memory that a request is about.
//
// What     walk_shown(map, shown, access) is the access, lane by lane: the one that is named, or by
//          default ldmatrix where rows of 16 bytes are contiguous and vectors of 16 bytes
//          elsewhere. access_text names it for people.
// Why      The picture of the banks and their playback show the same access.
// Units    32 banks of 4 bytes.
// Example  (8,64):(64,1) of f16: ldmatrix (8 rows × 16 B).
//          [tests: show/banks_test.cc, "phases are rows and conflicts are witnesses"]
// Errors   render.no_type without a type; show.option for registers, for an access to global
//          memory, or for several; map.too_large_to_decide; those of advice/access/kind.h and
//          access/walk.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tileglot/advice/access/rules.h"
#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/api/show/shown_layout.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::api {

inline constexpr analysis::Banks kSharedBanks;

/// Refuses registers, which are not memory.
core::Status check_in_memory(const ShownLayout& shown);

/// `map` is shown.drawn, or that of a similar layout.
core::Result<advice::NamedAccess> walk_shown(const map::IndexMap& map, const ShownLayout& shown,
                                             const std::optional<std::string>& access);

/// ldmatrix (8 rows × 16 B).
std::string access_text(const advice::NamedAccess& access, std::int64_t bits);

}  // namespace tileglot::api
