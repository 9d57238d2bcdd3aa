// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/padding.h"

#include "tileglot/core/error.h"
#include "tileglot/map/image.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/limits.h"

namespace tileglot::analysis {

core::Result<Padding> padding_of(const map::IndexMap& f, const map::Effort& effort) {
  TILEGLOT_TRY(image, map::image_size(f, effort));
  Padding padding{.count = f.codomain_size() - image};
  if (padding.count == 0) return padding;
  padding.fraction = static_cast<double>(padding.count) / static_cast<double>(f.codomain_size());
  return padding;
}

}  // namespace tileglot::analysis
