// SPDX-License-Identifier: Apache-2.0
#include "tileglot/web/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reply/version.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/utf8.h"
#include "tileglot/value/json.h"
#include "tileglot/web/asked.h"
#include "tileglot/web/door.h"
#include "tileglot/web/given.h"

namespace tileglot::web {
namespace {

constexpr std::int64_t kLargestExact = (std::int64_t{1} << 53) - 1;

/// Integers that JavaScript would round become texts.
void keep_exact(Json& json) {
  if (json.is_structured()) {
    for (Json& part : json) keep_exact(part);
  } else if (json.is_number_unsigned()) {
    const auto value = json.get<std::uint64_t>();
    if (value > std::uint64_t{kLargestExact}) json = std::to_string(value);
  } else if (json.is_number_integer()) {
    const auto value = json.get<std::int64_t>();
    if (value < -kLargestExact || value > kLargestExact) json = std::to_string(value);
  }
}

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<std::string_view> names_of(const Door& door) {
  std::vector<std::string_view> names{"about"};
  for (const auto verbs : door.verbs) {
    for (const Verb& verb : verbs) names.push_back(verb.name);
  }
  return names;
}

core::Error unknown_verb(const std::string& word, const Door& door) {
  const std::vector<std::string_view> names = names_of(door);
  std::string help = core::did_you_mean(word, names);
  if (help.empty()) help = fmt::format("ask one of {}", fmt::join(names, ", "));
  return {{.code = "web.request",
           .message = fmt::format("unknown request \"{}\"", core::printable(word)),
           .help = std::move(help)}};
}

api::Reply reply_to(Asked& asked, const Door& door) {
  if (asked.verb() == "about") {
    TILEGLOT_TRY_STATUS(Given(asked.of()).finish());
    return api::Answer{.json = {{"version", api::kVersion}, {"verbs", names_of(door)}}};
  }
  for (const auto verbs : door.verbs) {
    const auto verb = std::ranges::find(verbs, asked.verb(), &Verb::name);
    if (verb != verbs.end()) return verb->answer(asked);
  }
  return core::fail(unknown_verb(asked.verb(), door));
}

Json envelope(const Json& id, bool is_ok, int exit_code) {
  return {{"v", 1}, {"id", id}, {"ok", is_ok}, {"exit", exit_code}};
}

std::string refused(const Json& id, const core::Error& error, Json details) {
  Json json = envelope(id, false, api::exit_code_of(error));
  json["error"] = std::move(details);
  return dump(json);
}

}  // namespace

std::string answer(std::string_view request, const Door& door) {
  Json json = value::json_in(request);
  const Json id = json.is_object() ? json.value("id", Json(0)) : Json(0);
  if (json.is_discarded()) {
    const core::Error error = bad_request("the request is not JSON");
    return refused(id, error, api::to_json(error)["error"]);
  }
  auto asked = Asked::of_json(std::move(json), door);
  if (!asked) return refused(id, asked.error(), api::to_json(asked.error())["error"]);
  const api::Reply reply = reply_to(*asked, door);
  if (asked->is_as_program())
    return dump(reply ? api::to_json(*reply) : api::to_json(reply.error()));
  if (!reply) return refused(id, reply.error(), asked->failure(reply.error()));
  Json keys = reply->json;
  if (!reply->note.empty()) keys["note"] = reply->note;
  keep_exact(keys);
  Json answered = envelope(id, true, reply->exit_code);
  answered.update(keys);
  return dump(answered);
}

}  // namespace tileglot::web
