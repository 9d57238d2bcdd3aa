// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/attribute_memory.h"

#include <string_view>
#include <variant>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/padded_memory.h"
#include "tileglot/bridge/placement.h"
#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/linear/encoding.h"
#include "tileglot/notation/linear/layout.h"
#include "tileglot/notation/linear/parse_encoding.h"

namespace tileglot::bridge {

namespace linear = notation::linear;

core::Result<map::IndexMap> memory_map(std::string_view text, const AnyLayout& layout) {
  TILEGLOT_TRY(map, memory_map(layout));
  const bool is_attribute =
      std::holds_alternative<linear::Layout>(layout) && core::Scanner(text).looking_at("#");
  if (!is_attribute) return map;
  TILEGLOT_TRY(encoding, linear::parse_encoding(text));
  const auto* padded = std::get_if<linear::PaddedShared>(&encoding.family());
  if (padded == nullptr) return map;
  return with_padding(map, padded->paddings);
}

}  // namespace tileglot::bridge
