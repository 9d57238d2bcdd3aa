// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/pieces/detail/metadata_texts.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/checkpoint/pieces/dcp_sharding.h"
#include "tileglot/checkpoint/pieces/piece_record.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::pieces {
namespace {

/// Records that a tensor is not stored row-major (checkpoint/packed_tensor.h).
constexpr std::string_view kLayoutRecord = "tileglot.layout/";

core::Error of_key(core::Error error, std::string_view key) {
  error->message = fmt::format("{}: {}", core::printable(key), error->message);
  return error;
}

core::Error stored_otherwise(std::string_view tensor, std::string_view text) {
  return {{.code = "pieces.order",
           .message = fmt::format("'{}' is stored in the layout {}", core::printable(tensor),
                                  core::printable(text)),
           .help = "pieces are row-major: relayout the file to row-major first"}};
}

core::Error nowhere(std::string_view key, std::string_view tensor) {
  return {{.code = "pieces.nowhere",
           .message = fmt::format("{} is of a tensor '{}', which the file does not have", key,
                                  core::printable(tensor))}};
}

}  // namespace

core::Status MetadataTexts::read(const io::SafetensorsHeader& header, PiecedFile& file) {
  if (!header.metadata) return {};
  for (const auto& [key, text] : *header.metadata) TILEGLOT_TRY_STATUS(read_text(key, text, file));
  return {};
}

core::Status MetadataTexts::read_text(const std::string& key, const std::string& text,
                                      PiecedFile& file) {
  if (key == kDcpKey) return read_dcp(text);
  if (key.starts_with(kPieceKey)) return read_record(key.substr(kPieceKey.size()), text);
  if (key.starts_with(kLayoutRecord))
    return core::fail(stored_otherwise(key.substr(kLayoutRecord.size()), text));
  if (key != kDcpVersionKey) file.texts.emplace_back(key, text);
  return {};
}

core::Status MetadataTexts::read_dcp(std::string_view text) {
  auto tensors = core::with_line(parse_dcp_sharding(text), text);
  if (!tensors) return core::fail(of_key(std::move(tensors).error(), kDcpKey));
  for (SavedOffsets& tensor : *tensors)
    begins_.emplace(std::move(tensor.name), std::move(tensor.begin));
  has_dcp_ = true;
  return {};
}

core::Status MetadataTexts::read_record(const std::string& tensor, std::string_view text) {
  auto record = core::with_line(parse_piece_record(text), text);
  if (!record) {
    return core::fail(of_key(std::move(record).error(), fmt::format("{}{}", kPieceKey, tensor)));
  }
  records_.emplace(tensor, *std::move(record));
  has_records_ = true;
  return {};
}

std::optional<map::Coordinate> MetadataTexts::take_begin(const std::string& tensor) {
  auto found = begins_.extract(tensor);
  return found ? std::optional(std::move(found.mapped())) : std::nullopt;
}

std::optional<PieceRecord> MetadataTexts::take_record(const std::string& tensor) {
  auto found = records_.extract(tensor);
  return found ? std::optional(std::move(found.mapped())) : std::nullopt;
}

core::Status MetadataTexts::check_all_taken() const {
  if (!begins_.empty()) return core::fail(nowhere(kDcpKey, begins_.begin()->first));
  if (!records_.empty()) return core::fail(nowhere(kPieceKey, records_.begin()->first));
  return {};
}

}  // namespace tileglot::checkpoint::pieces
