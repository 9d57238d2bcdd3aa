// SPDX-License-Identifier: Apache-2.0
// equal.h: `tileglot equal A B`.
//
// What     Proves that two layouts are the same function, or gives the first coordinate that
//          differs.
// Why      This is what a conversion, an optimisation or a refactoring of a kernel claims.
// Example  f32[100000,100000] with T(8,128) and with T(8,128)(2,1): they differ first at (0,1),
//          1 against 2; exit code 1.
//          [tests: equal_test.cc, "two tilings differ at the second element"]
// Errors   Those of parsing; map.too_large_to_decide.
#pragma once

#include <optional>
#include <string>

#include "tileglot/api/reply/reply.h"
#include "tileglot/bridge/any_layout.h"

namespace tileglot::api {

struct EqualRequest {
  std::string left = {};
  std::string right = {};
  std::optional<std::string> notation = {};  ///< cute, xla or linear; nothing: detected
  std::optional<std::string> tensor = {};    ///< for layouts without a shape
};

Reply equal(const EqualRequest& request);
Reply equal_layouts(const bridge::AnyLayout& left, const bridge::AnyLayout& right);

}  // namespace tileglot::api
