// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/pieces/piece_record.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/checkpoint/pieces/detail/json_fields.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/safetensors/header.h"

namespace tileglot::checkpoint::pieces {
namespace {

core::Error bad_record(std::string message, core::Span span) {
  return {
      {.code = "pieces.record",
       .message = std::move(message),
       .span = span,
       .help =
           R"json(a record is {"array":"w","begin":[3,0],"extents":[7,4],"sharding":"P('x')"}; )json"
           "the array and the sharding may be left out"}};
}

/// False if the record has no such field, or the field has the other kind of value.
bool take(PieceRecord& record, JsonField& field) {
  if (auto* numbers = std::get_if<0>(&field.value)) {
    if (field.key != "begin" && field.key != "extents") return false;
    (field.key == "begin" ? record.begin : record.extents) = std::move(*numbers);
    return true;
  }
  if (field.key != "array" && field.key != "sharding") return false;
  (field.key == "array" ? record.array : record.sharding) = std::get<1>(std::move(field.value));
  return true;
}

}  // namespace

core::Result<PieceRecord> parse_piece_record(std::string_view text) {
  TILEGLOT_TRY(fields, json_fields(text));
  PieceRecord record;
  int lists = 0;
  for (JsonField& field : fields) {
    lists += field.value.index() == 0 ? 1 : 0;
    if (!take(record, field)) {
      return core::fail(bad_record(
          fmt::format("a record has no such '{}'", core::printable(field.key)), field.span));
    }
  }
  if (lists == 2 && record.begin.size() == record.extents.size()) return record;
  const core::Span all = {0, text.size()};
  if (lists < 2) return core::fail(bad_record("the record lacks 'begin' or 'extents'", all));
  return core::fail(bad_record(fmt::format("'begin' has {} numbers, and 'extents' has {}",
                                           record.begin.size(), record.extents.size()),
                               all));
}

std::string piece_record_text(const PieceRecord& record) {
  std::string text = "{";
  if (!record.array.empty()) text += fmt::format(R"("array":{},)", json_text(record.array));
  text += fmt::format(R"("begin":[{}],"extents":[{}])", fmt::join(record.begin, ","),
                      fmt::join(record.extents, ","));
  if (!record.sharding.empty())
    text += fmt::format(R"(,"sharding":{})", json_text(record.sharding));
  return text + '}';
}

io::SafetensorsMetadata recorded_metadata(std::span<const RecordedTensor> tensors) {
  io::SafetensorsMetadata metadata;
  metadata.reserve(tensors.size());
  for (const RecordedTensor& tensor : tensors) {
    metadata.emplace_back(fmt::format("{}{}", kPieceKey, tensor.name),
                          piece_record_text(tensor.record));
  }
  return metadata;
}

std::string piece_tensor_name(std::string_view array, std::span<const std::int64_t> begin) {
  return fmt::format("{}@{}", array, fmt::join(begin, ","));
}

}  // namespace tileglot::checkpoint::pieces
