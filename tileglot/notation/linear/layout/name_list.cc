// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout/name_list.h"

#include <span>
#include <string>

#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

std::string name_list(std::span<const Dimension> dimensions) {
  if (dimensions.empty()) return "none";
  std::string list;
  for (const Dimension& d : dimensions) {
    if (!list.empty()) list += ", ";
    list += d.name.view();
  }
  return list;
}

}  // namespace tileglot::notation::linear
