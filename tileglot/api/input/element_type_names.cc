// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/input/element_type_names.h"

#include <string>
#include <vector>

#include "tileglot/core/element_type.h"

namespace tileglot::api {

std::vector<std::string> element_type_names() {
  std::vector<std::string> names;
  for (const core::ElementTypeRow& row : core::element_types()) names.emplace_back(row.name);
  return names;
}

}  // namespace tileglot::api
