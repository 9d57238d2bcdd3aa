// SPDX-License-Identifier: Apache-2.0
// fusion_layouts.h: derives the layouts inside fusions from those outside.
//
// What     write_fusion_layouts gives the parameters of each fused computation the layouts of the
//          fusion's operands, its root that of the fusion, get-tuple-elements those of the elements
//          they take, and leaves constants as they are; all other instructions have no layout.
//          fused_computations returns which computations are fused.
// Why      Inside a fusion nothing is stored, so nothing there has a layout to choose.
// Example  fusion(p {0,1}) of negate(transpose(q)): q is {0,1}, the transpose has none, the root
//          has the fusion's.
//          [tests: hlo/pass/assign/assign_layouts_test.cc, "between parameters and root there are
//          no layouts"]
//          A fusion of kind kCustom keeps the layouts written in it. A computation that another
//          kind of instruction calls too is not a fused one, and gets layouts of its own.
// Source   XLA, LayoutAssignment::SetFusionLayouts.
#pragma once

#include <vector>

#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// Indexed by computation.
std::vector<bool> fused_computations(const Module& module);

void write_fusion_layouts(Module& module);

}  // namespace tileglot::hlo::pass
