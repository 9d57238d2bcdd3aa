// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/kernels/target.h"

#include <cstdint>
#include <string_view>
#include <vector>

// clang-format off: the order counts.
#include "tileglot/relayout/kernels/detail/highway.h"
#include <hwy/targets.h>
// clang-format on

namespace tileglot::relayout::kernels {
namespace {

/// The targets that the processor can run and the kernels are compiled for, the best first.
std::vector<std::int64_t> targets() {
  hwy::SetSupportedTargetsForTest(0);
  return hwy::SupportedAndGeneratedTargets();
}

void choose(std::int64_t target) {
  hwy::SetSupportedTargetsForTest(target);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace

std::vector<std::string_view> target_names() {
  std::vector<std::string_view> names;
  for (const std::int64_t target : targets()) names.emplace_back(hwy::TargetName(target));
  return names;
}

bool force_target(std::string_view name) {
  if (name.empty()) {
    choose(0);
    return true;
  }
  for (const std::int64_t target : targets()) {
    if (hwy::TargetName(target) == name) {
      choose(target);
      return true;
    }
  }
  return false;
}

}  // namespace tileglot::relayout::kernels
