// SPDX-License-Identifier: Apache-2.0
// writer.h: carries out the plan of a relaid model.
//
// What     write moves every tensor slab by slab (slabs.h) into partial files beside the
//          parts (io/file/resumable_file.h), and renames them when all are complete; an index comes
//          last.
// How      A journal beside the output has a first line that identifies the whole job: the sources
//          by device, inode, size and times, the new headers, every layout and how tensors are cut.
//          A finished tensor gets a line with the checksum of its bytes. A run that finds the
//          journal of the same job reads the tensors that its lines record and keeps those whose
//          checksum still matches, whether in a partial file or, if the earlier run ended between
//          two renames, under the final name; any other journal is started anew. A source that
//          changed while it was read is refused at the end, before any file gets its name.
// Units    Bytes. Anonymous memory is at most `memory_bytes` for the slabs of all threads; a slab
//          that does not fit is moved within the mapped file.
// Errors   io.changed, io.busy, io.interrupted, io.no_space and all of resumable_file.h;
//          relayout.max_memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "tileglot/checkpoint/file.h"
#include "tileglot/checkpoint/plan.h"
#include "tileglot/checkpoint/relayout_options.h"
#include "tileglot/core/error.h"

namespace tileglot::checkpoint {

struct WriteOptions {
  int threads = 1;
  std::int64_t memory_bytes = std::int64_t{256} << 20;
  bool replace = false;
  std::function<void(const Progress&)> progress = {};
  std::function<bool()> is_interrupted = {};
  bool on_this_thread = false;  ///< as of RelayoutOptions
};

struct WriteReport {
  double seconds = 0;            ///< reading, moving and writing
  double finish_seconds = 0;     ///< until the files were safe on disk
  std::size_t kept_tensors = 0;  ///< from an earlier run
  std::int64_t written_bytes = 0;
};

core::Result<WriteReport> write(const Checkpoint& source, const Plan& plan,
                                const WriteOptions& options);

}  // namespace tileglot::checkpoint
