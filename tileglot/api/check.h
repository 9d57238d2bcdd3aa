// SPDX-License-Identifier: Apache-2.0
// check.h: `tileglot check LAYOUT`, the report of advice/advise.h.
//
// Units    Exit code 1 where a rule fails, or a remark or rule warns and warnings are denied.
// Errors   Those of advice/advise.h.
#pragma once

#include "tileglot/advice/advise.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reply/terminal.h"

namespace tileglot::api {

struct CheckRequest {
  advice::Request asked = {};
  bool deny_warnings = false;
  Terminal terminal = {};  ///< where the report is shown
};

Reply check(const CheckRequest& request);

}  // namespace tileglot::api
