// SPDX-License-Identifier: Apache-2.0
// hlo_requests.cc: the verbs of HLO modules, as requests of the library.
#include <array>
#include <span>
#include <string>
#include <utility>

#include "tileglot/api/hlo/assign.h"
#include "tileglot/api/hlo/diff.h"
#include "tileglot/api/hlo/print.h"
#include "tileglot/api/hlo/stats.h"
#include "tileglot/api/hlo/verify.h"
#include "tileglot/api/input/module_text.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/value/json.h"
#include "tileglot/web/asked.h"
#include "tileglot/web/door.h"
#include "tileglot/web/given.h"

namespace tileglot::web {
namespace {

using api::Reply;

void take_module(Given& given, api::ModuleText& module) {
  module.name = "'module.hlo'";
  given.take("name", module.name);
  given.take("text", module.text);
}

Reply hlo_stats(Asked& asked) {
  Given given(asked.of());
  api::HloStatsRequest request;
  take_module(given, request.module);
  given.take("lenient", request.lenient);
  given.take("partitioned", request.partitioned);
  given.take("target", request.costs.target);
  given.take("after_sinking", request.costs.after_sinking);
  given.take("loop_trips", request.costs.loop_trips);
  TILEGLOT_TRY_STATUS(given.finish());
  return api::hlo_stats(request);
}

Reply hlo_assign(Asked& asked) {
  Given given(asked.of());
  api::HloAssignRequest request;
  take_module(given, request.module);
  given.take("target", request.target);
  given.take("strategy", request.strategy.strategy);
  given.take("xla_flags", request.xla_flags);
  given.take("explain", request.explain);
  given.take("instruction", request.instruction);
  given.take("report", request.report);
  given.take("lenient", request.lenient);
  bool is_text_wanted = false;
  given.take("with_text", is_text_wanted);
  TILEGLOT_TRY_STATUS(given.finish());
  TILEGLOT_TRY(answer, api::hlo_assign(request));
  if (is_text_wanted) answer.json["text"] = answer.text;
  return std::move(answer);
}

Reply hlo_diff(Asked& asked) {
  Given given(asked.of());
  api::HloDiffRequest request;
  Json before = Json::object();
  Json after = Json::object();
  given.take("before", before);
  given.take("after", after);
  given.take("lenient", request.lenient);
  TILEGLOT_TRY_STATUS(given.finish());
  Given of_before(before);
  Given of_after(after);
  take_module(of_before, request.before);
  take_module(of_after, request.after);
  TILEGLOT_TRY_STATUS(of_before.finish());
  TILEGLOT_TRY_STATUS(of_after.finish());
  return api::hlo_diff(request);
}

Reply hlo_verify(Asked& asked) {
  Given given(asked.of());
  api::HloVerifyRequest request;
  take_module(given, request.module);
  given.take("lenient", request.lenient);
  TILEGLOT_TRY_STATUS(given.finish());
  return api::hlo_verify(request);
}

Reply hlo_print(Asked& asked) {
  Given given(asked.of());
  api::HloPrintRequest request;
  take_module(given, request.module);
  given.take("style", request.style);
  given.take("lenient", request.lenient);
  TILEGLOT_TRY_STATUS(given.finish());
  TILEGLOT_TRY(answer, api::hlo_print(request));
  answer.json["text"] = answer.text;
  return std::move(answer);
}

constexpr std::array kVerbs{Verb{"hlo.stats", hlo_stats}, Verb{"hlo.assign", hlo_assign},
                            Verb{"hlo.diff", hlo_diff}, Verb{"hlo.verify", hlo_verify},
                            Verb{"hlo.print", hlo_print}};

}  // namespace

const Door& hlo_door() {
  static constexpr std::array<std::span<const Verb>, 1> kAll{kVerbs};
  static const Door door{.verbs = kAll};
  return door;
}

}  // namespace tileglot::web
