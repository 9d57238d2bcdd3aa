// SPDX-License-Identifier: Apache-2.0
// mdspan_layout.h: CuTe layouts as layout mappings of std::mdspan.
//
// What     StaticMdspanLayout<L> is the policy of one static layout or swizzled layout,
//          MdspanLayout that of layouts known at run time. The extents of an mdspan are the sizes
//          of the top-level modes; ExtentsOf<L> is their type. required_span_size is the cosize;
//          is_unique, is_exhaustive and is_strided are computed from the layout.
// Why      Code that knows mdspan but not CuTe can then read a tiled buffer.
// Units    Offsets are in elements.
// Example  std::mdspan<float, ExtentsOf<L>, StaticMdspanLayout<L>> m(data); m[2, 3] is data[14] for
//          L = ((2,2),(2,3)):((1,4),(2,8)).
//          [tests: tests/mdspan_test.py]
// Errors   A static layout with negative strides or scaled bases does not compile; the other policy
//          throws Refused, also for extents that differ from the layout's. Precondition of a call,
//          as in the standard: indices are inside the extents.
// Source   C++23, [mdspan.layout.reqmts]; is_unique may be false where it would take long to
//          decide. Compiled where the library has <mdspan>: clang 19, libc++, -std=c++23.
#pragma once

#include <version>

#if __has_include(<mdspan>) && defined(__cpp_lib_mdspan)

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mdspan>
#include <type_traits>
#include <utility>

#include "tileglot/cute/kernel/static_index.h"
#include "tileglot/cute/layout/composed_layout.h"
#include "tileglot/cute/layout/layout.h"
#include "tileglot/notation/cute/composed/function.h"
#include "tileglot/notation/cute/inverse/reached_offsets.h"
#include "tileglot/notation/cute/layout/coalesce.h"

namespace tileglot::cute {

/// The properties that an mdspan queries from its mapping, in the order of the standard.
struct MdspanTraits {
  std::int64_t span_size = 0;
  bool is_unique = false;
  bool is_exhaustive = false;
  bool is_strided = false;
};

/// The stride of a mode, 0 if it has only one element; refused if it has several strides.
constexpr core::Outcome<std::int64_t> stride_of_mode(const Layout<>& mode) {
  const Layout<> flat = notation::cute::coalesce(mode);
  if (flat.numbers.shape.slots > 1) return core::Refusal{core::Reason::kNoStridedLeaf, 0, 1};
  return flat.numbers.shape.slots == 0 ? 0 : flat.numbers.stride.values[0];
}

constexpr MdspanTraits mdspan_traits(const Layout<>& layout) {
  const core::Outcome<bool> injective = notation::cute::is_injective(layout);
  MdspanTraits traits{.span_size = cosize(layout),
                      .is_unique = injective.ok() && *injective,
                      .is_exhaustive = or_refuse(notation::cute::is_onto(layout)),
                      .is_strided = true};
  for (int r = 0; r < notation::cute::rank(layout); ++r) {
    if (!stride_of_mode(or_refuse(notation::cute::mode(layout, r))).ok()) traits.is_strided = false;
  }
  return traits;
}

/// A swizzle permutes offsets, so the composed layout is unique if its inner layout is.
constexpr MdspanTraits mdspan_traits(const ComposedLayout<>& composed) {
  MdspanTraits traits = mdspan_traits(composed.layout_b());
  traits.span_size = or_refuse(notation::cute::reach(composed.numbers)).value;
  traits.is_exhaustive = traits.is_unique && size(composed) == traits.span_size;
  traits.is_strided = false;
  return traits;
}

/// The layout whose modes are the dimensions.
constexpr const Layout<>& domain_of(const Layout<>& layout) { return layout; }
constexpr Layout<> domain_of(const ComposedLayout<>& composed) { return composed.layout_b(); }

template <auto L, std::size_t... Modes>
constexpr auto extents_by_mode(std::index_sequence<Modes...>) {
  return std::extents<std::int64_t, std::size_t(size<int(Modes)>(L))...>{};
}
/// The static extents of a static layout.
template <auto L>
using ExtentsOf = decltype(extents_by_mode<L>(std::make_index_sequence<std::size_t(rank(L))>{}));

/// A layout's sizes as Extents; refused if the rank or a static extent of the type differs.
template <class Extents>
constexpr Extents extents_from(const Layout<>& layout) {
  const int modes = notation::cute::rank(layout);
  if (modes != int(Extents::rank())) {
    refuse({core::Reason::kRanksDiffer, modes, int(Extents::rank())});
  }
  std::array<typename Extents::index_type, Extents::rank()> sizes{};
  for (std::size_t r = 0; r < Extents::rank(); ++r) {
    const std::int64_t extent = size(Layout<>(or_refuse(notation::cute::mode(layout, int(r)))));
    if (!std::in_range<typename Extents::index_type>(extent)) {
      refuse({core::Reason::kSumTooLarge, extent, 0});
    }
    const std::size_t fixed = Extents::static_extent(r);
    if (fixed != std::dynamic_extent && std::cmp_not_equal(fixed, extent)) {
      refuse({core::Reason::kExtentDiffers, extent, std::int64_t(fixed)});
    }
    sizes[r] = static_cast<typename Extents::index_type>(extent);
  }
  return Extents(sizes);
}

template <class Extents>
constexpr void check_same(const Extents& stated, const Extents& extents) {
  for (std::size_t r = 0; r < Extents::rank(); ++r) {
    if (stated.extent(r) != extents.extent(r))
      refuse({core::Reason::kExtentDiffers, extents.extent(r), stated.extent(r)});
  }
}

/// L is a Layout<>, or a ComposedLayout<> that is a swizzle of a layout.
template <auto L>
struct StaticMdspanLayout {
  // NOLINTBEGIN(readability-identifier-naming,readability-convert-member-functions-to-static): the
  // standard's names, and members of which it says so.
  template <class Extents>
  class mapping {
    static constexpr MdspanTraits kTraits = mdspan_traits(L);

   public:
    using extents_type = Extents;
    using index_type = Extents::index_type;
    using size_type = Extents::size_type;
    using rank_type = Extents::rank_type;
    using layout_type = StaticMdspanLayout;

    constexpr mapping() : extents_(extents_from<Extents>(domain_of(L))) {}
    // NOLINTNEXTLINE(google-explicit-constructor): as the standard's mappings.
    constexpr mapping(const Extents& extents) : extents_(extents_from<Extents>(domain_of(L))) {
      check_same(extents, extents_);
    }

    constexpr const Extents& extents() const noexcept { return extents_; }
    constexpr index_type required_span_size() const noexcept {
      return index_type(kTraits.span_size);
    }

    template <class... Indices>
      requires(sizeof...(Indices) == Extents::rank() &&
               (std::is_convertible_v<Indices, index_type> && ...))
    constexpr index_type operator()(Indices... indices) const {
      if constexpr (sizeof...(Indices) == 0 || kTraits.span_size == 0) {
        return 0;
      } else {
        return static_cast<index_type>(offset<L>(static_cast<index_type>(indices)...));
      }
    }

    static constexpr bool is_always_unique() noexcept { return kTraits.is_unique; }
    static constexpr bool is_always_exhaustive() noexcept { return kTraits.is_exhaustive; }
    static constexpr bool is_always_strided() noexcept { return kTraits.is_strided; }
    constexpr bool is_unique() const noexcept { return kTraits.is_unique; }
    constexpr bool is_exhaustive() const noexcept { return kTraits.is_exhaustive; }
    constexpr bool is_strided() const noexcept { return kTraits.is_strided; }

    /// Precondition: is_strided().
    constexpr index_type stride(rank_type r) const
      requires(Extents::rank() > 0 && kTraits.is_strided)
    {
      return index_type(or_refuse(stride_of_mode(or_refuse(notation::cute::mode(L, int(r))))));
    }

    friend constexpr bool operator==(const mapping&, const mapping&) noexcept = default;

   private:
    static_assert(kTraits.span_size <= std::numeric_limits<index_type>::max(),
                  "the layout's offsets do not fit the index type");
    [[no_unique_address]] Extents extents_;
  };
  // NOLINTEND(readability-identifier-naming,readability-convert-member-functions-to-static)
};

/// The leaves of a layout, by mode, for indices known at run time.
template <std::size_t Rank>
class MdspanLeaves {
 public:
  constexpr explicit MdspanLeaves(const Layout<>& layout) {
    for (std::size_t r = 0; r < Rank; ++r) {
      const Layout<> mode =
          notation::cute::coalesce(or_refuse(notation::cute::mode(layout, int(r))));
      for (int slot = 0; slot < mode.numbers.shape.slots; ++slot) {
        leaves_[ends_[r]++] = {mode.numbers.shape.values[slot], mode.numbers.stride.values[slot]};
      }
      if (r + 1 < Rank) ends_[r + 1] = ends_[r];
    }
  }

  constexpr std::int64_t offset(const std::array<std::int64_t, Rank>& indices) const {
    std::int64_t sum = 0;
    std::size_t leaf = 0;
    for (std::size_t r = 0; r < Rank; ++r) {
      std::int64_t rest = indices[r];
      for (; leaf < ends_[r]; ++leaf) {
        const auto [extent, stride] = leaves_[leaf];
        const bool is_last = leaf + 1U == ends_[r];
        sum += (is_last ? rest : rest % extent) * stride;
        if (!is_last) rest /= extent;
      }
    }
    return sum;
  }
  /// Precondition: the mode has one leaf.
  constexpr std::int64_t stride(std::size_t r) const { return leaves_[ends_[r] - 1U].stride; }

  friend constexpr bool operator==(const MdspanLeaves&, const MdspanLeaves&) = default;

 private:
  struct Step {
    std::int64_t extent = 1;
    std::int64_t stride = 0;
    friend constexpr bool operator==(const Step&, const Step&) = default;
  };
  std::array<Step, core::kMaxLeaves> leaves_{};
  std::array<std::size_t, Rank> ends_{};
};

struct MdspanLayout {
  // NOLINTBEGIN(readability-identifier-naming): the standard's names.
  template <class Extents>
  class mapping {
   public:
    using extents_type = Extents;
    using index_type = Extents::index_type;
    using size_type = Extents::size_type;
    using rank_type = Extents::rank_type;
    using layout_type = MdspanLayout;

    constexpr explicit mapping(const Layout<>& layout)
        : extents_(extents_from<Extents>(layout)), traits_(mdspan_traits(layout)), leaves_(layout) {
      if (!std::in_range<index_type>(traits_.span_size)) {
        refuse({core::Reason::kSumTooLarge, traits_.span_size, 0});
      }
    }

    constexpr const Extents& extents() const noexcept { return extents_; }
    constexpr index_type required_span_size() const noexcept {
      return index_type(traits_.span_size);
    }
    template <class... Indices>
      requires(sizeof...(Indices) == Extents::rank() &&
               (std::is_convertible_v<Indices, index_type> && ...))
    constexpr index_type operator()(Indices... indices) const {
      return index_type(leaves_.offset({static_cast<std::int64_t>(indices)...}));
    }

    static constexpr bool is_always_unique() noexcept { return false; }
    static constexpr bool is_always_exhaustive() noexcept { return false; }
    static constexpr bool is_always_strided() noexcept { return false; }
    constexpr bool is_unique() const noexcept { return traits_.is_unique; }
    constexpr bool is_exhaustive() const noexcept { return traits_.is_exhaustive; }
    constexpr bool is_strided() const noexcept { return traits_.is_strided; }
    /// Precondition: is_strided().
    constexpr index_type stride(rank_type r) const
      requires(Extents::rank() > 0)
    {
      return index_type(leaves_.stride(r));
    }

    friend constexpr bool operator==(const mapping& a, const mapping& b) noexcept {
      return a.extents_ == b.extents_ && a.leaves_ == b.leaves_;
    }

   private:
    [[no_unique_address]] Extents extents_;
    MdspanTraits traits_;
    MdspanLeaves<Extents::rank()> leaves_;
  };
  // NOLINTEND(readability-identifier-naming)
};

}  // namespace tileglot::cute

#endif  // __has_include(<mdspan>)
