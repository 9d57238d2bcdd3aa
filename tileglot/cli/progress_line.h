// SPDX-License-Identifier: Apache-2.0
// progress_line.h: how far a long move is, beside its answer.
//
// What     ProgressLine(stderr).show(progress) keeps one line up to date on a terminal, and writes
//          a line for each tenth elsewhere. Nothing is said of models below 64 MiB.
// Units    GB/s are 10^9 bytes of output a second, of this run.
// Example   62 %  tensor 59 of 96  2.2 GB/s  3 s left
//          [tests: progress_line_test.cc, "a line says how far it is"]
#pragma once

#include <cstdio>
#include <string>

#include "tileglot/api/relayout.h"

namespace tileglot::cli {

class ProgressLine {
 public:
  /// A live stream is a terminal whose line may be written over.
  ProgressLine(std::FILE* stream, bool is_live);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  /// Takes the line of a terminal away.
  ~ProgressLine();

  void show(const api::RelayoutProgress& progress);

 private:
  std::FILE* stream_;
  bool is_live_;
  bool is_shown_ = false;
  int tenths_ = 0;  ///< that have a line
};

/// Without what a terminal needs around it.
std::string progress_text(const api::RelayoutProgress& progress);

}  // namespace tileglot::cli
