// SPDX-License-Identifier: Apache-2.0
// box_runs.h: the runs of a box of loops on each side, and their positions in a buffer.
//
// What     BoxShape(loops) finds the runs of the source, small gaps in them included, the runs of
//          the target, and the position of each loop in a buffer that holds the source runs one
//          after the other.
// Why      Memory sees only runs; everything between them is arithmetic, done once.
// Units    Bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/relayout/kernels/shuffle.h"

namespace tileglot::relayout::cpu {

/// The runs of a box on one side, all of the same number of bytes.
struct BoxRuns {
  std::int64_t bytes = 1;
  std::vector<std::int64_t> offsets = {};
};

/// A loop of the box, and its step in the buffer.
struct BoxLoop {
  std::int64_t count = 1;
  std::int64_t source = 0;
  std::int64_t target = 0;
  std::int64_t buffer = 0;
};

/// A box as transposes: every line of the buffer is a source run, every column of it becomes a
/// target run; that many of both, that often.
struct BoxTranspose {
  std::int64_t rows = 1;     ///< units of a source run
  std::int64_t columns = 1;  ///< units of a target run
  std::int64_t times = 1;
};

/// The loops that form a run of one side, and the others.
struct BoxSplit {
  std::vector<BoxLoop> run;
  std::vector<BoxLoop> others;
};

/// The bytes that a shuffle permutes at a time: those of a whole vector, or of 16 bytes, which a
/// transpose of planes outdoes.
enum class Shuffles { kWholeVectors, kBlocks };

struct BoxShape {
  BoxShape(std::vector<BoxLoop> box, std::int64_t unit_bytes, Shuffles shuffles);

  BoxRuns source;
  BoxRuns target;
  std::int64_t pitch = 1;  ///< between source runs in the buffer
  /// Set if enough of the source's runs is not in a run of the target, or if a transpose with
  /// shorter runs replaces a shuffle by blocks.
  std::optional<BoxTranspose> transpose = {};
  /// For a box that is not a transpose: in the target's order, innermost first.
  std::vector<kernels::ShuffleLoop> loops = {};

 private:
  void set_transpose(const BoxSplit& lines, const BoxSplit& to);
  void set_shuffle(const BoxSplit& from, const BoxSplit& to);
};

}  // namespace tileglot::relayout::cpu
