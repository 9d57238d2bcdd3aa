// SPDX-License-Identifier: Apache-2.0
// file.h: the tensors of a model, in one .safetensors file or in the parts of an index.
//
// What     open maps m.safetensors, or the parts that m.safetensors.index.json names,
//          and checks the index against them.
// Why      A model in parts is one model: commands take either, and the rest of the code does not
//          need to know which it was.
// Example  open("m.safetensors.index.json")->parts has a file for each part, in the
//          order of the index.
//          [tests: file_test.cc, "an index is one model"]
// Errors   Those of io/safetensors/header.h and io/safetensors/index.h; io.not_found with the name
//          of a part that is missing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/safetensors/file.h"
#include "tileglot/io/safetensors/index.h"

namespace tileglot::checkpoint {

struct Part {
  std::string name;  ///< as in the index, or the file's own name
  io::SafetensorsFile tensors;
  std::unordered_map<std::string_view, std::string_view> texts;  ///< `__metadata__`, by key
};

struct Index {
  std::string text;
  io::SafetensorsIndex index;
};

struct Checkpoint {
  std::string path;
  std::optional<Index> index;
  std::vector<Part> parts;

  std::size_t tensor_count() const;
  /// Bytes of the data, without headers.
  std::int64_t data_bytes() const;
  /// Returns io.changed if a part became shorter while it was read.
  core::Status check() const;
};

/// True if the path names an index: it ends in .json.
bool is_index_path(std::string_view path);

/// Decides by the name, or by the first bytes.
bool is_checkpoint_path(std::string_view path);
bool is_safetensors(const io::MappedFile& file);
/// True of the first bytes of a .safetensors file.
bool begins_as_safetensors(std::span<const std::byte> first);

core::Result<Checkpoint> open(const std::string& path);
/// The checkpoint in a file that is already open, e.g. stdin.
core::Result<Checkpoint> checkpoint_of(io::MappedFile file);

/// The folder that a path is in, with its slash; empty for the working folder.
std::string folder_of(std::string_view path);
std::string file_name_of(std::string_view path);

}  // namespace tileglot::checkpoint
