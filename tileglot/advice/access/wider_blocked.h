// SPDX-License-Identifier: Apache-2.0
// wider_blocked.h: a blocked layout whose threads take wider vectors.
//
// What     wider_blocked(text, factor) gives each thread of #ttg.blocked<{..}> `factor` times as
//          many elements along its fastest dimension, and moves the threads that this frees to the
//          next one, so that a warp has as many threads as before. Nothing if the text is not a
//          blocked layout, or has too few threads along that dimension.
// Why      "The vector is too narrow" helps more when followed by the parameters that widen it.
// Example  sizePerThread = [1, 4], threadsPerWarp = [4, 8] by 2: [1, 8] and [8, 4].
//          [tests: wider_blocked_test.cc, "threads move to the next dimension"]
// Errors   None: returns nothing for a text that is not a blocked layout.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tileglot::advice {

struct WiderBlocked {
  std::string parameters = {};  ///< "sizePerThread = [1, 8], threadsPerWarp = [8, 4]"
  std::string text = {};        ///< the whole attribute
};

std::optional<WiderBlocked> wider_blocked(std::string_view text, std::int64_t factor);

}  // namespace tileglot::advice
