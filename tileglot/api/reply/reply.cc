// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/reply/reply.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"

namespace tileglot::api {
namespace {

constexpr int kVersion = 1;

/// The map's refusals that are about the request, not about the map's limits.
constexpr std::array<std::string_view, 2> kMalformed{"map.domain", "map.overflow"};

/// Our own limits: the request is valid, but exceeds what is answered here.
constexpr std::array<std::string_view, 13> kLimits{"convert.too_long",
                                                   "cute.too_deep",
                                                   "cute.too_many_leaves",
                                                   "eval.depth",
                                                   "render.too_many_places",
                                                   "run.custom_call",
                                                   "run.depth",
                                                   "run.memory",
                                                   "run.steps",
                                                   "run.unsupported",
                                                   "triton.too_large",
                                                   "xla.limit",
                                                   "xla.too_many_offsets"};

/// A failed external program.
constexpr std::array<std::string_view, 2> kPrograms{"show.png", "show.png_missing"};

/// Errors that only our own plan can cause.
constexpr std::array<std::string_view, 3> kBugs{"warp.not_delivered", "warp.race",
                                                "warp.unwritten"};

bool is_one_of(std::string_view code, std::span<const std::string_view> codes) {
  return std::find(codes.begin(), codes.end(), code) != codes.end();
}

/// A bad byte of a text or file must not make a JSON writer fail.
std::string dump_safe(std::string_view text) {
  const Json json = std::string(text);
  return Json::parse(json.dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
}

}  // namespace

ExitCode exit_code_of(const core::Error& error) {
  const std::string_view code = error->code;
  if (is_one_of(code, kBugs)) return kOurBug;
  if (is_one_of(code, kMalformed)) return kUsage;
  if (is_one_of(code, kLimits)) return kImpossible;
  if (code == "io.interrupted") return kInterrupted;
  if (code.starts_with("io.") || is_one_of(code, kPrograms)) return kInputOutput;
  if (code.starts_with("bridge.") || code.starts_with("map.") || code.starts_with("relayout.")) {
    return kImpossible;
  }
  return kUsage;
}

Json to_json(const Answer& answer) {
  Json json{{"version", kVersion}, {"ok", true}};
  json.update(answer.json);
  return json;
}

Json to_json(const core::Error& error) {
  Json details{{"code", error->code}, {"message", dump_safe(error->message)}};
  if (error->span) details["span"] = {error->span->begin, error->span->end};
  if (!error->help.empty()) details["help"] = dump_safe(error->help);
  if (!error->witness.empty()) details["witness"] = dump_safe(error->witness);
  return {{"version", kVersion}, {"ok", false}, {"error", std::move(details)}};
}

}  // namespace tileglot::api
