// SPDX-License-Identifier: Apache-2.0
// safetensors/index.h: maps each tensor of a checkpoint in parts to its file.
//
// What     model.safetensors.index.json has a "weight_map" from each tensor to the file, in the
//          same folder, that holds it, and often the size of all of them:
//            {"metadata":{"total_size":24},
//             "weight_map":{"a":"p-1.safetensors","b":"p-2.safetensors"}}
//          parse_safetensors_index reads it; check_part checks one part against it; with_total_size
//          is the same text with another size.
// Why      A checkpoint in parts is one model: a tensor that is in two parts, or in none, is as
//          wrong as one that overlaps another. Part names are untrusted, so none may leave the
//          folder.
// Units    total_size is bytes of all tensors. Spans count in the text of the index.
// Example  The text above has the parts p-1.safetensors and p-2.safetensors, and a is in the first.
//          [tests: safetensors/index_test.cc, "an index names parts"]
// Errors   safetensors.index (not JSON of this form), safetensors.duplicate, safetensors.part_path;
//          safetensors.part_lacks, safetensors.part_twice, safetensors.part_unlisted.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/io/safetensors/header.h"

namespace tileglot::io {

/// Where a tensor is, according to the index.
struct SafetensorsPlace {
  std::size_t part = 0;
  core::Span span = {};  ///< of the part's name
};

struct SafetensorsIndex {
  std::vector<std::string> parts = {};  ///< file names, each once, in the order of the text
  std::map<std::string, SafetensorsPlace, std::less<>> places = {};  ///< by the tensor's name
  std::optional<std::int64_t> total_size = {};
  core::Span total_size_span = {};
};

core::Result<SafetensorsIndex> parse_safetensors_index(std::string_view text);

/// Precondition: the text is what the index was parsed from, and has a total_size.
std::string with_total_size(std::string_view text, const SafetensorsIndex& index,
                            std::int64_t total_size);

/// Checks that a part holds the tensors that the index assigns to it, and no others.
core::Status check_part(const SafetensorsIndex& index, std::size_t part,
                        const SafetensorsHeader& header);

}  // namespace tileglot::io
