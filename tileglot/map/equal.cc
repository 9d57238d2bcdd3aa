// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/equal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/classes.h"
#include "tileglot/map/detail/sum_difference.h"
#include "tileglot/map/detail/walsh.h"
#include "tileglot/map/detail/window.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/limits.h"
#include "tileglot/map/print.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

bool same_extents(const IndexMap& f, const IndexMap& g) {
  return std::equal(f.domain().begin(), f.domain().end(), g.domain().begin(), g.domain().end(),
                    [](const Dim& a, const Dim& b) { return a.extent == b.extent; });
}

core::Error domain_mismatch(const IndexMap& f, const IndexMap& g) {
  return {{.code = "map.domain_mismatch",
           .message = fmt::format("the domains differ: {} against {}", extents_text(f.domain()),
                                  extents_text(g.domain())),
           .help = "only maps over the same extents can be compared"}};
}

/// Where one plain dimension differs first.
struct Boundary {
  Source src = 0;
  std::int64_t div = 1;
  friend auto operator<=>(const Boundary&, const Boundary&) = default;
};

Boundary boundary_of(const FloorTerm& term) { return {term.src, term.div}; }

/// The smallest remaining divisor on the last dimension that has any. Floors are sorted, so they
/// are compared from the end.
std::optional<Boundary> first_boundary(const Value& f, const Value& g) {
  std::optional<Boundary> first;
  std::size_t i = f.floors.size();
  std::size_t j = g.floors.size();
  while (i > 0 || j > 0) {
    const bool take_f =
        j == 0 || (i > 0 && boundary_of(f.floors[i - 1]) >= boundary_of(g.floors[j - 1]));
    const bool take_g =
        i == 0 || (j > 0 && boundary_of(g.floors[j - 1]) >= boundary_of(f.floors[i - 1]));
    const Boundary at = boundary_of(take_f ? f.floors[i - 1] : g.floors[j - 1]);
    if (first && at.src < first->src) break;
    if (!take_f || !take_g || f.floors[i - 1].coef != g.floors[j - 1].coef) first = at;
    if (take_f) --i;
    if (take_g) --j;
  }
  return first;
}

/// The current knowledge of the first difference.
struct Answer {
  std::optional<Coordinate> first;      // the smallest difference found
  std::optional<Coordinate> undecided;  // nothing is known from here on
  std::optional<core::Error> refusal;   // why it is undecided

  void found(Coordinate x) {
    if (!first || x < *first) first = std::move(x);
  }
  void stopped(Coordinate x, core::Error why) {
    if (undecided && *undecided <= x) return;
    undecided = std::move(x);
    refusal = std::move(why);
  }
  bool is_decided() const { return !undecided || (first && *first < *undecided); }
};

void decide_by_window(const IndexMap& f, const SumDifference& part, const DimClass& members,
                      std::int64_t limit, Answer& answer) {
  limit =
      std::min(limit, points_allowed(count_terms(part.inner, part.left) + count_terms(part.right)));
  WindowScan scan = scan_window(part, members.dims, limit);
  if (!scan.at) return;
  if (scan.complete) return answer.found(*std::move(scan.at));
  answer.stopped(*std::move(scan.at),
                 too_large_to_decide("equality", f.domain(), members.dims, scan.window, limit));
}

void decide_class(const IndexMap& f, const SumDifference& d, const DimClass& members,
                  std::int64_t limit, Answer& answer) {
  const SumDifference part = d.part_over(members);
  if (part.is_empty()) return;
  if (auto first = first_by_form(part, members.dims)) return answer.found(*std::move(first));
  decide_by_window(f, part, members, limit, answer);
}

/// Precondition: equal extents, none 0.
Answer compare(const IndexMap& f, const IndexMap& g, std::int64_t limit) {
  Answer answer;
  const Coordinate zero(f.rank(), 0);
  if (f(zero) != g(zero)) {
    answer.found(zero);
    return answer;
  }
  if (f.is_plain() && g.is_plain()) {
    if (const auto boundary = first_boundary(f.out(), g.out())) {
      answer.found(zero);
      (*answer.first)[boundary->src] = boundary->div;
    }
    return answer;
  }
  const SumDifference d = subtract(f, g);
  for (const DimClass& members : d.classes()) decide_class(f, d, members, limit, answer);
  return answer;
}

Difference difference_at(const Coordinate& x, const IndexMap& f, const IndexMap& g) {
  return {x, f(x), g(x)};
}

/// A difference that may not be the first is still a witness.
core::Error refusal_of(const Answer& answer, const IndexMap& f, const IndexMap& g) {
  core::Error error = *answer.refusal;
  if (!answer.first) return error;
  const Difference known = difference_at(*answer.first, f, g);
  error->witness = fmt::format("they differ at {}, {} against {}, perhaps not there first",
                               coordinate_text(known.at), known.left, known.right);
  return error;
}

}  // namespace

core::Result<std::optional<Difference>> first_difference(const IndexMap& f, const IndexMap& g,
                                                         std::int64_t limit) {
  if (f.same_form(g)) return std::nullopt;
  if (!same_extents(f, g)) return core::fail(domain_mismatch(f, g));
  if (f.size() == 0) return std::nullopt;
  const Answer answer = compare(f, g, limit);
  if (!answer.is_decided()) return core::fail(refusal_of(answer, f, g));
  if (!answer.first) return std::nullopt;
  return difference_at(*answer.first, f, g);
}

core::Result<bool> is_equal(const IndexMap& f, const IndexMap& g, std::int64_t limit) {
  if (f.same_form(g)) return true;
  if (!same_extents(f, g)) return core::fail(domain_mismatch(f, g));
  if (f.size() == 0) return true;
  const Answer answer = compare(f, g, limit);
  if (answer.first) return false;
  if (answer.refusal) return core::fail(*answer.refusal);
  return true;
}

}  // namespace tileglot::map
