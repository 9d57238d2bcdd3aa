// SPDX-License-Identifier: Apache-2.0
// asked.h: one request of the page, while it is answered.
//
// What     Asked reads {"do", "id", "lines", "of", "form"}. layout() is the layout that `of` names by
//          "layout" or "line", with the names of lines replaced; text(name) another text in which they
//          are. failure(error) is the error as the page shows it: with the line that it points into
//          and the place there, or with the text where its place counts.
// Why      The page sends what people wrote, and errors must point into that.
// Example  lines ["A = (8,64:(64,1)", "S = Sw<3,3,3> o 0 o A"], {"do":"show","of":{"line":0}}: the
//          error has "line":0 and the place of the colon.
//          [tests: answer_test.cc, "an error points into the line"]
// Errors   web.request; web.line for a line without a layout; those of lines.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/value/json.h"
#include "tileglot/web/door.h"
#include "tileglot/web/given.h"
#include "tileglot/web/lines.h"

namespace tileglot::web {

class Asked {
 public:
  /// Refuses what is not a request.
  static core::Result<Asked> of_json(Json request, const Door& door);

  const std::string& verb() const { return verb_; }
  const Json& of() const { return of_; }
  /// "program": the answer is to be the program's, byte for byte.
  bool is_as_program() const { return form_ == "program"; }
  const Lines& lines() const { return lines_; }
  const Door& door() const { return *door_; }

  /// The same lines and another question, such as the picture whose cell is asked for.
  Asked about(std::string verb, Json of) const;
  /// Errors point into the line that the other question was about.
  void point_as(const Asked& other) { line_ = other.line_, is_resolved_ = other.is_resolved_; }
  /// Equal for requests that have the same answer.
  std::string key() const;

  core::Result<ResolvedLine> line(Given& given);
  /// A line that does not compare.
  core::Result<ResolvedLine> one_side(Given& given);
  core::Result<std::string> layout(Given& given);
  core::Result<std::string> text(Given& given, const char* name);
  core::Status take_text(Given& given, const char* name, std::optional<std::string>& to);

  Json failure(const core::Error& error) const;

 private:
  explicit Asked(const Door& door) : door_(&door) {}
  core::Result<std::string> argument_of(const std::string& text) const;
  Lines::ArgumentOf reader() const;
  /// Whether the line is refused in the same way whatever is asked about it.
  bool is_about_line(const core::Error& error) const;
  std::vector<const Resolved*> sides() const;

  const Door* door_;
  std::string verb_ = {};
  Json of_ = Json::object();
  std::string form_ = {};
  std::string key_ = {};  ///< of the lines
  Lines lines_{{}};
  std::optional<ResolvedLine> line_ = {};  ///< that errors point into
  bool is_resolved_ = false;               ///< so that errors after it are not of the names in it
};

}  // namespace tileglot::web
