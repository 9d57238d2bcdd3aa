// SPDX-License-Identifier: Apache-2.0
// layout_policy.h: a platform's part of layout assignment.
//
// What     A LayoutPolicy adds the constraints that a platform's operations need, and answers the
//          few questions in which platforms differ. The base class is XLA's generic pass: no
//          constraints.
// Why      Propagation, conflicts and copies are the same on all platforms; everything else is
//          here.
// Example  generic_policy(), cpu_policy() and gpu_policy(90) are the three policies.
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
  /// Whether the reduction requests that its reduced dimensions are contiguous in its operand.
  virtual bool passes_reduction_to_operand(const Module& module, InstructionId reduce) const;
  /// Whether a reshape's dimensions of size 1 stay next to their neighbours or go to the major end.
  virtual bool keeps_ones_beside_neighbours() const;
};

std::unique_ptr<LayoutPolicy> generic_policy();
std::unique_ptr<LayoutPolicy> cpu_policy();

/// XLA's options that affect layouts on GPUs.
struct GpuFlags {
  /// Elements smaller than a byte are packed along the dimension that a dot contracts;
  /// xla_gpu_experimental_pack_dot_operands_along_k_dimension.
  bool pack_dot_operands_along_k = false;
  /// Convolutions of floats other than f8 are NCHW, or NHWC, whatever the GPU; NCHW goes first.
  /// xla_gpu_force_conv_nchw, xla_gpu_force_conv_nhwc.
  bool force_conv_nchw = false;
  bool force_conv_nhwc = false;
};
/// `compute_capability` is 90 for sm_90.
std::unique_ptr<LayoutPolicy> gpu_policy(std::int64_t compute_capability, GpuFlags flags = {});

}  // namespace tileglot::hlo::pass
