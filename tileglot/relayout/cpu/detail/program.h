// SPDX-License-Identifier: Apache-2.0
// program.h: a plan with everything precomputed that does not depend on the buffers.
//
// What     A Program has for each nest a runner, with its kernel, pitches and pieces, and how the
//          target is written; for one small transpose, only the kernel and its arguments.
// Why      Repeated moves are prepared once: an 8x8 transpose is then one call.
// Errors   None: the buffers have been checked.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "tileglot/relayout/cpu/detail/listed_runner.h"
#include "tileglot/relayout/cpu/detail/nest_runner.h"
#include "tileglot/relayout/cpu/detail/shuffle_runner.h"
#include "tileglot/relayout/cpu/detail/thread_pool.h"
#include "tileglot/relayout/cpu/detail/transpose_runner.h"
#include "tileglot/relayout/cpu/detail/watcher.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/kernels/transpose.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {

/// By the caller's hint, else by whether the target fits a core's cache.
kernels::Store store_for(const plan::Plan& plan, Stores stores);

/// Limits the number of threads to what the size justifies.
int threads_for(std::int64_t bytes, const ExecuteOptions& options);

/// A plan that is one call of a kernel.
struct SmallTranspose {
  kernels::TransposeKernel kernel;
  std::int64_t source_start;
  std::int64_t source_pitch;
  std::int64_t target_start;
  std::int64_t target_pitch;
  std::int64_t rows;
  std::int64_t columns;

  void run(const Buffers& buffers) const {
    kernel(buffers.source + source_start, source_pitch, buffers.target + target_start, target_pitch,
           rows, columns, 0);
  }
};

/// The call, if the plan is one.
std::optional<SmallTranspose> small_transpose(const plan::Plan& plan,
                                              const ExecuteOptions& options);

class Program {
 public:
  /// Keeps references to the plan.
  Program(const plan::Plan& plan, const ExecuteOptions& options);

  /// Reports to the watcher, if there is one, and stops if it requests that.
  void run(const Buffers& buffers, Watcher* watcher = nullptr) const;

 private:
  struct Strided {
    std::variant<NestRunner, TransposeRunner, ShuffleRunner, ListedRunner> runner;
    std::int64_t bytes;
    bool is_small;
  };

  void run_walked(const plan::Nest& nest, const Buffers& buffers, ThreadPool& pool,
                  Watcher* watcher) const;

  const plan::Plan& plan_;
  ExecuteOptions options_;
  kernels::Store store_;
  int threads_ = 1;
  std::vector<Strided> strided_;
  std::vector<const plan::Nest*> walked_;
};

}  // namespace tileglot::relayout::cpu
