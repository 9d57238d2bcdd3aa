// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/diff.h"

#include <utility>
#include <vector>

#include "tileglot/api/hlo/parse.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/module/layout_difference.h"

namespace tileglot::api {

using hlo::pass::LayoutDifference;

namespace {

Json alone_json(const std::vector<hlo::pass::Alone>& list) {
  Json result = Json::array();
  for (const auto& one : list) {
    result.push_back({{"name", one.name}, {"shape", one.shape}, {"opcode", one.opcode}});
  }
  return result;
}

core::Result<LayoutDifference> difference_of(const hlo::Module& before, const hlo::Module& after) {
  LayoutDifference difference = hlo::pass::layout_difference(before, after);
  if (difference.common > 0) return difference;
  return core::fail({.code = "hlo.unrelated",
                     .message = "no instruction of one module computes what an instruction of the "
                                "other does, and none has the same name and operation",
                     .help = "compare a module with what a pass made of it"});
}

}  // namespace

Json difference_json(const LayoutDifference& difference) {
  Json layouts = Json::array();
  for (const auto& relaid : difference.relaid) {
    layouts.push_back({{"name", relaid.name},
                       {"name_before", relaid.name_before},
                       {"before", relaid.before},
                       {"after", relaid.after}});
  }
  Json copies = Json::array();
  for (const auto& copy : difference.copies) {
    copies.push_back({{"name", copy.name},
                      {"shape", copy.shape},
                      {"operand", copy.operand},
                      {"from", copy.from}});
  }
  return {{"equal", difference.is_none()},
          {"entry_layout", {difference.entry_before, difference.entry_after}},
          {"layouts", std::move(layouts)},
          {"copies", std::move(copies)},
          {"added", alone_json(difference.added)},
          {"removed", alone_json(difference.removed)}};
}

Reply hlo_diff(const HloDiffRequest& request) {
  TILEGLOT_TRY(before, parse_hlo(request.before, request.lenient));
  TILEGLOT_TRY(after, parse_hlo(request.after, request.lenient));
  return hlo_diff(before, after);
}

Reply hlo_diff(const hlo::Module& before, const hlo::Module& after) {
  TILEGLOT_TRY(difference, difference_of(before, after));
  return Answer{.text = print(difference),
                .json = difference_json(difference),
                .exit_code = difference.is_none() ? kYes : kNo};
}

}  // namespace tileglot::api
