// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/pieces/dcp_sharding.h"

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

constexpr std::string_view kOffsetsKey = "saved_offsets";

/// A key that is not known here may change what the offsets mean.
core::Result<SavedOffsets> saved_offsets(JsonObject object) {
  const bool is_known = object.fields.size() == 1 && object.fields[0].key == kOffsetsKey &&
                        object.fields[0].value.index() == 0;
  if (is_known) {
    return SavedOffsets{.name = std::move(object.name),
                        .begin = std::get<0>(std::move(object.fields[0].value))};
  }
  return core::fail({.code = "pieces.record",
                     .message = fmt::format("'{}' does not have a list of numbers 'saved_offsets', "
                                            "and that only",
                                            core::printable(object.name)),
                     .span = object.span,
                     .help = R"(an entry is {"a.w": {"saved_offsets": [3, 0]}})"});
}

}  // namespace

core::Result<std::vector<SavedOffsets>> parse_dcp_sharding(std::string_view text) {
  TILEGLOT_TRY(objects, json_objects(text));
  std::vector<SavedOffsets> tensors;
  tensors.reserve(objects.size());
  for (JsonObject& object : objects) {
    TILEGLOT_TRY(offsets, saved_offsets(std::move(object)));
    tensors.push_back(std::move(offsets));
  }
  return tensors;
}

std::string dcp_sharding_text(std::span<const SavedOffsets> tensors) {
  std::string text = "{";
  for (const SavedOffsets& tensor : tensors) {
    text += fmt::format(R"({}{}: {{"saved_offsets": [{}]}})", text.size() == 1 ? "" : ", ",
                        json_text(tensor.name), fmt::join(tensor.begin, ", "));
  }
  return text + '}';
}

io::SafetensorsMetadata dcp_metadata(std::span<const SavedOffsets> tensors) {
  return {{std::string(kDcpKey), dcp_sharding_text(tensors)},
          {std::string(kDcpVersionKey), "1.0"},
          {"format", "pt"}};
}

std::string dcp_file_name(std::int64_t shard, std::int64_t part, std::int64_t parts) {
  return fmt::format("shard-{:05}-model-{:05}-of-{:05}.safetensors", shard, part, parts);
}

}  // namespace tileglot::checkpoint::pieces
