// SPDX-License-Identifier: Apache-2.0
// inspect_module.h: `tileglot inspect kernel.ttgir`.
//
// What     Every layout of a module of Triton's IR, alias or inline, the types that use it, and the
//          linear layout it lowers to for each. Types that lower to the same are on one line.
// Why      These attributes record what a compiler chose, but not what it means.
// Example  #blocked = #ttg.blocked<{..}>, below it tensor<128x64xf16>, below that the layout.
//          [tests: inspect_module_test.cc, "a module lists its layouts, their types and what they
//          are"]
// Errors   Those of bridge/triton/module_scan.h; an encoding that is refused is listed with its
//          error.
#pragma once

#include <string_view>

#include "tileglot/api/input/module_text.h"
#include "tileglot/api/reply/reply.h"

namespace tileglot::api {

/// Decides by the file's name, .ttgir, .ttir or .mlir, or by a Triton attribute in the first bytes.
bool is_module(std::string_view file, std::string_view text);

Reply inspect_module(const ModuleText& module);

}  // namespace tileglot::api
