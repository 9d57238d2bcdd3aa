// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/proto/detail/value_texts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/hlo/ir/escapes.h"
#include "tileglot/hlo/proto/detail/fields.h"
#include "tileglot/hlo/proto/detail/message.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/sharding/op_metadata.h"
#include "tileglot/notation/xla/sharding/print.h"
#include "tileglot/notation/xla/wire/sharding_wire.h"
#include "tileglot/notation/xla/wire/wire.h"

namespace tileglot::hlo {
namespace {

using core::fail;
using core::Result;
using notation::xla::kMaxRank;

/// The numbers of one field of all dimensions of a window.
std::vector<std::int64_t> column(const std::vector<Message>& dimensions, std::uint32_t field,
                                 std::int64_t at_least) {
  std::vector<std::int64_t> numbers;
  numbers.reserve(dimensions.size());
  for (const Message& dimension : dimensions) {
    numbers.push_back(std::max(dimension.number(field), at_least));
  }
  return numbers;
}

void append_unless(std::string_view name, const std::vector<std::int64_t>& numbers,
                   std::int64_t usual, std::string& out) {
  if (std::ranges::count(numbers, usual) == std::ssize(numbers)) return;
  fmt::format_to(std::back_inserter(out), " {}={}", name, fmt::join(numbers, "x"));
}

void append_pads(const std::vector<Message>& dimensions, std::string& out) {
  std::string pads;
  bool any = false;
  for (const Message& d : dimensions) {
    if (!pads.empty()) pads += 'x';
    fmt::format_to(std::back_inserter(pads), "{}_{}", d.number(3), d.number(4));
    any = any || d.number(3) != 0 || d.number(4) != 0;
  }
  if (any) out += " pad=" + pads;
}

/// The labels of one operand: two letters and the numbers of the spatial dimensions.
struct Labels {
  char first;
  std::int64_t at_first;
  char second;
  std::int64_t at_second;
  std::vector<std::int64_t> spatial;
};

Result<std::string> labels_text(const Labels& labels) {
  constexpr std::size_t kMostSpatial = 10;  // each has one digit
  std::string text(labels.spatial.size() + 2, '?');
  const auto put = [&](std::int64_t at, char label) {
    const bool is_free =
        at >= 0 && at < std::ssize(text) && text[static_cast<std::size_t>(at)] == '?';
    if (is_free) text[static_cast<std::size_t>(at)] = label;
    return is_free;
  };
  bool fits = labels.spatial.size() <= kMostSpatial && put(labels.at_first, labels.first) &&
              put(labels.at_second, labels.second);
  for (std::size_t i = 0; fits && i < labels.spatial.size(); ++i) {
    fits = put(labels.spatial[i], static_cast<char>('0' + i));
  }
  if (fits) return text;
  return fail(bad_proto("the dimensions of a convolution are not a permutation"));
}

Result<std::string> listed_groups_text(const std::vector<Message>& groups) {
  std::string text = "{";
  for (const Message& group : groups) {
    if (&group != groups.data()) text += ',';
    TILEGLOT_TRY(ids, group.numbers(1));
    text += integers_text(ids);
  }
  return text + '}';
}

Result<std::string> iota_groups_text(const Message& iota) {
  TILEGLOT_TRY(reshape, iota.numbers(3));
  TILEGLOT_TRY(order, iota.numbers(4));
  std::string text =
      fmt::format("[{},{}]<=[{}]", iota.number(1), iota.number(2), fmt::join(reshape, ","));
  if (!std::ranges::is_sorted(order)) text += fmt::format("T({})", fmt::join(order, ","));
  return text;
}

/// `, device_ids=(0,2,1,3)`, or in an order `, device_ids=([2,2]T(1,0))`; empty where none are given.
Result<std::string> device_ids_text(const Message& mesh) {
  TILEGLOT_TRY(listed, mesh.numbers(2));
  if (!listed.empty()) return fmt::format(", device_ids=({})", fmt::join(listed, ","));
  if (!mesh.has(3)) return std::string();
  TILEGLOT_TRY(order, mesh.message(3));
  TILEGLOT_TRY(sizes, order.numbers(1));
  TILEGLOT_TRY(permutation, order.numbers(2));
  return fmt::format(", device_ids=([{}]T({}))", fmt::join(sizes, ","),
                     fmt::join(permutation, ","));
}

/// `mesh['a'=4,'b'=2] {'a'}`
Result<std::string> mesh_groups_text(const Message& groups) {
  TILEGLOT_TRY(mesh, groups.message(1));
  TILEGLOT_TRY(axes, mesh.messages(1));
  TILEGLOT_TRY(chosen, groups.messages(2));
  // A chosen axis has a few bytes in the message, and its whole name in the text.
  if (axes.size() > kMaxRank || chosen.size() > kMaxRank) {
    return fail(
        bad_proto(fmt::format("groups along a mesh have {} of {} axes, and at most {} can be",
                              chosen.size(), axes.size(), kMaxRank)));
  }
  std::vector<std::string> names;
  std::vector<std::string> sizes;
  for (const Message& axis : axes) {
    TILEGLOT_TRY_STATUS(check_name("an axis of a mesh", axis.text(1)));
    names.push_back(fmt::format("'{}'", axis.text(1)));
    sizes.push_back(fmt::format("{}={}", names.back(), axis.number(2)));
  }
  std::vector<std::string> used;
  for (const Message& axis : chosen) {
    const std::int64_t index = axis.number(1);
    if (index < 0 || index >= std::ssize(names)) {
      return fail(bad_proto(fmt::format("a mesh of {} axes has no axis {}", names.size(), index)));
    }
    TILEGLOT_TRY(part, axis.message(2));
    std::string text = names[static_cast<std::size_t>(index)];
    if (axis.has(2)) text += fmt::format(":({}){}", part.number(1), part.number(2));
    used.push_back(std::move(text));
  }
  TILEGLOT_TRY(ids, device_ids_text(mesh));
  return fmt::format("mesh[{}]{} {{{}}}", fmt::join(sizes, ","), ids, fmt::join(used, ","));
}

/// The field of the newest messages, else the one inside of `devices`.
Result<Message> device_list(const Message& instruction, std::uint32_t newest,
                            const Message& devices, std::uint32_t older) {
  return instruction.has(newest) ? instruction.message(newest) : devices.message(older);
}

/// True if braces and quotation marks pair up, from the first brace to the end.
bool is_dictionary(std::string_view text) {
  if (text.empty() || text[0] != '{') return false;
  std::size_t depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\') {
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == '{' || c == '}')) {
      depth = c == '{' ? depth + 1 : depth - 1;
      if (depth == 0) return i + 1 == text.size();
    }
  }
  return false;
}

bool is_name_part(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '-';
}

}  // namespace

core::Error bad_proto(std::string message) {
  return {{.code = "hlo.proto",
           .message = std::move(message),
           .help = "the message is damaged, or was written by another version of XLA"}};
}

core::Status check_text_size(std::size_t bytes, std::size_t limit) {
  if (bytes <= limit) return {};
  return fail({.code = "hlo.limit",
               .message = fmt::format("the text of the module has more than {} bytes", limit),
               .help = "no module has as long a text for its message: the message is damaged"});
}

core::Status check_name(std::string_view what, std::string_view name) {
  if (is_name(name) && name.size() <= kMaxNameBytes) return {};
  return fail(
      bad_proto(fmt::format("{} is called '{}'", what, core::printable(name.substr(0, 64)))));
}

bool is_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_name_part);
}

std::string integers_text(std::span<const std::int64_t> numbers) {
  return fmt::format("{{{}}}", fmt::join(numbers, ","));
}

Result<std::string> shape_text(const WireField& shape) {
  TILEGLOT_TRY(read, notation::xla::shape_from_wire(shape.bytes));
  return print(read);
}

Result<std::string> sharding_text(const WireField& sharding) {
  TILEGLOT_TRY(read, notation::xla::sharding_from_wire(sharding.bytes));
  return print(read, notation::xla::MetadataText::kShown);
}

Result<std::string> program_shape_text(const Message& shape) {
  std::string text = "{(";
  for (const WireField& parameter : shape.parts(1)) {
    TILEGLOT_TRY(one, shape_text(parameter));
    if (text.size() > 2) text += ", ";
    text += one;
  }
  const auto result = shape.part(2);
  if (!result) return fail(bad_proto("the entry has no result"));
  TILEGLOT_TRY(one, shape_text(*result));
  return fmt::format("{})->{}}}", text, one);
}

Result<std::string> window_text(const Message& window) {
  TILEGLOT_TRY(dimensions, window.messages(1));
  if (dimensions.empty()) return std::string("{}");
  std::string text = fmt::format("{{size={}", fmt::join(column(dimensions, 1, 0), "x"));
  append_unless("stride", column(dimensions, 2, 1), 1, text);
  append_pads(dimensions, text);
  append_unless("lhs_dilate", column(dimensions, 6, 1), 1, text);
  append_unless("rhs_dilate", column(dimensions, 5, 1), 1, text);
  append_unless("rhs_reversal", column(dimensions, 7, 0), 0, text);
  return text + '}';
}

Result<std::string> padding_text(const Message& config) {
  TILEGLOT_TRY(dimensions, config.messages(1));
  std::string text;
  for (const Message& d : dimensions) {
    if (!text.empty()) text += 'x';
    fmt::format_to(std::back_inserter(text), "{}_{}_{}", d.number(1), d.number(2), d.number(3));
  }
  return text;
}

Result<std::string> slices_text(const std::vector<Message>& dimensions) {
  std::string text = "{";
  for (const Message& d : dimensions) {
    if (text.size() > 1) text += ", ";
    fmt::format_to(std::back_inserter(text), "[{}:{}:{}]", d.number(1), d.number(2), d.number(3));
  }
  return text + '}';
}

Result<std::string> dim_labels_text(const Message& d) {
  TILEGLOT_TRY(in, d.numbers(11));
  TILEGLOT_TRY(kernel, d.numbers(6));
  TILEGLOT_TRY(out, d.numbers(12));
  TILEGLOT_TRY(left, labels_text({'b', d.number(7), 'f', d.number(8), std::move(in)}));
  TILEGLOT_TRY(right, labels_text({'i', d.number(3), 'o', d.number(4), std::move(kernel)}));
  TILEGLOT_TRY(result, labels_text({'b', d.number(9), 'f', d.number(10), std::move(out)}));
  return fmt::format("{}_{}->{}", left, right, result);
}

Result<std::string> replica_groups_text(const Message& instruction) {
  TILEGLOT_TRY(devices, instruction.message(kDeviceList));
  if (instruction.has(kMeshDeviceList) || devices.has(3)) {
    TILEGLOT_TRY(mesh, device_list(instruction, kMeshDeviceList, devices, 3));
    return mesh_groups_text(mesh);
  }
  if (instruction.has(kIotaDeviceList) || devices.has(2)) {
    TILEGLOT_TRY(iota, device_list(instruction, kIotaDeviceList, devices, 2));
    return iota_groups_text(iota);
  }
  TILEGLOT_TRY(listed, devices.messages(1));
  if (listed.empty()) {
    TILEGLOT_TRY(older, instruction.messages(kReplicaGroups));
    listed = std::move(older);
  }
  return listed_groups_text(listed);
}

Result<std::string> pairs_text(const std::vector<Message>& pairs) {
  std::string text = "{";
  for (const Message& pair : pairs) {
    if (text.size() > 1) text += ',';
    fmt::format_to(std::back_inserter(text), "{{{},{}}}", pair.number(1), pair.number(2));
  }
  return text + '}';
}

Result<std::string> operand_aliases_text(const std::vector<Message>& aliases) {
  std::string text = "{";
  for (const Message& alias : aliases) {
    if (text.size() > 1) text += ", ";
    TILEGLOT_TRY(output, alias.numbers(1));
    TILEGLOT_TRY(operand, alias.numbers(3));
    fmt::format_to(std::back_inserter(text), "{}: ({}, {})", integers_text(output), alias.number(2),
                   integers_text(operand));
  }
  return text + '}';
}

std::string metadata_text(const Message& metadata) {
  std::string text;
  for (const auto& part : notation::xla::kMetadataParts) {
    if (!metadata.has(part.field)) continue;
    if (!text.empty()) text += ' ';
    if (part.text != nullptr) {
      text += fmt::format("{}={}", part.name, to_quoted(metadata.text(part.field)));
    } else {
      text += fmt::format("{}={}", part.name, metadata.number(part.field));
    }
  }
  return fmt::format("{{{}}}", text);
}

Result<std::string> frontend_attributes_text(const Message& attributes) {
  TILEGLOT_TRY(entries, attributes.messages(1));
  std::vector<std::pair<std::string_view, std::string_view>> items;
  for (const Message& entry : entries) {
    TILEGLOT_TRY_STATUS(check_name("a frontend attribute", entry.text(1)));
    items.emplace_back(entry.text(1), entry.text(2));
  }
  std::ranges::sort(items);
  std::string text = "{";
  for (const auto& [name, value] : items) {
    if (text.size() > 1) text += ',';
    text += fmt::format("{}={}", name, raw_config_text(value));
  }
  return text + '}';
}

std::string raw_config_text(std::string_view config) {
  return is_dictionary(config) ? std::string(config) : to_quoted(config);
}

std::string float_text(const Message& message, std::uint32_t field) {
  const std::vector<std::byte> bytes = message.words(field);
  float value = 0;
  if (bytes.size() == sizeof value) std::memcpy(&value, bytes.data(), sizeof value);
  return fmt::format("{}", value);
}

}  // namespace tileglot::hlo
