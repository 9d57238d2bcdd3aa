// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/window.h"

#include <cstddef>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/map/subarray.h"
#include "tileglot/relayout/cpu/relayout.h"

namespace tileglot::relayout::cpu {

core::Status relayout_window(const Window& source_window, const Window& target_window,
                             int element_bits, std::span<const std::byte> source,
                             std::span<std::byte> target, const RelayoutOptions& options) {
  TILEGLOT_TRY(from, map::subarray(source_window.map, source_window.slices));
  TILEGLOT_TRY(to, map::subarray(target_window.map, target_window.slices));
  RelayoutOptions around = options;
  around.execute.zero_fill = false;
  return relayout(from, to, element_bits, source, target, around);
}

}  // namespace tileglot::relayout::cpu
