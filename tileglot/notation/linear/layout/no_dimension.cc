// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout/no_dimension.h"

#include <fmt/format.h>

#include <span>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name_list.h"

namespace tileglot::notation::linear {
namespace {

core::Error none_named(std::span<const Dimension> dimensions, std::string_view name,
                       std::string_view side) {
  std::vector<std::string_view> names;
  names.reserve(dimensions.size());
  for (const Dimension& d : dimensions) names.push_back(d.name.view());
  return {{.code = "linear.no_dimension",
           .message = fmt::format("there is no {} {}; the layout has {}", side, name.substr(0, 64),
                                  name_list(dimensions)),
           .help = core::did_you_mean(name, names)}};
}

}  // namespace

const Dimension* find_named(std::span<const Dimension> dimensions, std::string_view name) {
  for (const Dimension& d : dimensions) {
    if (d.name.view() == name) return &d;
  }
  return nullptr;
}

core::Error no_input(const Layout& layout, std::string_view name) {
  return none_named(layout.ins(), name, "input");
}

core::Error no_output(const Layout& layout, std::string_view name) {
  return none_named(layout.outs(), name, "output");
}

}  // namespace tileglot::notation::linear
