// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/execute.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/relayout/cpu/detail/nest_runner.h"
#include "tileglot/relayout/cpu/detail/program.h"
#include "tileglot/relayout/cpu/detail/watcher.h"
#include "tileglot/relayout/cpu/watch.h"
#include "tileglot/relayout/plan/buffers.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {

core::Status execute(const plan::Plan& plan, std::span<const std::byte> source,
                     std::span<std::byte> target, const ExecuteOptions& options) {
  TILEGLOT_TRY_STATUS(plan::check_buffers(plan, source, target));
  const Buffers buffers{source.data(), target.data()};
  if (const std::optional<SmallTranspose> small = small_transpose(plan, options)) {
    small->run(buffers);
  } else {
    Program(plan, options).run(buffers);
  }
  return {};
}

core::Status execute(const plan::Plan& plan, std::span<const std::byte> source,
                     std::span<std::byte> target, const ExecuteOptions& options,
                     const Watch& watch) {
  return PreparedPlan(plan, options).execute(source, target, watch);
}

struct PreparedPlan::Parts {
  Parts(plan::Plan moved, const ExecuteOptions& options)
      : plan(std::move(moved)),
        source_bytes(static_cast<std::size_t>(plan.source_bytes())),
        target_bytes(static_cast<std::size_t>(plan.target_bytes())),
        small(small_transpose(plan, options)),
        program(plan, options) {}

  /// The checks of check_buffers, without the messages.
  bool fit(std::span<const std::byte> source, std::span<const std::byte> target) const {
    const std::less_equal<const std::byte*> not_behind;
    return source.size() >= source_bytes && target.size() >= target_bytes &&
           (not_behind(source.data() + source_bytes, target.data()) ||
            not_behind(target.data() + target_bytes, source.data()));
  }

  core::Status execute(std::span<const std::byte> source, std::span<std::byte> target) const {
    TILEGLOT_TRY_STATUS(plan::check_buffers(plan, source, target));
    program.run({source.data(), target.data()});
    return {};
  }

  plan::Plan plan;
  std::size_t source_bytes;
  std::size_t target_bytes;
  std::optional<SmallTranspose> small;
  Program program;
};

PreparedPlan::PreparedPlan(plan::Plan plan, const ExecuteOptions& options)
    : parts_(std::make_shared<const Parts>(std::move(plan), options)) {}

const plan::Plan& PreparedPlan::plan() const { return parts_->plan; }

bool PreparedPlan::fits(std::span<const std::byte> source,
                        std::span<const std::byte> target) const {
  return parts_->fit(source, target);
}

void PreparedPlan::move(std::span<const std::byte> source, std::span<std::byte> target,
                        Watcher* watcher) const {
  const Buffers buffers{source.data(), target.data()};
  if (parts_->small && watcher == nullptr) {
    parts_->small->run(buffers);
  } else {
    parts_->program.run(buffers, watcher);
  }
}

core::Status PreparedPlan::execute(std::span<const std::byte> source,
                                   std::span<std::byte> target) const {
  if (!parts_->small || !parts_->fit(source, target)) return parts_->execute(source, target);
  parts_->small->run({source.data(), target.data()});
  // Not `return {}`, which zeroes all of the absent error: that takes as long as an 8x8 transpose.
  core::Status done;
  return done;
}

core::Status PreparedPlan::execute(std::span<const std::byte> source, std::span<std::byte> target,
                                   const Watch& watch) const {
  TILEGLOT_TRY_STATUS(plan::check_buffers(parts_->plan, source, target));
  Watcher watcher(watch, parts_->plan.moved_bytes());
  move(source, target, &watcher);
  return watcher.finish();
}

}  // namespace tileglot::relayout::cpu
