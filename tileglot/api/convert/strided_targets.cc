// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/convert/strided_targets.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/bridge/blocked.h"
#include "tileglot/bridge/mlir.h"
#include "tileglot/bridge/strided.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::api {
namespace {

using Text = core::Result<std::string>;
using Type = bridge::ElementTypeIfKnown;

template <class Layout>
Text text_of(core::Result<Layout> layout) {
  if (!layout) return core::fail(std::move(layout).error());
  return print(*layout);
}

Text to_strided(const map::IndexMap& map, Type type) {
  return text_of(bridge::to_strided(map, type));
}
Text to_numpy(const map::IndexMap& map, Type type) {
  if (type) return text_of(bridge::to_numpy(map, *type));
  return core::fail({.code = "convert.dtype_missing",
                     .message = "NumPy's strides are in bytes, and the layout has no element type",
                     .help = "add --dtype, as in --dtype bf16, or use --to strided"});
}
Text to_torch(const map::IndexMap& map, Type type) { return text_of(bridge::to_torch(map, type)); }
Text to_mdspan(const map::IndexMap& map, Type /*unused*/) {
  return text_of(bridge::to_mdspan(map));
}
Text to_mlir(const map::IndexMap& map, Type type) { return text_of(bridge::to_mlir(map, type)); }
Text to_onednn(const map::IndexMap& map, Type type) {
  return text_of(bridge::to_onednn(map, type));
}
Text to_tvm(const map::IndexMap& map, Type type) { return text_of(bridge::to_tvm(map, type)); }

struct Target {
  std::string_view name;
  Text (*write)(const map::IndexMap&, Type);
};

constexpr std::array<Target, 7> kTargets{{{"strided", to_strided},
                                          {"numpy", to_numpy},
                                          {"torch", to_torch},
                                          {"mdspan", to_mdspan},
                                          {"mlir", to_mlir},
                                          {"onednn", to_onednn},
                                          {"tvm", to_tvm}}};

const Target* target_named(std::string_view name) {
  const auto found = std::ranges::find(kTargets, name, &Target::name);
  return found == kTargets.end() ? nullptr : &*found;
}

}  // namespace

bool is_strided_target(std::string_view target) { return target_named(target) != nullptr; }

Text write_strided(const map::IndexMap& map, Type type, std::string_view target) {
  return target_named(target)->write(map, type);
}

}  // namespace tileglot::api
