// SPDX-License-Identifier: Apache-2.0
// door.h: which requests a module answers.
//
// What     A Door has the verbs of a module and what reads and draws calls of operations.
//          layout_door() is that of the module that a page loads first: it reads, draws, compares,
//          converts and checks layouts, and no text is a call. whole_door() also evaluates and draws
//          calls, writes files of pictures and reads Triton's modules. hlo_door() is about HLO.
// Why      The operations are half of the code, and HLO as much again. A page that shows a layout
//          does not wait for them.
// Example  A line `zipped_divide(A, T)` is a layout for whole_door(), and for layout_door() a text
//          that is not one.
//          [tests: web/answer_test.cc, "the module of layouts reads no calls"]
#pragma once

#include <span>
#include <string_view>

#include "tileglot/api/eval/describe.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/show/operation.h"
#include "tileglot/api/show/show.h"
#include "tileglot/core/error.h"

namespace tileglot::web {

class Asked;

struct Verb {
  std::string_view name;
  api::Reply (*answer)(Asked& asked);
};

struct Door {
  std::span<const std::span<const Verb>> verbs;
  /// Null where no verb reads lines.
  api::Reply (*describe)(const api::DescribeRequest& request) = nullptr;
  /// Null where no text is a call.
  core::Result<api::DrawnPicture> (*draw_call)(const api::ShowOperationRequest& request) = nullptr;
};

const Door& layout_door();
const Door& whole_door();
const Door& hlo_door();

}  // namespace tileglot::web
