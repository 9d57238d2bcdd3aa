// SPDX-License-Identifier: Apache-2.0
// hlo/report_lines.h: lines of a report that fit a terminal.
//
// What     ReportLines collects lines: plain text, entries with an amount in a column at the left,
//          and details below an entry. A line that is too long is cut between words, and the rest is
//          indented; a word that is longer than a line is cut after a '/', a ',' or a '.', else
//          anywhere. Without a width (a file, a pipe) nothing is cut.
// Why      Names, shapes and layouts can be copied from a report only if they are not cut.
// Example  36 columns: entry("9.77 MiB", "%copy of f32[1,1,160,960] {1,0,2,3}") is
//              9.77 MiB  %copy of
//                        f32[1,1,160,960]
//                        {1,0,2,3}
//          [tests: hlo/report_lines_test.cc, "words stay whole"]
// Errors   None.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tileglot/api/reply/terminal.h"

namespace tileglot::api {

class ReportLines {
 public:
  explicit ReportLines(const Terminal& terminal);

  void plain(std::string_view text);
  /// Each line of the text.
  void all(std::string_view lines);
  /// A table: never cut.
  void whole_lines(std::string_view lines) { text_ += lines; }
  void indented(std::size_t indent, std::string_view text);
  void entry(std::string_view amount, std::string_view text);
  void detail(std::string_view text);

  const std::string& text() const { return text_; }

 private:
  void add(std::string_view first, std::size_t indent, std::string_view text);

  std::size_t width_;
  std::string text_ = {};
};

}  // namespace tileglot::api
