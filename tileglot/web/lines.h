// SPDX-License-Identifier: Apache-2.0
// lines.h: a list of lines in which later ones use earlier ones by name.
//
// What     A line is NAME = TEXT, TEXT, or TEXT == TEXT. resolve(line) puts what earlier lines are
//          into the places of their names: the text of a layout, the value of a call. A name is a
//          capital letter, then letters, digits and _; where ( or < follows it, as in T(8,128), it is
//          a word of a notation. place_of turns a span of the resolved text back into the line.
// Why      `D = zipped_divide(A, T)` is how people write, and an error must point at what they wrote.
// Units    Lines count from 0 in requests and from 1 in messages. Spans are bytes of the line.
// Example  A = (8,64):(64,1), then S = Sw<3,3,3> o 0 o A: the second is
//          Sw<3,3,3> o 0 o (8,64):(64,1), in which bytes 16 to 29 are bytes 20 to 21 of the line.
//          [tests: lines_test.cc, "a name stands for its line"]
// Errors   web.line for a line that does not exist and for == with nothing before or after it;
//          web.name for a name that two lines have; web.too_long where names multiply a text beyond
//          1 MiB; those of earlier lines, at their names.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::web {

/// A text with names replaced, and where its parts come from.
struct Resolved {
  /// `size` bytes of the text from `begin` are the bytes of the line from `line_begin`, or stand for
  /// the name there.
  struct Part {
    std::size_t begin = 0;
    std::size_t size = 0;
    core::Span in_line = {};
    bool is_name = false;
  };
  std::string text = {};
  std::vector<Part> parts = {};

  core::Span place_of(core::Span span) const;
};

struct ResolvedLine {
  std::size_t line = 0;
  std::string name = {};
  std::string written = {};  ///< what is after the name, as the line has it
  Resolved left = {};        ///< all of it, if there is no ==
  std::optional<Resolved> right = {};
};

class Lines {
 public:
  /// The text that stands for a resolved one among the arguments of a call.
  using ArgumentOf = std::function<core::Result<std::string>(const std::string& text)>;

  explicit Lines(std::vector<std::string> lines);

  std::size_t size() const { return lines_.size(); }
  core::Result<ResolvedLine> resolve(std::size_t line, const ArgumentOf& argument_of) const;
  /// A text that may use the names of all lines.
  core::Result<Resolved> resolve_text(std::string_view text, const ArgumentOf& argument_of) const;
  /// The names of the lines before this one.
  std::vector<std::string_view> names_before(std::size_t line) const;

 private:
  struct Line {
    std::string text;
    std::string name;
    core::Span left;
    std::optional<core::Span> right;
  };
  /// What stands for lines that were asked already.
  struct Known {
    std::vector<std::optional<std::string>> arguments;
    std::size_t bytes = 0;
  };

  core::Result<Resolved> resolve_part(const Line& line, core::Span part, std::size_t before,
                                      const ArgumentOf& argument_of, Known& known) const;
  core::Result<std::string> argument(std::size_t line, const ArgumentOf& argument_of,
                                     Known& known) const;

  std::vector<Line> lines_;
};

}  // namespace tileglot::web
