// SPDX-License-Identifier: Apache-2.0
// gpu_architecture.h: the GPU architectures of NVIDIA that there are.
//
// What     gpu_architectures() lists the compute capabilities with machines that have them;
//          named_target(90) is gpu:sm_90; capability_of_machine("h100") is 90; nearest_targets(95)
//          are the neighbours of a number that no GPU has.
// Why      A mistyped number would otherwise be a machine that nobody has, with an answer that
//          nobody can check.
// Example  nearest_targets(95) is gpu:sm_90 and gpu:sm_100.
//          [tests: target_test.cc, "a number that no GPU has is refused with its neighbours"]
// Source   NVIDIA, CUDA C++ Programming Guide, "Compute Capabilities", and the manual of nvcc 11.8,
//          12.9 and 13.0, --gpu-architecture; developer.nvidia.com/cuda-gpus for the machines.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tileglot::value {

struct GpuArchitecture {
  std::int64_t capability;    ///< 90 for sm_90
  std::string_view machines;  ///< some that have it, as "H100 H200"
};

/// In ascending order.
std::span<const GpuArchitecture> gpu_architectures();

bool is_gpu_architecture(std::int64_t capability);

std::string named_target(std::int64_t capability);

/// The compute capability of a machine by its name, in any case: H100, gb200.
std::optional<std::int64_t> capability_of_machine(std::string_view name);

/// The one or two nearest targets, as names.
std::vector<std::string> nearest_targets(std::int64_t capability);

}  // namespace tileglot::value
