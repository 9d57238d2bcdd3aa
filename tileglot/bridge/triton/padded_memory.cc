// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/triton/padded_memory.h"

#include <algorithm>
#include <cstdint>
#include <span>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/padded_offset.h"

namespace tileglot::bridge {

namespace triton = notation::triton;

core::Result<map::IndexMap> with_padding(const map::IndexMap& memory,
                                         std::span<const triton::Padding> paddings) {
  // The last position moves the farthest, and no padding is added after the codomain.
  TILEGLOT_TRY(
      last, triton::padded_offset(paddings, std::max<std::int64_t>(memory.codomain_size() - 1, 0)));
  map::MapBuilder b(memory.domain());
  const map::Value offset = b.adopt(memory);
  map::Value place = offset;
  for (const triton::Padding& p : paddings) {
    place = b.add(place, b.scale(b.floor_div(offset, p.interval), p.padding));
  }
  return b.finish(place, {{core::saturating_add(last, 1), "offset"}});
}

}  // namespace tileglot::bridge
