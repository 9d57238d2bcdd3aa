// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/padding.h"

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/map/image.h"
#include "tileglot/map/index_map.h"

namespace tileglot::analysis {

core::Result<Padding> padding_of(const map::IndexMap& f) {
  TILEGLOT_TRY(image, map::image_size(f));
  Padding padding{.count = f.codomain_size() - image};
  if (padding.count == 0) return padding;
  padding.fraction = static_cast<double>(padding.count) / static_cast<double>(f.codomain_size());
  TILEGLOT_TRY(first, map::first_unreached(f, f.codomain_size()));
  padding.first = first;
  return padding;
}

}  // namespace tileglot::analysis
