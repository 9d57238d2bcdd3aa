// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/sharding/detail/metadata_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/sharding/detail/quoted_text.h"
#include "tileglot/notation/xla/text/detail/shape_reader.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Scanner;
using core::Status;

const MetadataPart* part_named(std::string_view name) {
  const auto found = std::ranges::find(kMetadataParts, name, &MetadataPart::name);
  return found == kMetadataParts.end() ? nullptr : &*found;
}

Status read_value(Scanner& scanner, const MetadataPart& part, OpMetadata& metadata) {
  if (part.text) {
    TILEGLOT_TRY(text, read_quoted(scanner));
    metadata.*part.text = std::move(text);
  } else {
    TILEGLOT_TRY(number, scanner.integer(part.name));
    metadata.*part.number = number;
  }
  return {};
}

Status read_part(Scanner& scanner, OpMetadata& metadata) {
  scanner.skip_space();
  const std::size_t begin = scanner.position();
  const MetadataPart* part = part_named(scanner.name());
  if (!part) {
    scanner.rewind(begin);
    return fail(
        {.code = "xla.metadata",
         .message = fmt::format("expected a part of the metadata, found {}", scanner.found()),
         .span = scanner.here(),
         .help = "the parts are op_type=, op_name=, source_file=, source_line= and others "
                 "that say where an operation comes from"});
  }
  TILEGLOT_TRY_STATUS(scanner.expect("=", "after the name of a part of the metadata"));
  return read_value(scanner, *part, metadata);
}

/// Reads from after the opening brace to after the closing one.
Status read_one(Scanner& scanner, std::vector<OpMetadata>& out) {
  if (out.size() == kMaxShapes) return fail(limit_error("metadata", kMaxShapes, scanner.here()));
  OpMetadata& metadata = out.emplace_back();
  while (!scanner.accept("}")) TILEGLOT_TRY_STATUS(read_part(scanner, metadata));
  return {};
}

}  // namespace

Status read_metadata(Scanner& scanner, std::vector<OpMetadata>& out) {
  TILEGLOT_TRY_STATUS(scanner.expect("{", "before the metadata"));
  if (!scanner.looking_at("{")) return read_one(scanner, out);
  do {
    TILEGLOT_TRY_STATUS(scanner.expect("{", "before the metadata"));
    TILEGLOT_TRY_STATUS(read_one(scanner, out));
  } while (scanner.accept(","));
  return scanner.expect("}", "after the list of metadata");
}

}  // namespace tileglot::notation::xla
