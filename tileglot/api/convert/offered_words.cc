// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/convert/offered_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>
#include <vector>

#include "tileglot/api/convert/target.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/pipeline/module_pass.h"
#include "tileglot/hlo/pass/pipeline/pipeline.h"
#include "tileglot/value/target.h"

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

std::string steps_of(hlo::pass::Platform platform) {
  const auto steps = hlo::pass::pipeline_after_assignment(platform);
  const auto words = texts(steps, [](const hlo::pass::PipelineStep& step) {
    return std::string(step.pass) + (step.most_rounds > 1 ? "+" : "");
  });
  return fmt::format("{}", fmt::join(words, ", "));
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

std::vector<std::string> target_names() { return value::target_names(); }

std::vector<std::string> assigned_target_names() {
  return value::target_names(value::Targets::kAssigned);
}

std::string pass_list() {
  std::string list;
  for (const hlo::pass::ModulePass& pass : hlo::pass::module_passes()) {
    list += fmt::format("  {:<33} {}\n", pass.name, pass.purpose);
  }
  return list;
}

std::string pipeline_list() {
  using hlo::pass::Platform;
  return "Passes on GPUs: " + steps_of(Platform::kGpu) +
         "\nPasses on the CPU: " + steps_of(Platform::kCpu) +
         "\nA + means again, until it changes nothing.\n";
}

std::vector<std::string> pass_names() {
  return texts(hlo::pass::module_passes(), [](const hlo::pass::ModulePass& p) { return p.name; });
}

}  // namespace tileglot::api
