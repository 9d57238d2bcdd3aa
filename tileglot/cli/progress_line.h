// SPDX-License-Identifier: Apache-2.0
// progress_line.h: the progress of a long move, printed beside its answer.
//
// What     ProgressLine(stream, is_live, terminal).show(progress) keeps one line up to date on a
//          terminal, with a bar, and writes a line for each tenth elsewhere. Models below 64 MiB
//          have no progress.
// Units    GB/s are 10^9 bytes of output per second, of this run; eta is the time left at that
//          speed.
// Example  ██████▌     62 %   tensor 59/96   2.2 GB/s   eta 3 s
//          [tests: progress_line_test.cc, "a line says how far it is"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "tileglot/api/reply/terminal.h"

namespace tileglot::cli {

struct ShownProgress {
  std::int64_t done_bytes = 0;  ///< of the output, including an earlier run's
  std::int64_t total_bytes = 0;
  std::int64_t moved_bytes = 0;      ///< by this run
  std::string_view noun = "tensor";  ///< what is counted
  std::size_t done = 0;
  std::size_t all = 0;
  double seconds = 0;
};

class ProgressLine {
 public:
  /// A live stream is a terminal whose line can be overwritten.
  ProgressLine(std::FILE* stream, bool is_live, const api::Terminal& terminal = {});
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  /// Erases the line on a terminal.
  ~ProgressLine();

  void show(const ShownProgress& progress);

 private:
  std::FILE* stream_;
  bool is_live_;
  api::Terminal terminal_;
  bool is_shown_ = false;
  int tenths_ = 0;  ///< already written
};

/// The figures: share, tensors, speed and time left. In a file they are the whole line.
std::string progress_text(const ShownProgress& progress);

/// A bar of eighths of a character, or of # and . in ASCII.
std::string bar_text(double share, int columns, api::Glyphs glyphs);

/// Bar and figures within the terminal's width.
std::string live_text(const ShownProgress& progress, const api::Terminal& terminal);

}  // namespace tileglot::cli
