// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/explain/loops.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/core/counted.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/cost/executions.h"
#include "tileglot/hlo/pass/cost/trip_count.h"

namespace tileglot::hlo::pass {
namespace {

constexpr std::size_t kMostLoops = 8;

std::string_view source_text(const LoopRuns& loop) {
  if (!loop.source) return "a guess, which --loop-trips N replaces";
  return *loop.source == TripSource::kBackendConfig ? "as known_trip_count says"
                                                    : "as its condition says";
}

std::string line_of(const Module& module, const LoopRuns& loop) {
  std::string line = fmt::format("loop %{}: {} trip{}, {}", module[loop.loop].name, loop.trips,
                                 loop.trips == 1 ? "" : "s", source_text(loop));
  if (loop.runs != 1) line += fmt::format(", in each of {} runs", loop.runs);
  return line + "\n";
}

}  // namespace

std::string_view source_name(const LoopRuns& loop) {
  if (!loop.source) return "guess";
  return *loop.source == TripSource::kBackendConfig ? "known_trip_count" : "condition";
}

std::string explain_loops(const Module& module, const Executions& executions) {
  const std::size_t count = executions.loops.size();
  std::string text;
  for (std::size_t i = 0; i < std::min(count, kMostLoops); ++i) {
    text += line_of(module, executions.loops[i]);
  }
  if (count > kMostLoops) {
    text += fmt::format(".. and {}, {} guessed in all\n",
                        core::counted(static_cast<std::int64_t>(count - kMostLoops), "more loop"),
                        executions.guessed_loops());
  }
  return text;
}

}  // namespace tileglot::hlo::pass
