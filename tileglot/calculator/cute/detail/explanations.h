// SPDX-License-Identifier: Apache-2.0
// explanations.h: tables of the operations that have steps, one per family, and helpers for steps.
//
// What     An Explanation is a name and the function that returns the steps of a call. add_answer
//          calls an operation for a step and adds it with its result; add_indented indents lines
//          below the step that they explain.
// Why      The steps of a divide are a complement and two compositions, which have steps
//          themselves.
// Errors   Those of the operations on the way.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/calculator/cute/explain.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::calculator {

struct Explanation {
  std::string_view name;
  core::Result<Lines> (*explain)(const Arguments&);
};

std::span<const Explanation> composed_explanations();
std::span<const Explanation> tiled_explanations();

/// Adds "what = answer" and returns the answer, without marks.
core::Result<std::string> add_answer(Lines& lines, std::string_view what,
                                     std::string_view operation,
                                     const std::vector<std::string>& arguments);

/// Adds the lines, indented by two blanks.
void add_indented(Lines& lines, const Lines& inner);

/// The steps of a composition in which one of the two layouts is composed.
core::Result<Lines> explain_composed_composition(const Arguments& arguments);

/// The steps of right_inverse or left_inverse.
core::Result<Lines> explain_composed_inverse(std::string_view operation,
                                             const notation::cute::ComposedLayout& composed);

}  // namespace tileglot::calculator
