// SPDX-License-Identifier: Apache-2.0
// assigned_module.h: a module after layout assignment, built from text and queried as short texts.
//
// Example  const Assigned a("HloModule m\nENTRY e { .. }", "cpu"); a.layout("n") is "{1,0}";
//          a.copies() lists "p {0,1} -> {1,0} for n:0", or "for the result".
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/module/layout_policy.h"

namespace tileglot::hlo::pass {

/// "generic", "cpu", or "sm_90" and the like, "packed_sm_90" with pack_dot_operands_along_k.
std::unique_ptr<LayoutPolicy> policy_named(std::string_view name);

class Assigned {
 public:
  /// Fails the test where the text does not parse; an error of the pass is kept.
  Assigned(std::string_view text, std::string_view policy);

  bool ok() const { return error_code_.empty(); }
  const std::string& error_code() const { return error_code_; }
  const Module& module() const { return *module_; }
  const Assignment& assignment() const { return assignment_; }

  InstructionId id(std::string_view name) const;
  std::string layout(std::string_view name) const;
  std::string shape(std::string_view name) const;
  /// The layout of the entry's root.
  std::string root_layout() const;
  std::string opcode_of_root() const;
  std::string entry() const;
  /// In the order of their names, pre-copies left out.
  std::vector<std::string> copies() const;

 private:
  std::unique_ptr<LayoutPolicy> policy_;
  std::unique_ptr<Module> module_;
  Assignment assignment_ = {};
  std::string error_code_ = {};
};

}  // namespace tileglot::hlo::pass
