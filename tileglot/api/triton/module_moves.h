// SPDX-License-Identifier: Apache-2.0
// module_moves.h: what the operations of a module cost that move tensors between layouts.
//
// What     moves_of(text, layouts) plans each operation of module_operations.h: a conversion between
//          layouts of registers as `check --convert-to`, an access of memory as `check --mem
//          --suggest`. The text is a table, the JSON has all numbers.
// Why      Each of these operations is one line of a kernel, and may take most of its time.
// How      Operations of equal types are planned once. Parts of a file between lines `// -----` are
//          scanned again, each with its own aliases.
// Units    Of one warp, as in advice/access/distributed.h and relayout/warp/plan.h.
// Example  #mma to #blocked of 64x64xf16: by shared memory, with its stores and loads.
//          [tests: module_moves_test.cc, "a conversion has its plan"]
// Errors   An operation whose types are refused, or that has no plan, has its error. Plans of
//          kMostPoints registers of all threads are made; triton.too_many_moves beyond.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/api/reply/reply.h"
#include "tileglot/bridge/triton/module_scan.h"
#include "tileglot/core/error.h"

namespace tileglot::api {

struct ModuleMoves {
  std::string text = {};       ///< with its title; empty where nothing moves
  Json moves = Json::array();  ///< {"operation", "line", "span", "plan": its number}
  Json plans = Json::array();  ///< {"from", "to", and "conversion", "access" or "error"}
};

/// "cuda:90", or "hip:gfx942"; empty where the module does not say it.
std::string_view target_of(std::string_view text);

/// `layouts` are those of the text.
core::Result<ModuleMoves> moves_of(std::string_view text,
                                   std::span<const bridge::ModuleLayout> layouts);

inline constexpr std::int64_t kMostPoints = std::int64_t{1} << 24;

}  // namespace tileglot::api
