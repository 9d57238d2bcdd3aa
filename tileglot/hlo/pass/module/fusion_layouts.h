// SPDX-License-Identifier: Apache-2.0
// fusion_layouts.h: the layouts inside fusions follow from those outside.
//
// What     write_fusion_layouts gives the parameters of each fused computation the layouts of the
//          fusion's operands, its root that of the fusion, get-tuple-elements what they take, and leaves
//          constants as they are; whatever is between has no layout. fused_computations tells which
//          computations are meant.
// Why      Inside a fusion nothing is stored, so nothing there has a layout to choose.
// Example  fusion(p {0,1}) of negate(transpose(q)): q is {0,1}, the transpose has none, the root has the
//          fusion's.
//          [tests: hlo/pass/assign/assign_layouts_test.cc, "between parameters and root there are no layouts"]
//          A fusion of kind kCustom keeps what is written in it. A computation that something else calls
//          too is none of a fusion's, and gets layouts of its own.
// Source   XLA, LayoutAssignment::SetFusionLayouts.
#pragma once

#include <vector>

#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// By computation.
std::vector<bool> fused_computations(const Module& module);

void write_fusion_layouts(Module& module);

}  // namespace tileglot::hlo::pass
