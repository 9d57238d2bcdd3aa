// SPDX-License-Identifier: Apache-2.0
// pattern_definitions.h: what the names of pattern.h mean, tried on every split into groups, for tests.
#pragma once

#include <bitset>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "tileglot/relayout/reshard/pattern.h"
#include "tileglot/relayout/reshard/resharding.h"

namespace tileglot::relayout::reshard {

/// One array of at most 256 elements, element by element, on at most 32 ranks.
class Definitions {
 public:
  explicit Definitions(const Resharding& resharding);
  /// The kind and parts that fit first, with any groups.
  Pattern first() const;
  /// With groups of that size and number.
  bool holds(const Pattern& pattern) const;

 private:
  using Kind = PatternKind;
  using Elements = std::bitset<256>;
  using Ranks = std::vector<std::size_t>;
  using Senders = std::bitset<32>;
  using Next = std::function<bool(const Senders&)>;
  using Place = std::function<bool(const Ranks&, const Senders&, const Next&)>;

  bool holds_in_some_groups(Kind kind, Parts parts) const;
  bool holds(Kind kind, Parts parts, std::size_t size, std::size_t copies) const;
  bool is_slice() const;
  bool lacks(std::size_t rank) const;
  /// Splits ranks into groups in every way; `place` looks at one group and what senders are taken,
  /// and goes on with those that are taken then.
  static bool split(const Ranks& ranks, std::size_t size, const Senders& taken, const Place& place);
  /// All receivers of a group have one root of their own; `may_lack` if it may receive elsewhere.
  bool has_roots(Kind kind, Parts parts, std::size_t receivers) const;
  bool has_all(std::size_t root, const Ranks& group) const;
  /// The same for all, or distinct parts.
  bool are_served_alike(Kind kind, Parts parts, const Ranks& group) const;
  bool gathers(Parts parts, std::size_t size) const;
  /// As many ranks as `senders`, from `from` on, that lack nothing send parts, of `part` elements
  /// if equal, which together are `rest`.
  bool sends_parts(const Elements& rest, std::optional<std::size_t> part, std::size_t senders,
                   std::size_t from, const Senders& taken, const Next& next) const;
  bool exchange(Kind kind, Parts parts, std::size_t size, std::size_t copies) const;
  /// Each wants a part of what each has, and nothing else.
  bool has_parts(Parts parts, const Ranks& group) const;
  bool wants_copies(Kind kind, const Ranks& group, std::size_t copies) const;

  std::vector<Elements> has_ = {};
  std::vector<Elements> wants_ = {};
  Ranks lacking_ = {};
};

}  // namespace tileglot::relayout::reshard
