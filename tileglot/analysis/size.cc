// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/size.h"

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/exact_range.h"
#include "tileglot/map/index_map.h"

namespace tileglot::analysis {

core::Result<Size> size_of(const map::IndexMap& f) {
  if (f.size() == 0) return Size{0, 0, f.codomain_size()};
  TILEGLOT_TRY(range, map::exact_range(f));
  return Size{f.size(), core::saturating_add(range.hi, 1), f.codomain_size()};
}

}  // namespace tileglot::analysis
