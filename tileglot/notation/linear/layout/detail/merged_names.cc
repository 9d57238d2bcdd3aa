// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout/detail/merged_names.h"

#include <algorithm>
#include <cstddef>
#include <span>

#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"

namespace tileglot::notation::linear::detail {
namespace {

bool has(const Names& names, const Name& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// A list while it is merged.
class Cursor {
 public:
  explicit Cursor(std::span<const Name> names) : names_(names) {}

  void skip(const Names& emitted) {
    while (!at_end() && has(emitted, head())) ++at_;
  }
  bool at_end() const { return at_ == names_.size(); }
  const Name& head() const { return names_[at_]; }
  /// The position of a name in the rest of the list; the length if it is not there.
  std::size_t position_of(const Name& name) const {
    const auto rest = names_.subspan(at_);
    return at_ + static_cast<std::size_t>(std::ranges::find(rest, name) - rest.begin());
  }
  bool is_ahead(const Name& name) const { return position_of(name) != names_.size(); }

 private:
  std::span<const Name> names_;
  std::size_t at_ = 0;
};

/// True if the head of x comes before that of y; prefers x where both orders allow it.
bool takes_x(const Cursor& x, const Cursor& y) {
  if (y.at_end() || x.at_end()) return y.at_end();
  if (!y.is_ahead(x.head())) return true;
  if (!x.is_ahead(y.head())) return false;
  return y.position_of(x.head()) <= x.position_of(y.head());  // contradictory, or equal heads
}

Names names_of(std::span<const Dimension> dimensions) {
  Names names;
  for (const Dimension& d : dimensions) names.push_back(d.name);
  return names;
}

}  // namespace

Names merged_names(std::span<const Name> x, std::span<const Name> y) {
  Names result;
  Cursor in_x(x);
  Cursor in_y(y);
  while (true) {
    in_x.skip(result);
    in_y.skip(result);
    if (in_x.at_end() && in_y.at_end()) return result;
    result.push_back(takes_x(in_x, in_y) ? in_x.head() : in_y.head());
  }
}

Names merged_names(std::span<const Dimension> a, std::span<const Dimension> b) {
  const Names x = names_of(a);
  const Names y = names_of(b);
  if (x == y) return x;
  return merged_names(std::span(x.data(), x.size()), std::span(y.data(), y.size()));
}

}  // namespace tileglot::notation::linear::detail
