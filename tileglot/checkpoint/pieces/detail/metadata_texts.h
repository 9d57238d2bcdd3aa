// SPDX-License-Identifier: Apache-2.0
// metadata_texts.h: the texts of one file's `__metadata__` that say where tensors belong.
//
// What     read() parses them, and keeps the others for the file; take_begin and take_record are what
//          they say of a tensor, once; check_all_taken refuses what they say of tensors that
//          the file does not have.
// Errors   pieces.record, pieces.order (a layout that is not row-major is recorded), pieces.nowhere.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "tileglot/checkpoint/pieces/piece_record.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/error.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::pieces {

class MetadataTexts {
 public:
  bool has_dcp() const { return has_dcp_; }
  bool has_records() const { return has_records_; }

  core::Status read(const io::SafetensorsHeader& header, PiecedFile& file);

  /// Where DCP_SHARDING_INFO has the tensor.
  std::optional<map::Coordinate> take_begin(const std::string& tensor);
  /// Our own record of it.
  std::optional<PieceRecord> take_record(const std::string& tensor);

  core::Status check_all_taken() const;

 private:
  core::Status read_text(const std::string& key, const std::string& text, PiecedFile& file);
  core::Status read_dcp(std::string_view text);
  core::Status read_record(const std::string& tensor, std::string_view text);

  bool has_dcp_ = false;
  bool has_records_ = false;
  std::unordered_map<std::string, map::Coordinate> begins_;
  std::unordered_map<std::string, PieceRecord> records_;
};

}  // namespace tileglot::checkpoint::pieces
