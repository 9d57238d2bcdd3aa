// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/text/detail/print_values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/escapes.h"
#include "tileglot/hlo/ir/replica_groups.h"
#include "tileglot/notation/xla/sharding/tile_assignment.h"

namespace tileglot::hlo {
namespace {

/// ` name=AxBxC` if any is not `usual`.
template <class Member>
void append_field(std::string_view name, const Window& window, Member member, std::int64_t usual,
                  std::string& out) {
  const auto is_usual = [&](const WindowDimension& d) { return std::int64_t{d.*member} == usual; };
  if (std::all_of(window.begin(), window.end(), is_usual)) return;
  out += name;
  for (const WindowDimension& d : window) {
    if (&d != window.data()) out += 'x';
    out += std::to_string(std::int64_t{d.*member});
  }
}

void append_pads(const Window& window, std::string& out) {
  const auto none = [](const WindowDimension& d) {
    return d.padding_low == 0 && d.padding_high == 0;
  };
  if (std::all_of(window.begin(), window.end(), none)) return;
  out += " pad=";
  for (const WindowDimension& d : window) {
    if (&d != window.data()) out += 'x';
    fmt::format_to(std::back_inserter(out), "{}_{}", d.padding_low, d.padding_high);
  }
}

/// The label of each dimension, `?` if there is none.
std::string labels(char first, std::int64_t at_first, char second, std::int64_t at_second,
                   std::span<const std::int64_t> spatial) {
  std::int64_t last = std::max(at_first, at_second);
  for (const std::int64_t at : spatial) last = std::max(last, at);
  std::string result(static_cast<std::size_t>(last) + 1, '?');
  result[static_cast<std::size_t>(at_first)] = first;
  result[static_cast<std::size_t>(at_second)] = second;
  for (std::size_t k = 0; k < spatial.size(); ++k) {
    result[static_cast<std::size_t>(spatial[k])] = static_cast<char>('0' + k);
  }
  return result;
}

/// `[4,2]T(1,0)`
void append_order(const notation::xla::IotaOrder& order, std::string& out) {
  auto to = std::back_inserter(out);
  fmt::format_to(to, "[{}]", fmt::join(order.reshape_dims, ","));
  if (!std::is_sorted(order.permutation.begin(), order.permutation.end()))
    fmt::format_to(to, "T({})", fmt::join(order.permutation, ","));
}

/// Between single quotation marks, as XLA writes the names of axes.
std::string axis_name(std::string_view name) {
  std::string text = to_quoted(name);
  text.front() = text.back() = '\'';
  return text;
}

/// An order that is 0..n-1 is left out.
void append_mesh_devices(const notation::xla::TileAssignment& devices, std::string& out) {
  if (devices.iota && devices.iota->reshape_dims.size() <= 1) return;
  out += ", device_ids=(";
  if (devices.iota) {
    append_order(*devices.iota, out);
  } else {
    fmt::format_to(std::back_inserter(out), "{}", fmt::join(devices.devices, ","));
  }
  out += ')';
}

/// `mesh['a'=4,'b'=2], device_ids=([4,2]T(1,0)) {'a','b':(1)2}`
void append_mesh(const MeshGroups& groups, std::string& out) {
  auto to = std::back_inserter(out);
  for (std::size_t i = 0; i < groups.names.size(); ++i) {
    fmt::format_to(to, "{}{}={}", i == 0 ? "mesh[" : ",", axis_name(groups.names[i]),
                   groups.devices.dims[i]);
  }
  out += ']';
  append_mesh_devices(groups.devices, out);
  out += " {";
  for (const AxisRef& ref : groups.along) {
    if (&ref != groups.along.data()) out += ',';
    out += axis_name(groups.names[ref.axis]);
    if (ref.part) fmt::format_to(to, ":({}){}", ref.part->blocks, ref.part->size);
  }
  out += '}';
}

}  // namespace

void append_integers(std::span<const std::int64_t> list, std::string& out) {
  fmt::format_to(std::back_inserter(out), "{{{}}}", fmt::join(list, ","));
}

void append_window(const Window& window, std::string& out) {
  out += '{';
  if (!window.empty()) {
    out += "size=";
    for (const WindowDimension& d : window) {
      if (&d != window.data()) out += 'x';
      out += std::to_string(d.size);
    }
    append_field(" stride=", window, &WindowDimension::stride, 1, out);
    append_pads(window, out);
    append_field(" lhs_dilate=", window, &WindowDimension::base_dilation, 1, out);
    append_field(" rhs_dilate=", window, &WindowDimension::window_dilation, 1, out);
    append_field(" rhs_reversal=", window, &WindowDimension::reversed, 0, out);
  }
  out += '}';
}

void append_padding(const Padding& padding, std::string& out) {
  const bool interior = std::any_of(padding.begin(), padding.end(),
                                    [](const PaddingDimension& d) { return d.interior != 0; });
  for (const PaddingDimension& d : padding) {
    if (&d != padding.data()) out += 'x';
    fmt::format_to(std::back_inserter(out), "{}_{}", d.low, d.high);
    if (interior) fmt::format_to(std::back_inserter(out), "_{}", d.interior);
  }
}

void append_slices(const SliceRanges& ranges, std::string& out) {
  const bool strides = std::any_of(ranges.begin(), ranges.end(),
                                   [](const SliceRange& range) { return range.stride != 1; });
  out += '{';
  for (const SliceRange& range : ranges) {
    if (&range != ranges.data()) out += ", ";
    fmt::format_to(std::back_inserter(out), "[{}:{}", range.start, range.limit);
    if (strides) fmt::format_to(std::back_inserter(out), ":{}", range.stride);
    out += ']';
  }
  out += '}';
}

void append_dim_labels(const ConvolutionDimensions& d, std::string& out) {
  out += labels('b', d.input_batch, 'f', d.input_feature, d.input_spatial);
  out += '_';
  out += labels('i', d.kernel_input_feature, 'o', d.kernel_output_feature, d.kernel_spatial);
  out += "->";
  out += labels('b', d.output_batch, 'f', d.output_feature, d.output_spatial);
}

void append_replica_groups(const ReplicaGroups& groups, std::string& out) {
  if (const auto* const tiles = std::get_if<notation::xla::TileAssignment>(&groups)) {
    fmt::format_to(std::back_inserter(out), "[{}]<=", fmt::join(tiles->dims, ","));
    return append_order(*tiles->iota, out);
  }
  if (const auto* const mesh = std::get_if<MeshGroups>(&groups)) return append_mesh(*mesh, out);
  out += '{';
  const auto& listed = std::get<ListedGroups>(groups);
  for (const auto& group : listed) {
    if (&group != listed.data()) out += ',';
    append_integers(group, out);
  }
  out += '}';
}

void append_integer_lists(const IntLists& lists, std::string& out) {
  out += '{';
  for (const Ints& list : lists) {
    if (&list != lists.data()) out += ',';
    append_integers(list, out);
  }
  out += '}';
}

void append_pairs(const Pairs& pairs, std::string& out) {
  out += '{';
  for (const auto& pair : pairs) {
    if (&pair != pairs.data()) out += ',';
    fmt::format_to(std::back_inserter(out), "{{{},{}}}", pair.first, pair.second);
  }
  out += '}';
}

void append_operand_aliases(const OperandAliases& aliases, std::string& out) {
  out += '{';
  for (const OperandAlias& alias : aliases) {
    if (&alias != aliases.data()) out += ", ";
    fmt::format_to(std::back_inserter(out), "{{{}}}: ({}, {{{}}})", fmt::join(alias.output, ","),
                   alias.operand, fmt::join(alias.index, ","));
  }
  out += '}';
}

}  // namespace tileglot::hlo
