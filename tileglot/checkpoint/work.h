// SPDX-License-Identifier: Apache-2.0
// work.h: tensors of a model being moved, and their lines in the journal.
//
// What     make_works lists the tensors of a plan in pieces; job_line is the first line of
//          the journal, which identifies the whole job; done_line records a finished tensor, and
//          claimed_sums reads such lines.
// Why      A run that resumes another must know that it is the same job.
// Units    Bytes. A task is a piece; tasks are numbered across all tensors. The sum of a tensor is
//          that of its pieces, which come in any order.
// Example  "done 7 00000000000004d2": tensor 7 is complete, and its pieces have the sum 1234.
//          [tests: work_test.cc, "a done line is read as it is written"]
// Errors   None: a line that is not a done line is skipped.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tileglot/checkpoint/file.h"
#include "tileglot/checkpoint/plan.h"
#include "tileglot/checkpoint/tensor_move.h"
#include "tileglot/checkpoint/tensor_pieces.h"

namespace tileglot::checkpoint {

/// A tensor being moved: how many pieces are left, and the sum of those that are written.
struct Work {
  /// The value of `left` for a tensor that an earlier run finished.
  static constexpr std::int64_t kKept = -1;

  Work(const TensorMove& a_move, std::int64_t most_bytes)
      : move(&a_move), pieces(a_move, most_bytes) {
    left = pieces.count();
  }
  std::int64_t end_task() const { return first_task + pieces.count(); }

  const TensorMove* move;
  TensorPieces pieces;
  std::size_t number = 0;
  std::size_t part = 0;
  std::int64_t begin_bytes = 0;  ///< in its file
  std::int64_t first_task = 0;
  std::atomic<std::int64_t> left = 0;  ///< pieces
  std::atomic<std::uint64_t> sum = 0;
};

using Works = std::vector<std::unique_ptr<Work>>;

/// In the order of the parts and of their tensors; the plan must outlive them.
Works make_works(const Plan& plan, std::int64_t piece_bytes);

/// Sums of pieces can be added in any order; each depends on its position.
std::uint64_t piece_sum(std::span<const std::byte> bytes, std::int64_t piece);

/// A hash of everything that determines the bytes of the output.
std::string job_line(const Checkpoint& source, const Plan& plan, const Works& works);

std::string done_line(std::size_t tensor, std::uint64_t sum);

/// The sums that the lines record for tensors with a number below `tensors`.
std::vector<std::optional<std::uint64_t>> claimed_sums(std::span<const std::string> lines,
                                                       std::size_t tensors);

}  // namespace tileglot::checkpoint
