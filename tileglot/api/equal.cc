// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/equal.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "tileglot/api/read_layout.h"
#include "tileglot/api/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/map/equal.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"

namespace tileglot::api {
namespace {

bool same_domain(const map::IndexMap& f, const map::IndexMap& g) {
  return std::equal(f.domain().begin(), f.domain().end(), g.domain().begin(), g.domain().end(),
                    [](const map::Dim& a, const map::Dim& b) { return a.extent == b.extent; });
}

Answer yes(const map::IndexMap& f) {
  return {.text = fmt::format("equal on all {} coordinates of {}\n", f.size(),
                              map::extents_text(f.domain())),
          .json = {{"equal", true}}};
}

Answer other_domain(const map::IndexMap& f, const map::IndexMap& g) {
  const std::string left = map::extents_text(f.domain());
  const std::string right = map::extents_text(g.domain());
  return {.text = fmt::format("differ in their domains: {} against {}\n", left, right),
          .json = {{"equal", false}, {"left_domain", left}, {"right_domain", right}},
          .exit_code = kNo};
}

Answer differ(const map::Difference& difference) {
  return {
      .text = fmt::format("differ first at {}: {} against {}\n",
                          map::coordinate_text(difference.at), difference.left, difference.right),
      .json = {{"equal", false},
               {"at", difference.at},
               {"left", difference.left},
               {"right", difference.right}},
      .exit_code = kNo};
}

}  // namespace

Reply equal(const EqualRequest& request) {
  TILEGLOT_STEP(tensor, read_tensor(request.tensor));
  TILEGLOT_STEP(left, read_layout(request.left, request.notation, tensor));
  TILEGLOT_STEP(right, read_layout(request.right, request.notation, tensor));
  TILEGLOT_STEP(f, about(bridge::to_map(left), request.left));
  TILEGLOT_STEP(g, about(bridge::to_map(right), request.right));
  if (!same_domain(f, g)) return other_domain(f, g);
  TILEGLOT_STEP(difference, about(map::first_difference(f, g), {}));
  return difference ? differ(*difference) : yes(f);
}

}  // namespace tileglot::api
