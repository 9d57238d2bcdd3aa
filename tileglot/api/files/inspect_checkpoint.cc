// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/inspect_checkpoint.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/checkpoint/file.h"
#include "tileglot/checkpoint/inspect.h"
#include "tileglot/checkpoint/packed_tensor.h"
#include "tileglot/core/counted.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/value/text/numbers.h"

namespace tileglot::api::files {
namespace {

constexpr std::size_t kLongestName = 200;

std::string bytes_text(std::int64_t bytes) {
  return core::counted(bytes, value::grouped(bytes), "byte");
}

std::string dtype_of(const io::SafetensorsTensor& tensor) {
  return std::string(*core::name_in(core::TypeNotation::kSafetensors, tensor.type));
}

std::string layout_text(const core::Result<checkpoint::PackedTensor>& packed) {
  if (!packed) return fmt::format("wrong: {}", packed.error()->message);
  return packed->is_recorded ? bridge::print(packed->layout) : "row-major";
}

using Row = std::array<std::string, 6>;

Row row_of(const checkpoint::InspectedTensor& inspected) {
  const io::SafetensorsTensor& tensor = *inspected.tensor;
  return {core::printable(tensor.name, kLongestName),
          dtype_of(tensor),
          fmt::format("[{}]", fmt::join(tensor.shape, ",")),
          value::grouped(tensor.bytes()),
          fmt::format("{}", inspected.alignment),
          layout_text(inspected.packed)};
}

std::array<std::size_t, 6> widths_of(const std::vector<Row>& rows) {
  std::array<std::size_t, 6> widths = {};
  for (const Row& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], row[k].size());
  }
  return widths;
}

std::string table_of(const checkpoint::InspectedPart& part) {
  std::vector<Row> rows{{"tensor", "dtype", "shape", "bytes", "aligned", "layout"}};
  rows.reserve(part.tensors.size() + 1);
  for (const auto& tensor : part.tensors) rows.push_back(row_of(tensor));
  const auto w = widths_of(rows);
  std::string text;
  for (const Row& row : rows) {
    text += fmt::format("  {:{}}  {:{}}  {:{}}  {:>{}}  {:>{}}  {}\n", row[0], w[0], row[1], w[1],
                        row[2], w[2], row[3], w[3], row[4], w[4], row[5]);
  }
  return text;
}

std::string metadata_text(const io::SafetensorsHeader& header) {
  std::string text;
  if (!header.metadata) return text;
  for (const auto& [key, value] : *header.metadata) {
    if (key.starts_with(checkpoint::kLayoutKey) || key.starts_with(checkpoint::kDtypeKey)) continue;
    text += fmt::format("  {} = {}\n", core::printable(key), core::printable(value));
  }
  return text;
}

std::string part_text(const checkpoint::InspectedPart& inspected) {
  const checkpoint::Part& part = *inspected.part;
  const io::SafetensorsHeader& header = part.tensors.header;
  const auto& tensors = header.tensors;
  const std::int64_t bytes = tensors.empty() ? 0 : tensors.back().end_bytes;
  return fmt::format("{}: {}, {} from byte {} on\n{}{}", io::path_text(part.tensors.file.name()),
                     core::counted(std::ssize(tensors), "tensor"), bytes_text(bytes),
                     header.data_begin_bytes, metadata_text(header),
                     tensors.empty() ? "" : table_of(inspected));
}

Json tensor_json(const checkpoint::Part& part, const checkpoint::InspectedTensor& inspected) {
  const io::SafetensorsTensor& tensor = *inspected.tensor;
  const auto& packed = inspected.packed;
  Json json{{"name", tensor.name},
            {"part", part.name},
            {"dtype", dtype_of(tensor)},
            {"shape", tensor.shape},
            {"bytes", tensor.bytes()},
            {"begin_bytes", inspected.begin_bytes},
            {"alignment", inspected.alignment}};
  json["layout"] = packed && packed->is_recorded ? Json(bridge::print(packed->layout)) : Json();
  if (!packed) json["error"] = to_json(packed.error())["error"];
  if (!packed || !packed->is_recorded) return json;
  json["type"] = core::name(packed->type);
  json["logical_shape"] = packed->extents;
  return json;
}

Json part_json(const checkpoint::Part& part) {
  Json json{{"name", part.name}, {"metadata", Json::object()}};
  if (!part.tensors.header.metadata) return json;
  for (const auto& [key, value] : *part.tensors.header.metadata) json["metadata"][key] = value;
  return json;
}

Json json_of(const checkpoint::Checkpoint& checkpoint,
             const std::vector<checkpoint::InspectedPart>& parts) {
  Json json{{"kind", "safetensors"},
            {"index", checkpoint.index.has_value()},
            {"data_bytes", checkpoint.data_bytes()},
            {"parts", Json::array()},
            {"tensors", Json::array()}};
  for (const checkpoint::InspectedPart& part : parts) {
    json["parts"].push_back(part_json(*part.part));
    for (const auto& tensor : part.tensors)
      json["tensors"].push_back(tensor_json(*part.part, tensor));
  }
  return json;
}

std::string heading(const checkpoint::Checkpoint& checkpoint) {
  if (!checkpoint.index) return "";
  const auto total = checkpoint.index->index.total_size;
  std::string text = fmt::format(
      "{}: {} in {}, {}\n", io::path_text(checkpoint.path),
      core::counted(static_cast<std::int64_t>(checkpoint.tensor_count()), "tensor"),
      core::counted(std::ssize(checkpoint.parts), "part"), bytes_text(checkpoint.data_bytes()));
  if (total && *total != checkpoint.data_bytes()) {
    text += fmt::format("  the index says {}\n", bytes_text(*total));
  }
  return text;
}

}  // namespace

Reply inspect_checkpoint(const checkpoint::Checkpoint& checkpoint) {
  TILEGLOT_TRY(parts, checkpoint::inspect(checkpoint));
  Answer answer{.text = heading(checkpoint), .json = json_of(checkpoint, parts)};
  for (const checkpoint::InspectedPart& part : parts) answer.text += part_text(part);
  return answer;
}

}  // namespace tileglot::api::files
