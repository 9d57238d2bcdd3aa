// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/words.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/eval/eval.h"
#include "tileglot/api/eval/list_operations.h"
#include "tileglot/api/reply/layout_title.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/show/options.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/render/picture/palette.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/color_by.h"
#include "tileglot/render/view/label_by.h"

namespace tileglot::api {
namespace {

using Names = std::span<const std::string_view>;

/// Accesses are a small language; these are its usual words.
constexpr std::array<std::string_view, 12> kAccesses{
    "ldmatrix", "ldmatrix.x2", "ldmatrix.x4", "ldmatrix.trans", "stmatrix", "vector",
    "vector:1", "vector:2",    "vector:4",    "vector:8",       "global",   "wgmma"};
/// Any compute capability may stand after sm_.
constexpr std::array<std::string_view, 5> kTargets{"cpu", "gpu:sm_80", "gpu:sm_90", "gpu:sm_100",
                                                   "gpu:sm_120"};

Json list_of(Names names) {
  return Json(std::vector<std::string_view>(names.begin(), names.end()));
}

Json notations_json() {
  Json list = Json::array();
  for (auto notation = bridge::Notation::kCute; notation <= bridge::Notation::kMlir;
       notation = static_cast<bridge::Notation>(static_cast<int>(notation) + 1)) {
    list.push_back({{"name", bridge::name_of(notation)}, {"title", notation_title(notation)}});
  }
  return list;
}

Json colors_of(render::Palette palette) {
  using Shade = render::Shade;
  Json json{{"buckets", Json::array()}, {"ramp", Json::array()}};
  const auto add = [&](const char* key, Shade::Kind kind, int count) {
    for (int value = 0; value < count; ++value) {
      const Shade shade{kind, static_cast<std::uint8_t>(value)};
      json[key].push_back(render::hex_text(render::color_of(shade, palette)));
    }
  };
  add("buckets", Shade::Kind::kBucket, 8);
  add("ramp", Shade::Kind::kRamp, 256);
  return json;
}

}  // namespace

Answer words() {
  Answer answer{.json = {{"operations", Json::array()},
                         {"types", core::element_type_names()},
                         {"views", list_of(view_names())},
                         {"colors", list_of(render::color_names())},
                         {"labels", list_of(render::label_names())},
                         {"accesses", list_of(kAccesses)},
                         {"notations", notations_json()},
                         {"targets", list_of(kTargets)},
                         {"palettes", Json::object()}}};
  for (const std::string_view name : render::palette_names()) {
    const auto palette = render::parse_palette(name);
    if (palette) answer.json["palettes"][std::string(name)] = colors_of(*palette);
  }
  return answer;
}

Reply words(const OperationTable& operations) {
  TILEGLOT_TRY(listed, list_operations({}, operations));
  Answer answer = words();
  answer.json["operations"] = std::move(listed.json["operations"]);
  return answer;
}

}  // namespace tileglot::api
