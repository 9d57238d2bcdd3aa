// SPDX-License-Identifier: Apache-2.0
// part_writer.h: writes one file of a resharded model, slab by slab, so that a later run goes on.
//
// What     write_part writes .NAME.tileglot-partial and, beside it, a journal: its first line is the
//          job, then the worker that writes, then each finished slab with its checksum. When all slabs
//          are there, and the sources are what they were, the file gets its name; the journal stays.
// How      A slab is units (units.h) of together about slab_bytes. The threads read, sum and write its
//          units; when the last is written the slab is made durable, and then its line. So after a
//          kill at most one slab is read again. A resumed run believes the lines; with `recheck` it
//          reads what they speak of, and does again what is not as it was.
// Units    Bytes. Memory is a unit for each thread.
// Example  A run that ended after 3 of 8 slabs is followed by one that reads 5.
//          [tests: carry_out_test.cc, "what an interrupted worker left is gone on with"]
// Errors   io.busy where another process writes this part, io.interrupted (the slab at hand is
//          finished), io.exists, io.no_space and all of io/file/resumable_file.h; those of source.h.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/source.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/core/error.h"

namespace tileglot::checkpoint::reshard {

struct PartOptions {
  std::string folder = {};  ///< of the output, with its slash
  std::uint64_t job = 0;    ///< its digest
  std::string worker = {};  ///< who writes, for people
  int threads = 1;
  std::int64_t unit_bytes = std::int64_t{1} << 20;
  std::int64_t slab_bytes = std::int64_t{64} << 20;
  bool replace = false;
  bool recheck = false;
  std::function<bool()> is_interrupted = {};
  /// Gives the file its name by calling `name`, or refuses to.
  std::function<core::Status(const std::function<core::Status()>& name)> naming = {};
  /// The bytes of this part that are there, and those of earlier runs among them; the calling
  /// thread calls it.
  std::function<void(std::int64_t done_bytes, std::int64_t kept_bytes)> progress = {};
};

struct PartReport {
  std::int64_t moved_bytes = 0;   ///< by this run
  std::int64_t kept_bytes = 0;    ///< of earlier runs
  std::int64_t redone_bytes = 0;  ///< of earlier runs, and not as their lines say
};

std::string path_of(const OutputPart& part, const PartOptions& options);

/// True if the part has its name, and this job gave it.
bool is_named(const OutputPart& part, const PartOptions& options);

/// Reserves the space of a part; true if it is new, false where an earlier run did, or it has its name.
core::Result<bool> reserve_part(const OutputPart& part, const PartOptions& options);
/// Gives the space back, if nobody has begun to write.
void discard_part(const OutputPart& part, const PartOptions& options);

/// When the job is complete. The journal of another job stays.
void remove_journal(const OutputPart& part, const PartOptions& options);

core::Result<PartReport> write_part(const OutputPart& part, const WantedModel& wanted,
                                    const Source& source, const PartOptions& options);

}  // namespace tileglot::checkpoint::reshard
