// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/detail/open_files.h"

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/changed_file.h"
#include "tileglot/io/file/memory_mapping.h"
#include "tileglot/io/file/ranged_file.h"

namespace tileglot::checkpoint::reshard::detail {
namespace {

core::Result<std::shared_ptr<const OpenFile>> opened(const pieces::PiecedFile& file) {
  TILEGLOT_TRY(ranged, io::RangedFile::open(file.path));
  if (ranged.stamp() != file.stamp) return core::fail(io::changed_file(file.path, "was written"));
  return std::make_shared<const OpenFile>(std::move(ranged));
}

}  // namespace

const io::MemoryMapping* OpenFile::mapped() const {
  std::call_once(once_, [&] {
    if (auto mapping = file_.map()) mapping_ = *std::move(mapping);
  });
  return mapping_ ? &*mapping_ : nullptr;
}

/// Files are opened without the lock: on some file systems that takes milliseconds.
core::Result<std::shared_ptr<const OpenFile>> OpenFiles::get(std::size_t file) {
  {
    const std::lock_guard lock(mutex_);
    if (open_[file]) return open_[file];
  }
  TILEGLOT_TRY(now_open, opened(files_[file]));
  return kept(file, std::move(now_open));
}

std::shared_ptr<const OpenFile> OpenFiles::kept(std::size_t file,
                                                std::shared_ptr<const OpenFile> opened) {
  std::shared_ptr<const OpenFile> closed;  // after the lock is gone
  const std::lock_guard lock(mutex_);
  if (open_[file]) return open_[file];  // another thread was first
  used_[file] = true;
  open_[file] = std::move(opened);
  order_.push_back(file);
  if (order_.size() > most_) {
    closed = std::move(open_[order_.front()]);
    order_.pop_front();
  }
  return open_[file];
}

core::Status OpenFiles::check() const {
  std::vector<bool> used;
  {
    const std::lock_guard lock(mutex_);
    used = used_;
  }
  for (std::size_t i = 0; i < files_.size(); ++i) {
    if (used[i] && io::file_stamp(files_[i].path) != files_[i].stamp)
      return core::fail(io::changed_file(files_[i].path, "was written"));
  }
  return {};
}

}  // namespace tileglot::checkpoint::reshard::detail
