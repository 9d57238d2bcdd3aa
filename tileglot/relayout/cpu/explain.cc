// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/explain.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "tileglot/relayout/cpu/cache.h"
#include "tileglot/relayout/cpu/detail/program.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/kernels/transpose.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {
namespace {

std::string why(const plan::Plan& plan, Stores stores, bool streams) {
  if (stores != Stores::kBySize) return "as asked for";
  return fmt::format("the target of {} bytes is {} than the {} of a core's cache",
                     plan.target_bytes(), streams ? "more" : "no more", core_cache_bytes());
}

}  // namespace

std::string explain(const plan::Plan& plan, const ExecuteOptions& options) {
  const bool streams = store_for(plan, options.stores) == kernels::Store::kStreaming;
  const int threads = threads_for(plan.target_bytes(), options);
  return fmt::format("{} stores: {}; {} thread{}\n", streams ? "streaming" : "cached",
                     why(plan, options.stores, streams), threads, threads == 1 ? "" : "s");
}

}  // namespace tileglot::relayout::cpu
