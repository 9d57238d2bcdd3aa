// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/convert/equal.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "tileglot/api/reply/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/linear_role.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/map/equal.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/value/read_layout.h"

namespace tileglot::api {
namespace {

namespace linear = notation::linear;

bool same_domain(const map::IndexMap& f, const map::IndexMap& g) {
  return std::equal(f.domain().begin(), f.domain().end(), g.domain().begin(), g.domain().end(),
                    [](const map::Dim& a, const map::Dim& b) { return a.extent == b.extent; });
}

/// True for shared memory compared with another notation: it is read from the element to its
/// offset, as convert writes it.
bool is_turned(const bridge::AnyLayout& layout, const bridge::AnyLayout& other) {
  const auto* l = std::get_if<linear::Layout>(&layout);
  return l != nullptr && l->find_in(linear::kOffset) != nullptr && !bridge::is_distributed(*l) &&
         !std::holds_alternative<linear::Layout>(other);
}

core::Result<map::IndexMap> compared_map(const bridge::AnyLayout& layout,
                                         const bridge::AnyLayout& other) {
  return is_turned(layout, other) ? bridge::memory_map(layout) : bridge::to_map(layout);
}

Answer yes(const map::IndexMap& f) {
  return {.text = fmt::format(
              "equal on {} of {}\n",
              f.size() == 1 ? "the one coordinate" : fmt::format("all {} coordinates", f.size()),
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

Reply compared(const map::IndexMap& f, const map::IndexMap& g) {
  if (!same_domain(f, g)) return other_domain(f, g);
  TILEGLOT_TRY(difference, map::first_difference(f, g));
  return difference ? differ(*difference) : yes(f);
}

Reply with_direction(Reply answer, bool turned) {
  if (!turned || !answer) return answer;
  answer->note = "the linear layout is taken from the element of the tensor to its offset\n";
  answer->json["note"] = "the linear layout is taken from the element of the tensor to its offset";
  return answer;
}

}  // namespace

Reply equal(const EqualRequest& request) {
  TILEGLOT_TRY(tensor, value::read_tensor(request.tensor));
  TILEGLOT_TRY(left, value::read_layout(request.left, request.notation, tensor));
  TILEGLOT_TRY(right, value::read_layout(request.right, request.notation, tensor));
  TILEGLOT_TRY(f, core::with_line(compared_map(left, right), request.left));
  TILEGLOT_TRY(g, core::with_line(compared_map(right, left), request.right));
  return with_direction(compared(f, g), is_turned(left, right) || is_turned(right, left));
}

Reply equal_layouts(const bridge::AnyLayout& left, const bridge::AnyLayout& right) {
  TILEGLOT_TRY(f, compared_map(left, right));
  TILEGLOT_TRY(g, compared_map(right, left));
  return with_direction(compared(f, g), is_turned(left, right) || is_turned(right, left));
}

}  // namespace tileglot::api
