// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/laws/assigned_module.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/text/print.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo::pass {

std::unique_ptr<LayoutPolicy> policy_named(std::string_view name) {
  if (name == "generic") return generic_policy();
  if (name == "cpu") return cpu_policy();
  return gpu_policy(std::stoll(std::string(name.substr(name.rfind('_') + 1))),
                    {.pack_dot_operands_along_k = name.starts_with("packed")});
}

Assigned::Assigned(std::string_view text, std::string_view policy)
    : policy_(policy_named(policy)), module_(std::make_unique<Module>()) {
  *module_ = parsed_module(text);
  if (!module_->has_entry()) return;
  auto assignment = assign_layouts(*module_, *policy_);
  if (assignment) {
    assignment_ = *std::move(assignment);
  } else {
    error_code_ = assignment.error()->code;
  }
}

InstructionId Assigned::id(std::string_view name) const { return named(*module_, name); }

std::string Assigned::shape(std::string_view name) const {
  return notation::xla::print(module_->shape_of(id(name)));
}

std::string Assigned::layout(std::string_view name) const {
  const auto& layout = module_->shape_of(id(name)).layout;
  return layout ? notation::xla::print(*layout) : "none";
}

std::string Assigned::root_layout() const {
  const InstructionId root = *(*module_)[module_->entry()].root;
  return layout((*module_)[root].name);
}

std::string Assigned::opcode_of_root() const {
  return std::string(name_of((*module_)[*(*module_)[module_->entry()].root].opcode));
}

std::string Assigned::entry() const { return print(*module_->header.entry_layout); }

std::vector<std::string> Assigned::copies() const {
  std::vector<std::string> result;
  for (const InsertedCopy& copy : assignment_.copies) {
    const std::string reader =
        copy.user ? fmt::format("{}:{}", (*module_)[*copy.user].name, copy.operand) : "the result";
    result.push_back(fmt::format("{} {} -> {} for {}", (*module_)[copy.value].name,
                                 layout((*module_)[copy.value].name),
                                 layout((*module_)[copy.copy].name), reader));
  }
  std::ranges::sort(result);
  return result;
}

}  // namespace tileglot::hlo::pass
