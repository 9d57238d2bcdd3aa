// SPDX-License-Identifier: Apache-2.0
// relayout.h: `tileglot relayout IN -o OUT --to ...`.
//
// What     Reads a .npy tensor, moves every element to where the target layout has it, fills the
//          padding with zeros, and writes a .npy that appears whole or not at all.
// Why      Tensors come in the layout of the program that wrote them, and go to one that wants
//          another.
// How      The source is row-major over the file's shape (column-major for Fortran order), unless
//          `from` names another layout of the bytes as they lie in the file. `to` has the same
//          logical extents. Either takes the logical extents where its text has no shape. Elements
//          move as they are, at the size that they have in the file, so a 4-bit element takes a
//          byte on both sides, and a layout with E(4) is refused.
//          The result is stored in C order with the input's descr and the physical extents of the
//          target as its shape; a target that is no permutation and has no tiles (a CuTe layout
//          with gaps) is stored one-dimensional. So a C-order tensor relaid there and back is the
//          same file.
// Units    Bytes, seconds; GB/s are 10^9 bytes read or written a second.
// Example  bf16 (4096, 14336) to {1,0:T(8,128)(2,1)} is stored as (512, 112, 4, 128, 2, 1).
//          [tests: relayout_test.cc, "there and back is the same file"]
// Errors   Those of parsing, io, to_map and plan; layout.extents (the domains of `from` and `to`
//          differ), layout.size (the source layout owns another number of positions than the file
//          has elements), layout.type (a layout text, --dtype or the header contradict one
//          another), layout.packing (E(n) with another n than the file's elements have),
//          relayout.max_memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/api/reply.h"
#include "tileglot/api/terminal.h"

namespace tileglot::api {

/// How far the work on a model is.
struct RelayoutProgress {
  std::int64_t done_bytes = 0;  ///< of the output, with what an earlier run has done
  std::int64_t total_bytes = 0;
  std::int64_t moved_bytes = 0;  ///< by this run
  std::size_t done_tensors = 0;
  std::size_t tensors = 0;
  double seconds = 0;
};

struct RelayoutRequest {
  /// A .npy file; "-": one from stdin, held in memory; a .safetensors file or the .index.json of a
  /// model in parts (relayout_checkpoint.h).
  std::string input = {};
  std::string output = {};  ///< "-": stdout, held in memory until it is whole
  std::string to = {};
  std::optional<std::string> from = {};
  std::optional<std::string> dtype = {};  ///< element type, where the header cannot say it
  int threads = 0;                        ///< 0: as many as the processor runs
  bool force = false;                     ///< an existing output is replaced
  bool dry_run = false;                   ///< stops after the plan: nothing is written
  bool print_plan = false;
  std::vector<std::string> maps = {};         ///< PATTERN: LAYOUT, for the tensors of a model
  std::vector<std::string> dtype_rules = {};  ///< PATTERN: TYPE
  std::function<void(const RelayoutProgress&)> progress = {};  ///< called by one thread, of a model
  std::function<bool()> is_interrupted = {};
  bool verbose = false;  ///< every tensor of a model is listed
  bool measure = false;  ///< times the move in memory against memcpy (relayout/cpu/measure.h)
  /// Of memory that is not a mapped file: streams, tables, threads, measuring.
  std::optional<std::int64_t> max_memory_bytes = {};
  Terminal terminal = {};
};

/// What was moved is the answer's text, or its note where the tensor itself goes to stdout.
Reply relayout(const RelayoutRequest& request);

}  // namespace tileglot::api
