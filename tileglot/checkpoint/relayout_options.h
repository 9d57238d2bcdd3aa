// SPDX-License-Identifier: Apache-2.0
// relayout_options.h: what a relayout of a model is asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tileglot::checkpoint {

/// The output that means stdout.
inline constexpr std::string_view kStdout = "-";

struct Progress {
  std::int64_t done_bytes = 0;  ///< of the output, including an earlier run's
  std::int64_t total_bytes = 0;
  std::int64_t moved_bytes = 0;  ///< by this run
  std::size_t done_tensors = 0;
  std::size_t tensors = 0;
  double seconds = 0;
};

struct RelayoutOptions {
  std::string input = {};   ///< a .safetensors file, or the .index.json of a model in parts
  std::string output = {};  ///< of the same kind; "-": one file, to stdout
  std::string to = {};      ///< for tensors that no rule of `maps` matches
  std::optional<std::string> dtype = {};      ///< for tensors that no rule of `dtype_rules` matches
  int threads = 0;                            ///< 0: as many as the processor has
  bool force = false;                         ///< replaces an existing output
  bool dry_run = false;                       ///< stops after the plan: nothing is written
  std::vector<std::string> maps = {};         ///< PATTERN: LAYOUT
  std::vector<std::string> dtype_rules = {};  ///< PATTERN: TYPE
  std::function<void(const Progress&)> progress = {};  ///< called by the calling thread
  std::function<bool()> is_interrupted = {};
  /// Starts no thread, as a process must that was forked from one with threads.
  bool on_this_thread = false;
  std::optional<std::int64_t> max_memory_bytes = {};  ///< for the slabs of all threads
};

}  // namespace tileglot::checkpoint
