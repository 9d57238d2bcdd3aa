// SPDX-License-Identifier: Apache-2.0
// checkpoint/work.h: the tensors of a model on their way, and what the journal says of them.
//
// What     checkpoint_works lists the tensors of a plan in pieces; job_line is the first line of the
//          journal, which stands for the whole job; done_line tells of a tensor that is finished,
//          and claimed_sums reads such lines.
// Why      A run that goes on with the work of another has to know that it is the same work.
// Units    Bytes. A task is a piece; tasks of all tensors are numbered through. The sum of a tensor
//          is that of its pieces, which come in any order.
// Example  "done 7 00000000000004d2": tensor 7 is there, and its pieces have the sum 1234.
//          [tests: checkpoint/work_test.cc, "a done line is read as it is written"]
// Errors   None: a line that is no done line is passed over.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tileglot/api/checkpoint/file.h"
#include "tileglot/api/checkpoint/plan.h"
#include "tileglot/api/checkpoint/tensor_move.h"
#include "tileglot/api/checkpoint/tensor_pieces.h"

namespace tileglot::api {

/// A tensor on its way: what is left of it, and the sum of what is there.
struct CheckpointWork {
  /// What `left` is of a tensor that an earlier run finished.
  static constexpr std::int64_t kKept = -1;

  CheckpointWork(const TensorMove& a_move, std::int64_t most_bytes)
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

using CheckpointWorks = std::vector<std::unique_ptr<CheckpointWork>>;

/// In the order of the parts and of their tensors; the plan has to outlive them.
CheckpointWorks checkpoint_works(const CheckpointPlan& plan, std::int64_t piece_bytes);

/// Pieces are summed in any order, and each counts where it is.
std::uint64_t piece_sum(std::span<const std::byte> bytes, std::int64_t piece);

/// Everything that decides what the bytes of the output are.
std::string job_line(const CheckpointFile& source, const CheckpointPlan& plan,
                     const CheckpointWorks& works);

std::string done_line(std::size_t tensor, std::uint64_t sum);

/// The sums of the tensors below `tensors` that lines speak of.
std::vector<std::optional<std::uint64_t>> claimed_sums(std::span<const std::string> lines,
                                                       std::size_t tensors);

}  // namespace tileglot::api
