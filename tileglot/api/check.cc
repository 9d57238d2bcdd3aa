// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/check.h"

#include "tileglot/advice/advise.h"
#include "tileglot/advice/report.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/value/text/ascii.h"

namespace tileglot::api {

Reply check(const CheckRequest& request) {
  TILEGLOT_TRY(report, advice::advise(request.asked));
  const bool is_denied = request.deny_warnings && report.warnings() > 0;
  return Answer{
      .text = value::shown_on(request.terminal, advice::text_of(report, request.terminal)),
      .json = advice::to_json(report),
      .exit_code = report.errors() > 0 || is_denied ? kNo : kYes};
}

}  // namespace tileglot::api
