// SPDX-License-Identifier: Apache-2.0
// any_lane_access.cc: random accesses of lanes for laws.
#include "tileglot/analysis/any_lane_access.h"

#include <rapidcheck.h>

#include <cstdint>

#include "tileglot/analysis/lane_access.h"

namespace tileglot::analysis {
namespace {

LaneAccess draw_access(std::int64_t bits) {
  LaneAccess access{.lanes = *rc::gen::inRange(1, 33), .warps = *rc::gen::inRange(1, 4)};
  access.vector = std::int64_t{1} << *rc::gen::inRange(0, 5);
  while (access.vector * bits > 8 * kVectorBytes) access.vector /= 2;
  const std::int64_t instructions = *rc::gen::inRange(1, 4);
  const std::int64_t last = *rc::gen::inRange<std::int64_t>(1, access.lanes + 1);
  access.threads = (access.warps - 1) * access.lanes + last;
  const std::int64_t step = *rc::gen::inRange(1, 130);
  const bool strided = *rc::gen::arbitrary<bool>();
  for (std::int64_t i = 0; i < access.threads * instructions; ++i) {
    const std::int64_t begin = strided ? i * step : *rc::gen::inRange(0, 2048);
    access.begins.push_back(begin - begin % access.vector);
  }
  return access;
}

}  // namespace

rc::Gen<LaneAccess> any_lane_access(std::int64_t bits) {
  return rc::gen::exec([bits] { return draw_access(bits); });
}

}  // namespace tileglot::analysis
