// SPDX-License-Identifier: Apache-2.0
// The header of a module.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/text/detail/annotations.h"
#include "tileglot/hlo/text/detail/list.h"
#include "tileglot/hlo/text/detail/reader.h"
#include "tileglot/hlo/text/detail/refuse.h"
#include "tileglot/hlo/text/detail/values.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo {
namespace {

using core::fail;
using core::Result;
using core::Status;
using notation::xla::MissingLayout;

constexpr std::array kHeaderAttributes = std::to_array<std::string_view>(
    {"alias_passthrough_params", "allow_spmd_sharding_propagation_to_output",
     "allow_spmd_sharding_propagation_to_parameters", "buffer_donor", "entry_computation_layout",
     "frontend_attributes", "input_output_alias", "is_scheduled", "num_partitions",
     "origin_recovery_table", "replica_count"});

constexpr std::array kTables =
    std::to_array<std::string_view>({"FileLocations", "FileNames", "FunctionNames", "StackFrames"});

bool contains(std::span<const std::string_view> list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

Status read_into(Result<std::int64_t> read, std::int64_t& out) {
  TILEGLOT_TRY(value, std::move(read));
  out = value;
  return {};
}

Status read_into(Result<bool> read, bool& out) {
  TILEGLOT_TRY(value, std::move(read));
  out = value;
  return {};
}

Status read_into(Result<std::vector<bool>> read, std::vector<bool>& out) {
  TILEGLOT_TRY(value, std::move(read));
  out = std::move(value);
  return {};
}

Status read_into(Result<std::string_view> read, std::string_view& out) {
  TILEGLOT_TRY(value, std::move(read));
  out = value;
  return {};
}

}  // namespace

Status Reader::header() {
  if (cursor_.peek_word() != "HloModule") return {};
  cursor_.word();
  module_.header.name = cursor_.name();
  if (module_.header.name.empty()) return cursor_.expected("the module's name");
  std::vector<std::string_view> seen;
  while (cursor_.accept(',')) {
    const std::size_t begin = cursor_.here().begin;
    const std::string_view name = cursor_.attribute_name();
    if (name.empty()) return cursor_.expected("the name of an attribute and '='");
    if (contains(seen, name)) {
      return fail({.code = "hlo.attribute",
                   .message = fmt::format("the attribute {} is given twice", name),
                   .span = core::Span{begin, begin + name.size()}});
    }
    seen.push_back(name);
    TILEGLOT_TRY_STATUS(header_attribute(name, begin));
  }
  return stack_frames();
}

Status Reader::header_attribute(std::string_view name, std::size_t begin) {
  ModuleHeader& header = module_.header;
  if (name == "entry_computation_layout") return entry_layout();
  if (name == "input_output_alias" || name == "buffer_donor") {
    sharing_ = {begin, begin + name.size()};
    return name == "buffer_donor" ? donors() : aliases();
  }
  if (name == "is_scheduled") return read_into(cursor_.boolean(), header.is_scheduled);
  if (name == "alias_passthrough_params") {
    return read_into(cursor_.boolean(), header.alias_passthrough_parameters);
  }
  if (name == "replica_count") return read_into(cursor_.integer("a count"), header.replica_count);
  if (name == "num_partitions")
    return read_into(cursor_.integer("a count"), header.partition_count);
  if (name == "allow_spmd_sharding_propagation_to_parameters") {
    return read_into(flags(), header.sharding_to_parameters);
  }
  if (name == "allow_spmd_sharding_propagation_to_output") {
    return read_into(flags(), header.sharding_to_output);
  }
  if (name == "origin_recovery_table") {
    return read_into(cursor_.braces(), header.origin_recovery_table);
  }
  if (name == "frontend_attributes") {
    const std::size_t value = cursor_.position();
    TILEGLOT_TRY_STATUS(check_frontend_attributes(cursor_));
    header.frontend_attributes = cursor_.since(value);
    return {};
  }
  if (options_.unknown_attributes == UnknownAttributes::kKept) {
    TILEGLOT_TRY_STATUS(skip_value());
    header.unknown.push_back(cursor_.since(begin));
    return {};
  }
  return fail({.code = "hlo.attribute",
               .message = fmt::format("a module has no attribute {}", name),
               .span = core::Span{begin, begin + name.size()},
               .help = guess_and_list(name, kHeaderAttributes)});
}

Status Reader::entry_layout() {
  EntryLayout layout;
  TILEGLOT_TRY_STATUS(cursor_.expect('{', "before the layouts at the entry"));
  const auto read_item = [&]() -> Status {
    TILEGLOT_TRY(shape, read_shape(cursor_, MissingLayout::kNone));
    layout.parameters.push_back(std::move(shape));
    return {};
  };
  TILEGLOT_TRY_STATUS(read_list(cursor_, '(', ')', read_item));
  TILEGLOT_TRY_STATUS(cursor_.expect("->", "before the result's layout"));
  TILEGLOT_TRY(result, read_shape(cursor_, MissingLayout::kNone));
  layout.result = std::move(result);
  module_.header.entry_layout = std::move(layout);
  return cursor_.expect('}', "after the layouts at the entry");
}

Status Reader::aliases() {
  return read_list(cursor_, '{', '}', [&]() -> Status {
    InputOutputAlias alias;
    TILEGLOT_TRY(output, read_integers(cursor_));
    alias.output = std::move(output);
    TILEGLOT_TRY_STATUS(cursor_.expect(':', "after the output's index"));
    TILEGLOT_TRY_STATUS(cursor_.expect('(', "before the parameter"));
    TILEGLOT_TRY_STATUS(read_into(cursor_.integer("the number of a parameter"), alias.parameter));
    TILEGLOT_TRY_STATUS(cursor_.expect(',', "after the parameter"));
    TILEGLOT_TRY(index, read_integers(cursor_));
    alias.index = std::move(index);
    if (cursor_.accept(',')) {
      const std::string_view kind = cursor_.peek_word();
      if (kind != "may-alias" && kind != "must-alias") {
        return cursor_.expected("may-alias or must-alias");
      }
      cursor_.word();
      alias.kind = kind == "must-alias" ? AliasKind::kMust : AliasKind::kMay;
    }
    module_.header.aliases.push_back(std::move(alias));
    return cursor_.expect(')', "after the parameter's index");
  });
}

/// An output that shares memory is part of the result, and a parameter has a number.
Status Reader::check_sharing() {
  const auto refuse = [&](std::string message) {
    return fail({.code = "hlo.attribute", .message = std::move(message), .span = sharing_});
  };
  for (const InputOutputAlias& alias : module_.header.aliases) {
    const notation::xla::Shape* part = &module_.header.entry_layout->result;
    for (const std::int64_t i : alias.output) {
      const auto size = static_cast<std::int64_t>(part->elements.size());
      if (i < 0 || i >= size) {
        return refuse(fmt::format("the result, {}, has no part {{{}}} that could share memory",
                                  print(module_.header.entry_layout->result),
                                  fmt::join(alias.output, ",")));
      }
      part = &part->elements[static_cast<std::size_t>(i)];
    }
    if (alias.parameter < 0) {
      return refuse(fmt::format("there is no parameter {}", alias.parameter));
    }
  }
  for (const BufferDonor& donor : module_.header.donors) {
    if (donor.parameter < 0) {
      return refuse(fmt::format("there is no parameter {}", donor.parameter));
    }
  }
  return {};
}

Status Reader::donors() {
  return read_list(cursor_, '{', '}', [&]() -> Status {
    BufferDonor donor;
    TILEGLOT_TRY_STATUS(cursor_.expect('(', "before the parameter"));
    TILEGLOT_TRY_STATUS(read_into(cursor_.integer("the number of a parameter"), donor.parameter));
    TILEGLOT_TRY_STATUS(cursor_.expect(',', "after the parameter"));
    TILEGLOT_TRY(index, read_integers(cursor_));
    donor.index = std::move(index);
    module_.header.donors.push_back(std::move(donor));
    return cursor_.expect(')', "after the parameter's index");
  });
}

/// `true`, or `{true,false}`
Result<std::vector<bool>> Reader::flags() {
  if (cursor_.peek() == '{') return read_booleans(cursor_);
  TILEGLOT_TRY(flag, cursor_.boolean());
  return std::vector<bool>{flag};
}

/// Tables of file names and places, which metadata may refer to: kept as they are.
Status Reader::stack_frames() {
  while (contains(kTables, cursor_.peek_word())) {
    const std::size_t begin = cursor_.here().begin;
    cursor_.word();
    while (cursor_.peek() >= '0' && cursor_.next() <= '9') {
      TILEGLOT_TRY_STATUS(cursor_.integer("the number of a line"));
      if (cursor_.peek() == '{') {
        TILEGLOT_TRY_STATUS(cursor_.braces());
      } else {
        TILEGLOT_TRY_STATUS(cursor_.quoted());
      }
    }
    module_.header.stack_frames.push_back(
        cursor_.text().substr(begin, cursor_.span_from(begin).end - begin));
  }
  return {};
}

/// Without the attribute the entry layout follows from the entry's parameters and root.
void Reader::fill_entry_layout() {
  if (module_.header.entry_layout) return;
  const Computation& entry = module_[module_.entry()];
  EntryLayout layout;
  layout.parameters.reserve(entry.parameters.size());
  for (const InstructionId parameter : entry.parameters) {
    layout.parameters.push_back(module_.shape_of(parameter));
  }
  layout.result = module_.shape_of(*entry.root);
  module_.header.entry_layout = std::move(layout);
}

}  // namespace tileglot::hlo
