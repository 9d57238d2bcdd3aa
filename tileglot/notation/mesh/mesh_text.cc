// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/mesh/mesh_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/mesh/detail/mesh_reader.h"
#include "tileglot/notation/mesh/detail/reader.h"
#include "tileglot/notation/mesh/device_order.h"
#include "tileglot/notation/mesh/mesh.h"

namespace tileglot::notation::mesh {
namespace {

/// Whether the axes are named 0, 1, ..
bool is_unnamed(const Mesh& mesh) {
  for (std::size_t i = 0; i < mesh.axes.size(); ++i) {
    if (mesh.axes[i].name != std::to_string(i)) return false;
  }
  return true;
}

bool is_plain(std::string_view name) {
  core::Scanner scanner(name);
  return scanner.name() == name;
}

std::string axes_by_name(const Mesh& mesh) {
  std::vector<std::string> axes;
  for (const Axis& axis : mesh.axes) {
    const std::string_view quote = is_plain(axis.name) ? "" : "'";
    axes.push_back(fmt::format("{0}{1}{0}={2}", quote, axis.name, axis.size));
  }
  return fmt::format("{}", fmt::join(axes, " "));
}

std::string sizes(const Mesh& mesh) {
  std::vector<std::int64_t> sizes;
  sizes.reserve(mesh.axes.size());
  for (const Axis& axis : mesh.axes) sizes.push_back(axis.size);
  return fmt::format("({})", fmt::join(sizes, ","));
}

}  // namespace

core::Result<Mesh> parse_mesh(std::string_view text) {
  core::Scanner scanner(text);
  TILEGLOT_TRY(mesh, detail::read_mesh(scanner, detail::MeshText::kWhole));
  TILEGLOT_TRY_STATUS(detail::expect_end(scanner, "the mesh"));
  return std::move(mesh);
}

std::string print(const Mesh& mesh) {
  const std::string axes = is_unnamed(mesh) ? sizes(mesh) : axes_by_name(mesh);
  return mesh.devices.is_identity() ? axes
                                    : fmt::format("{} devices={}", axes, print(mesh.devices));
}

std::string print_as_jax(const Mesh& mesh) {
  std::vector<std::string> items;
  items.reserve(mesh.axes.size() + 1);
  for (const Axis& axis : mesh.axes) items.push_back(fmt::format("'{}': {}", axis.name, axis.size));
  if (!mesh.devices.is_identity()) {
    const std::string order = print(mesh.devices);
    const bool is_list = order.starts_with('(');
    items.push_back(is_list ? fmt::format("device_ids={}", order)
                            : fmt::format("device_ids=({})", order));
  }
  return fmt::format("Mesh({})", fmt::join(items, ", "));
}

}  // namespace tileglot::notation::mesh
