// SPDX-License-Identifier: Apache-2.0
// layout_policy.h: what a platform adds to layout assignment.
//
// What     A LayoutPolicy adds the constraints that a platform's operations need, and answers the few
//          questions in which platforms differ. The base class is XLA's generic pass: no constraints.
// Why      Propagation, conflicts and copies are the same everywhere; this is all that is not.
// Example  generic_policy(), cpu_policy() and gpu_policy(90) are the three there are.
//          [tests: hlo/pass/module/layout_freedom_test.cc, "platforms differ in a few answers"]
// Source   XLA, LayoutAssignment's virtual functions.
#pragma once

#include <cstdint>
#include <memory>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

class LayoutConstraints;

enum class Platform : std::uint8_t { kGeneric, kCpu, kGpu };

class LayoutPolicy {
 public:
  LayoutPolicy() = default;
  LayoutPolicy(const LayoutPolicy&) = delete;
  LayoutPolicy& operator=(const LayoutPolicy&) = delete;
  LayoutPolicy(LayoutPolicy&&) = delete;
  LayoutPolicy& operator=(LayoutPolicy&&) = delete;
  virtual ~LayoutPolicy() = default;

  virtual Platform platform() const;
  virtual void add_constraints(LayoutConstraints& constraints, ComputationId computation) const;
  virtual bool can_change_layout(const Instruction& instruction) const;
  /// Whether the reduction asks that what it adds up is contiguous in its operand.
  virtual bool passes_reduction_to_operand(const Module& module, InstructionId reduce) const;
  /// Where a reshape's dimensions of size 1 go: beside the neighbours they had, or to the major end.
  virtual bool keeps_ones_beside_neighbours() const;
};

std::unique_ptr<LayoutPolicy> generic_policy();
std::unique_ptr<LayoutPolicy> cpu_policy();

/// XLA's options that layouts of GPUs depend on.
struct GpuFlags {
  /// Elements smaller than a byte lie along what a dot contracts;
  /// xla_gpu_experimental_pack_dot_operands_along_k_dimension.
  bool pack_dot_operands_along_k = false;
};
/// `compute_capability` is 90 for sm_90.
std::unique_ptr<LayoutPolicy> gpu_policy(std::int64_t compute_capability, GpuFlags flags = {});

}  // namespace tileglot::hlo::pass
