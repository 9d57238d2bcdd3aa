// SPDX-License-Identifier: Apache-2.0
// estimate.h: roughly how long nests take, to choose between two ways to cut the same move.
//
// What     estimated_time(nests) adds up what differs between cuts: the lines that boxes, planes and
//          runs touch, over and over where runs are short, and the units or calls they take.
// Why      Ends of clipped tiles as nests of their own keep steps regular; tables over short
//          dimensions keep runs whole. Which is faster depends on the lengths.
// Units    About a nanosecond; only the ratio of two estimates means something.
// Example  [tests: estimate_test.cc, "whole lines cost less than parts of them"]
#pragma once

#include <vector>

#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {

double estimated_time(const std::vector<Nest>& nests);

}  // namespace tileglot::relayout::plan
