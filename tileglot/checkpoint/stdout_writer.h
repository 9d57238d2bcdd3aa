// SPDX-License-Identifier: Apache-2.0
// stdout_writer.h: the plan of a relaid model, carried out into a pipe.
//
// What     write_stdout writes the header and then every tensor, in the order of the file, to
//          standard output. A group of pieces is built at once, one by each thread, and written.
// Why      The format has its header first and its tensors after it, so a stream needs no file and
//          no more memory than the pieces that are built.
// How      A stream cannot be taken back or resumed: there is no journal, and a source that changed
//          while it was read is an error after the last byte.
// Units    Bytes. Memory is at most `memory_bytes` for the pieces of all threads.
// Errors   relayout.max_memory, also where one slab does not fit; io.changed, io.interrupted, and
//          those of io/file/stream.h.
#pragma once

#include "tileglot/checkpoint/file.h"
#include "tileglot/checkpoint/plan.h"
#include "tileglot/checkpoint/writer.h"
#include "tileglot/core/error.h"

namespace tileglot::checkpoint {

/// Precondition: the plan has one part.
core::Result<WriteReport> write_stdout(const Checkpoint& source, const Plan& plan,
                                       const WriteOptions& options);

}  // namespace tileglot::checkpoint
