// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/detail/metadata_reader.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/xla/detail/quoted_text.h"
#include "tileglot/notation/xla/detail/shape_reader.h"
#include "tileglot/notation/xla/limits.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Scanner;
using core::Status;

/// Where the text of this name is kept; nullptr if none has it.
std::string* text_named(std::string_view name, OpMetadata& metadata) {
  if (name == "op_type") return &metadata.op_type;
  if (name == "op_name") return &metadata.op_name;
  if (name == "source_file") return &metadata.source_file;
  return nullptr;
}

Status read_field(Scanner& scanner, OpMetadata& metadata) {
  scanner.skip_space();
  const std::size_t begin = scanner.position();
  const std::string_view name = scanner.name();
  std::string* const text = text_named(name, metadata);
  if (!text && name != "source_line") {
    scanner.rewind(begin);
    return fail(
        {.code = "xla.metadata",
         .message = fmt::format("expected a part of the metadata, found {}", scanner.found()),
         .span = scanner.here(),
         .help = "the parts are op_type=, op_name=, source_file= and source_line="});
  }
  TILEGLOT_TRY_STATUS(scanner.expect("=", "behind the name of a part of the metadata"));
  if (text) {
    TILEGLOT_TRY(read, read_quoted(scanner));
    *text = std::move(read);
    return {};
  }
  TILEGLOT_TRY(line, scanner.integer("a line"));
  metadata.source_line = line;
  return {};
}

/// From behind the opening brace to behind the closing one.
Status read_one(Scanner& scanner, std::vector<OpMetadata>& out) {
  if (out.size() == kMaxShapes) return fail(limit_error("metadata", kMaxShapes, scanner.here()));
  OpMetadata& metadata = out.emplace_back();
  while (!scanner.accept("}")) TILEGLOT_TRY_STATUS(read_field(scanner, metadata));
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
  return scanner.expect("}", "behind the list of metadata");
}

}  // namespace tileglot::notation::xla
