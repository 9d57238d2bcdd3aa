// SPDX-License-Identifier: Apache-2.0
// hlo/diff.h: `tileglot hlo diff BEFORE AFTER`.
//
// What     Which layouts differ between two modules, one derived from the other: instructions that
//          compute the same, the entry layout, copies that were inserted. Exit code 1 if any
//          differs.
// Why      In a textual diff of two dumps, layouts are lost among names, orders and attributes. A
//          second compilation numbers every instruction anew.
// Example  A module and itself: "no layout differs".
//          [tests: hlo/diff_test.cc, "a module and what a pass made of it"]
// Errors   Those of hlo/parse.h; hlo.unrelated if no instruction of one is in the other.
#pragma once

#include "tileglot/api/input/module_text.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/module/layout_difference.h"

namespace tileglot::api {

struct HloDiffRequest {
  ModuleText before = {};
  ModuleText after = {};
  bool lenient = false;  ///< keeps unknown attributes
};

Reply hlo_diff(const HloDiffRequest& request);

/// The same for parsed modules.
Reply hlo_diff(const hlo::Module& before, const hlo::Module& after);

/// An object with the keys equal, entry_layout, layouts, copies, added and removed.
Json difference_json(const hlo::pass::LayoutDifference& difference);

}  // namespace tileglot::api
