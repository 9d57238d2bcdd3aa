// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/explain/explained_copies.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/copy_insertion.h"
#include "tileglot/hlo/pass/constraints/decision.h"
#include "tileglot/hlo/pass/constraints/rule.h"
#include "tileglot/hlo/pass/explain/assignment.h"

namespace tileglot::hlo::pass {
namespace {

class Explanations {
 public:
  Explanations(const Module& module, const Assignment& assignment)
      : module_(module), assignment_(assignment) {}

  std::string fault_in(const InsertedCopy& copy) {
    const std::string text = explain_copy(module_, assignment_, copy);
    if (!text.starts_with(fmt::format("%{}: ", module_[copy.copy].name))) {
      return "not by its name: " + text;
    }
    if (!names(text, copy.read)) return "not who reads it: " + text;
    if (!names(text, copy.made)) return "not who makes it: " + text;
    if (module_[copy.copy].shape == module_[module_.operand(copy.copy, 0)].shape) {
      return "no other order: " + text;
    }
    const std::string reasons = text.substr(text.find('\n') + 1);
    const auto [known, added] = causes_.try_emplace(reasons, cause_of(copy));
    return known->second == cause_of(copy) ? "" : "told as another cause is: " + text;
  }

 private:
  const Decision& at(DecisionId id) const { return assignment_.decisions->at(id); }

  bool names(const std::string& text, DecisionId id) const {
    const std::string sentence = sentence_of(module_, at(id));
    const auto holds = [&sentence](const std::string& word) {
      return sentence.find(word) != std::string::npos;
    };
    return text.find(sentence) != std::string::npos && holds(std::string(name_of(at(id).rule))) &&
           holds(fmt::format("%{}", module_[at(id).by].name));
  }

  std::string cause_of(const InsertedCopy& copy) const {
    return chain_of(copy.read) + "against " + chain_of(copy.made);
  }

  std::string chain_of(DecisionId id) const {
    std::string result;
    for (std::optional<DecisionId> step = id; step; step = at(*step).cause) {
      result += fmt::format("{} of {}, ", name_of(at(*step).rule), module_[at(*step).by].name);
    }
    return result;
  }

  const Module& module_;
  const Assignment& assignment_;
  std::map<std::string, std::string> causes_ = {};
};

}  // namespace

std::string fault_in_explanations(const Module& module, const Assignment& assignment) {
  Explanations explanations(module, assignment);
  for (const InsertedCopy& copy : assignment.copies) {
    std::string fault = explanations.fault_in(copy);
    if (!fault.empty()) return fault;
  }
  return {};
}

}  // namespace tileglot::hlo::pass
