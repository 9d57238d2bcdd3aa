// SPDX-License-Identifier: Apache-2.0
// check/report.h: the answer of check, built part by part.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/analysis/room.h"
#include "tileglot/api/check/advice.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/map/injective.h"
#include "tileglot/notation/xla/validate/split_address.h"
#include "tileglot/value/text/ink.h"

namespace tileglot::api {

/// Sizes without and with padding: in bytes if the element type is known, else in elements.
struct Sizes {
  std::int64_t logical = 0;
  std::int64_t physical = 0;
  std::string_view unit = "B";
};

/// An alternative layout, and what it would take.
struct Choice {
  std::string name;
  std::string layout;
  std::int64_t bytes = 0;
};

/// Each part is a few lines of the text and a key of the JSON.
class Report {
 public:
  Report(std::string_view layout, Sizes sizes);
  void add_sizes();
  /// Reports the dimensions, tiled and others, that are padded to more than their elements.
  void add_room(const analysis::Room& room, const std::vector<std::size_t>& tiled);
  /// What each part of a split array holds, and the bytes allocated for each.
  void add_parts(const std::vector<notation::xla::SplitPart>& parts, std::int64_t bytes);
  void add_tail(std::int64_t alignment, std::int64_t bytes);
  void add_choices(std::string_view title, const char* key, const std::vector<Choice>& choices);
  void add_collision(const map::Injectivity& injectivity);
  void add_remarks(const std::vector<Remark>& remarks, bool deny_warnings, const value::Ink& ink);
  Answer done() && { return std::move(answer_); }

 private:
  Sizes sizes_;
  Answer answer_;
};

}  // namespace tileglot::api
