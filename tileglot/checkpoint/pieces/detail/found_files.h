// SPDX-License-Identifier: Apache-2.0
// found_files.h: the files of a model that a path stands for.
//
// What     A path is a file, an index of .safetensors files, a folder, or a pattern of names
//          (file_name.h). A folder is its index if it has one, otherwise all its .safetensors files
//          or all its .npy files.
// Units    Files of an index are in its order, files of ranks by rank and part, others by name.
// Errors   pieces.none, pieces.ambiguous (a folder of several kinds), pieces.missing_file (ranks or
//          parts are not counted from 0), pieces.duplicate (two names with one rank and part),
//          pieces.pattern, pieces.limit; those of io/safetensors/index.h and io/file/os_error.h.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/checkpoint/pieces/file_name.h"
#include "tileglot/core/error.h"
#include "tileglot/io/safetensors/index.h"

namespace tileglot::checkpoint::pieces {

struct FoundFile {
  std::string path = {};
  std::string array = {};  ///< of a .npy file
  NameNumbers numbers = {};
};

struct FoundIndex {
  std::string text = {};
  io::SafetensorsIndex index = {};
  std::vector<std::size_t> counts = {};  ///< how many tensors each part is to hold
};

struct FoundFiles {
  bool are_npy = false;
  bool are_ranks = false;  ///< their names say so
  std::optional<FoundIndex> index = {};
  std::vector<FoundFile> files = {};
};

core::Result<FoundFiles> find_files(const std::string& path);

}  // namespace tileglot::checkpoint::pieces
