// SPDX-License-Identifier: Apache-2.0
// watched_transpose.h: transposes whose streaming stores a test sees.
//
// What     transpose_watched transposes as the kernels that stream do, and calls
//          detail::on_watched_store for each store.
// Units    unit_bytes is 1 or 4.
#pragma once

#include "tileglot/relayout/kernels/detail/plane_part.h"

namespace tileglot::relayout::kernels {

/// False, and nothing moved, on a target that does not stream.
bool transpose_watched(int unit_bytes, const detail::PlanePart& part);

}  // namespace tileglot::relayout::kernels
