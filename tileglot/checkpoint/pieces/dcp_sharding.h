// SPDX-License-Identifier: Apache-2.0
// dcp_sharding.h: sharded safetensors of torch.distributed.checkpoint.
//
// What     Each file has, in `__metadata__` under DCP_SHARDING_INFO, where its tensors begin in
//          their arrays, as JSON:
//            {"a.w": {"saved_offsets": [3, 0]}, "b": {"saved_offsets": [0]}}
//          parse_dcp_sharding reads it, dcp_sharding_text writes it as torch does; dcp_metadata is
//          all that torch's writer puts into `__metadata__`, dcp_file_name the name that it gives.
// Why      The extents of the whole arrays are not in the files: they are the hull of the pieces.
// Units    Begins are coordinates of elements. Shards and parts are counted from 1.
// Example  dcp_file_name(2, 1, 1) = "shard-00002-model-00001-of-00001.safetensors".
//          [tests: dcp_sharding_test.cc, "files are named as torch names them"]
// Errors   pieces.record, with a span in the text.
// Source   PyTorch 2.15, torch/distributed/checkpoint/hf_storage.py and _hf_utils.py, run: the
//          samples beside this file.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::pieces {

inline constexpr std::string_view kDcpKey = "DCP_SHARDING_INFO";
inline constexpr std::string_view kDcpVersionKey = "DCP_VERSION";

struct SavedOffsets {
  std::string name = {};  ///< of the tensor in the file and of the array
  map::Coordinate begin = {};
  friend bool operator==(const SavedOffsets&, const SavedOffsets&) = default;
};

/// In the order of the text; each name once.
core::Result<std::vector<SavedOffsets>> parse_dcp_sharding(std::string_view text);

/// Names are UTF-8, as those of tensors in files are.
std::string dcp_sharding_text(std::span<const SavedOffsets> tensors);

io::SafetensorsMetadata dcp_metadata(std::span<const SavedOffsets> tensors);

std::string dcp_file_name(std::int64_t shard, std::int64_t part, std::int64_t parts);

}  // namespace tileglot::checkpoint::pieces
