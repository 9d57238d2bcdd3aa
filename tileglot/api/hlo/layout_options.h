// SPDX-License-Identifier: Apache-2.0
// layout_options.h: layouts that a request sets for arguments and results.
//
// What     apply_layout_options reads texts such as `1={0,1}`, `0=auto` or `default`, which applies
//          to all that no other text names, and replaces the module's own modes by them.
// Units    Numbers count arrays, tuples taken apart (hlo/pass/entry/entry_leaves.h).
// Example  auto and 1={0,1} of three arguments: auto, {0,1}, auto.
//          [tests: layout_options_test.cc, "what is named goes before what is for all"]
// Errors   hlo.mode_index for a number that is out of range or named twice; those of layout_mode.h
//          and notation/xla/validate/validate.h. Spans are those in the text.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/pass/entry/entry_leaves.h"
#include "tileglot/hlo/pass/entry/entry_modes.h"

namespace tileglot::api {

/// Modes set elsewhere and overruled: "argument 1 is {0,1} and not auto, as the attribute says".
using Overruled = std::vector<std::string>;

/// `side` is "argument" or "result".
core::Result<Overruled> apply_layout_options(std::span<const std::string> texts,
                                             std::string_view side,
                                             std::span<const hlo::pass::EntryLeaf> leaves,
                                             std::vector<hlo::pass::EntryMode>& modes);

}  // namespace tileglot::api
