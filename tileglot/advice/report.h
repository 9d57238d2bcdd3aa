// SPDX-License-Identifier: Apache-2.0
// report.h: what `check` finds, as a value.
//
// What     A Report has what was found about one layout; what does not apply is absent. text_of
//          shows it to people, to_json to programs.
// Units    Bytes if the element type is known, else elements and positions.
// Example  The report on s32[8388608,8,4]{2,1,0:T(8,128)} has 3 orders of the dimensions that take
//          less.
//          [tests: advise_test.cc, "padding is told by dimension, order and tiling"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/advice/access/rule_table.h"
#include "tileglot/advice/conversion.h"
#include "tileglot/advice/remark/remarks.h"
#include "tileglot/analysis/padding_breakdown.h"
#include "tileglot/map/injective.h"
#include "tileglot/notation/xla/validate/split_address.h"
#include "tileglot/render/picture/terminal.h"
#include "tileglot/value/json.h"

namespace tileglot::advice {

/// Sizes without and with padding.
struct Sizes {
  std::int64_t logical = 0;
  std::int64_t physical = 0;
  bool in_bytes = true;  ///< else in elements
};

/// What each part of a split array holds, and the bytes allocated for each.
struct Parts {
  std::vector<notation::xla::SplitPart> parts;
  std::int64_t bytes = 0;
};

/// The bytes that L(n) adds.
struct Tail {
  std::int64_t alignment = 1;
  std::int64_t bytes = 0;
};

/// An alternative layout, and what it would take.
struct Choice {
  std::string name;
  std::string layout;
  std::int64_t bytes = 0;
};

struct Report {
  std::string layout = {};
  std::optional<Sizes> sizes = {};
  std::optional<Parts> parts = {};
  std::optional<analysis::PaddingBreakdown> breakdown = {};
  std::vector<std::size_t> tiled = {};  ///< dimensions that the text lists even if unpadded
  std::optional<Tail> tail = {};
  std::vector<Choice> orders = {};       ///< of the dimensions, that take less
  std::vector<Choice> tpu_tilings = {};  ///< in this order
  std::optional<map::Injectivity> injectivity = {};
  std::vector<Remark> remarks = {};
  std::optional<RuleTable> rules = {};  ///< about lanes
  std::optional<Conversion> conversion = {};

  std::int64_t warnings() const;
  std::int64_t errors() const;
};

std::string text_of(const Report& report, const render::Terminal& terminal);
value::Json to_json(const Report& report);

}  // namespace tileglot::advice
