// SPDX-License-Identifier: Apache-2.0
// xla/operations.h: operations on XLA's shapes and layouts, by name.
//
// What     apply_xla_operation(op, args) answers with a JSON value: for a shape or a layout its
//          text as "print" and its protocol buffer, in hex, as "proto". Lists and null are texts
//          too: "[2,3]".
// Example  xla.parse_shape of f32[2,3] prints f32[2,3]{1,0}; xla.layout_equal({1,0},{0,1}) is
//          false.
//          [tests: xla/operations_test.cc, "shapes and layouts are printed and serialized"]
// Errors   eval.arguments, eval.syntax (not a list of numbers); those of notation/xla.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/value/json.h"

namespace tileglot::api {

using value::Json;

/// In alphabetical order.
std::vector<std::string_view> xla_operation_names();

bool is_xla_operation(std::string_view op);

/// Precondition: is_xla_operation(op).
core::Result<Json> apply_xla_operation(std::string_view op, std::span<const std::string> args);

}  // namespace tileglot::api
