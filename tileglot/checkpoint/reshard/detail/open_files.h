// SPDX-License-Identifier: Apache-2.0
// open_files.h: the files of a model, opened when they are first read.
//
// What     OpenFiles::get(file) is the open file. At most `most` are kept open; beyond that, the one
//          that was opened first is closed once its readers are done.
// Why      A model may have more files than a process may open, and most workers read few.
// Errors   io.changed where the file is not what its header was read from; those of
//          io/file/ranged_file.h.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/memory_mapping.h"
#include "tileglot/io/file/ranged_file.h"

namespace tileglot::checkpoint::reshard::detail {

/// Several threads may use it at once.
class OpenFile {
 public:
  explicit OpenFile(io::RangedFile file) : file_(std::move(file)) {}

  const io::RangedFile& ranged() const { return file_; }
  /// Made on first use; nothing where the system does not map the file.
  const io::MemoryMapping* mapped() const;

 private:
  io::RangedFile file_;
  mutable std::once_flag once_;
  mutable std::optional<io::MemoryMapping> mapping_;
};

class OpenFiles {
 public:
  /// Precondition: the model outlives this.
  OpenFiles(const pieces::PiecedModel& model, std::size_t most)
      : files_(model.files), most_(most), open_(model.files.size()), used_(model.files.size()) {}

  core::Result<std::shared_ptr<const OpenFile>> get(std::size_t file);

  /// io.changed if any file that was asked for is not as its header was read.
  core::Status check() const;

 private:
  std::shared_ptr<const OpenFile> kept(std::size_t file, std::shared_ptr<const OpenFile> opened);

  std::span<const pieces::PiecedFile> files_;
  std::size_t most_;
  mutable std::mutex mutex_;  ///< of what follows
  std::vector<std::shared_ptr<const OpenFile>> open_;
  std::deque<std::size_t> order_;  ///< of opening
  std::vector<bool> used_;
};

}  // namespace tileglot::checkpoint::reshard::detail
