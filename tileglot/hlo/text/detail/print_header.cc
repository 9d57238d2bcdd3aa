// SPDX-License-Identifier: Apache-2.0
// The header of a module.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/text/detail/printer.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using notation::xla::Shape;

Shape with_row_major(Shape shape) {
  for_each_array(shape, [](Shape& array) { array.layout = layout_or_default(array); });
  return shape;
}

void append_shape(const Shape& shape, bool open_is_row_major, std::string& out) {
  out += print(open_is_row_major ? with_row_major(shape) : shape);
}

void append_aliases(const std::vector<InputOutputAlias>& aliases, std::string& out) {
  if (aliases.empty()) return;
  out += ", input_output_alias={ ";
  for (const InputOutputAlias& alias : aliases) {
    if (&alias != aliases.data()) out += ", ";
    fmt::format_to(std::back_inserter(out), "{{{}}}: ({}, {{{}}}, {})",
                   fmt::join(alias.output, ","), alias.parameter, fmt::join(alias.index, ","),
                   alias.kind == AliasKind::kMust ? "must-alias" : "may-alias");
  }
  out += " }";
}

void append_donors(const std::vector<BufferDonor>& donors, std::string& out) {
  if (donors.empty()) return;
  out += ", buffer_donor={ ";
  for (const BufferDonor& donor : donors) {
    if (&donor != donors.data()) out += ", ";
    fmt::format_to(std::back_inserter(out), "({}, {{{}}})", donor.parameter,
                   fmt::join(donor.index, ","));
  }
  out += " }";
}

/// One `false` says nothing.
void append_flags(std::string_view name, const std::vector<bool>& flags, std::string& out) {
  if (flags.empty() || (flags.size() == 1 && !flags[0])) return;
  fmt::format_to(std::back_inserter(out), ", {}={{", name);
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (i > 0) out += ',';
    out += flags[i] ? "true" : "false";
  }
  out += '}';
}

}  // namespace

void append_entry_layout(const EntryLayout& layout, bool open_is_row_major, std::string& out) {
  out += "{(";
  for (std::size_t i = 0; i < layout.parameters.size(); ++i) {
    if (i > 0) out += ", ";
    if (i > 0 && i % 5 == 0) fmt::format_to(std::back_inserter(out), "/*index={}*/", i);
    append_shape(layout.parameters[i], open_is_row_major, out);
  }
  out += ")->";
  append_shape(layout.result, open_is_row_major, out);
  out += '}';
}

void Printer::header() {
  const ModuleHeader& header = module_.header;
  fmt::format_to(std::back_inserter(out_), "HloModule {}", header.name);
  if (header.is_scheduled) out_ += ", is_scheduled=true";
  append_aliases(header.aliases, out_);
  append_donors(header.donors, out_);
  if (header.alias_passthrough_parameters) out_ += ", alias_passthrough_params=true";
  if (header.entry_layout) {
    out_ += ", entry_computation_layout=";
    append_entry_layout(*header.entry_layout, !is_full(), out_);
  }
  append_flags("allow_spmd_sharding_propagation_to_parameters", header.sharding_to_parameters,
               out_);
  append_flags("allow_spmd_sharding_propagation_to_output", header.sharding_to_output, out_);
  auto to = std::back_inserter(out_);
  if (header.replica_count != 1) fmt::format_to(to, ", replica_count={}", header.replica_count);
  if (header.partition_count != 1)
    fmt::format_to(to, ", num_partitions={}", header.partition_count);
  if (!header.frontend_attributes.empty() && header.frontend_attributes != "{}") {
    fmt::format_to(to, ", frontend_attributes={}", header.frontend_attributes);
  }
  if (!header.origin_recovery_table.empty()) {
    fmt::format_to(to, ", origin_recovery_table={}", header.origin_recovery_table);
  }
  for (const std::string_view unknown : header.unknown) fmt::format_to(to, ", {}", unknown);
  out_ += "\n\n";
  if (style_ == PrintStyle::kShort) return;
  for (const std::string_view table : header.stack_frames) fmt::format_to(to, "{}\n\n", table);
}

}  // namespace tileglot::hlo
