// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/offered_words.h"

#include <string>
#include <string_view>
#include <vector>

#include "tileglot/api/convert_target.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/core/element_type.h"
#include "tileglot/hlo/pass/module_pass.h"

namespace tileglot::api {
namespace {

/// The texts of a range, by a projection.
template <class Range, class Text>
std::vector<std::string> texts(const Range& range, Text text) {
  std::vector<std::string> all;
  all.reserve(range.size());
  for (const auto& one : range) all.emplace_back(text(one));
  return all;
}

}  // namespace

std::vector<std::string> convert_targets() {
  return texts(targets(), [](std::string_view target) { return target; });
}

std::vector<std::string> notation_names() {
  std::vector<std::string> names;
  for (int i = 0; i <= static_cast<int>(bridge::Notation::kMlir); ++i)
    names.emplace_back(bridge::name_of(static_cast<bridge::Notation>(i)));
  return names;
}

std::vector<std::string> element_type_names() {
  return texts(core::element_types(), [](const core::ElementTypeRow& row) { return row.name; });
}

std::vector<std::string> pass_names() {
  return texts(hlo::pass::module_passes(), [](const hlo::pass::ModulePass& p) { return p.name; });
}

}  // namespace tileglot::api
