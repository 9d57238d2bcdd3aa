// SPDX-License-Identifier: Apache-2.0
// describe.h: what a text is: a layout, a call and its value, or another value of CuTe.
//
// What     describe(request, operations) answers with the kind ("layout" or "value"), whether it is a call and
//          of which operation, the layout as its notation prints it with its notation, title and
//          number of coordinates, the text of a value, and `argument`: the text that stands for all
//          this among the arguments of a call or in another text.
// Why      A list of lines, in which later ones use earlier ones, says after each what it was read
//          as, and draws what is a layout.
// Units    Size is the number of coordinates.
// Example  logical_divide((8,8):(8,1), 4:2) is a layout, ((4,2),8):((16,8),1)..; size(8:1) is the
//          value 8; <3:3,(2,4):(1,8)> is the value of a CuTe tiler.
//          [tests: eval/describe_test.cc, "a line is a layout, a call or a value"]
// Errors   Those of eval.h and bridge/any_layout.h.
#pragma once

#include <optional>
#include <string>

#include "tileglot/api/eval/eval.h"
#include "tileglot/api/reply/reply.h"

namespace tileglot::api {

struct DescribeRequest {
  std::string text = {};
  std::optional<std::string> notation = {};  ///< nothing: detected
  std::optional<std::string> tensor = {};    ///< for a layout without a shape
  std::optional<std::string> dtype = {};     ///< for strides in bytes
};

Reply describe(const DescribeRequest& request, const OperationTable& operations);

/// The same where no text is a call, without the code of the operations: for a module that a page
/// loads first.
Reply describe_layout(const DescribeRequest& request);

}  // namespace tileglot::api
