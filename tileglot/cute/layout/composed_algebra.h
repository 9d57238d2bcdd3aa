// SPDX-License-Identifier: Apache-2.0
// composed_algebra.h: the algebra of composed layouts under CuTe's C++ names, on values.
//
// What     The functions of modes.h, algebra.h, product.h and recast.h for
//          ComposedLayout: most change only its inner layout; the inverses and recasts change all
//          of it.
// Why      A swizzled tile of shared memory is tiled and divided like any other.
// Example  tile_to_shape(composition(Swizzle<3, 3, 3>{}, (_8,_64):(_64,_1)), Shape<_128, _64>{}) is
//          Sw<3,3,3> o _0 o ((_8,_16),(_64,_1)):((_64,_512),(_1,_0)).
//          [tests: composed_layout_test.cc, "a swizzled atom fills shared memory"]
// Errors   Refused (refused.h): what the operations refuse.
// Source   cute/layout_composed.hpp, cute/swizzle_layout.hpp.
#pragma once

#include "tileglot/cute/layout/algebra.h"
#include "tileglot/cute/layout/composed_layout.h"
#include "tileglot/cute/layout/layout.h"
#include "tileglot/cute/layout/modes.h"
#include "tileglot/cute/layout/product.h"
#include "tileglot/cute/layout/recast.h"
#include "tileglot/cute/layout/static_result.h"
#include "tileglot/cute/layout/swizzle.h"
#include "tileglot/cute/layout/tuple.h"
#include "tileglot/notation/cute/composed/composition.h"
#include "tileglot/notation/cute/composed/inverse.h"
#include "tileglot/notation/cute/composed/modes.h"
#include "tileglot/notation/cute/composed/recast.h"
#include "tileglot/notation/cute/composed/swizzle_push.h"
#include "tileglot/notation/cute/composed/swizzled_product.h"

namespace tileglot::cute {

/// The outcome of A o offset o change(B).
template <class C, class Change>
constexpr auto on_inner(const C& composed, const Change& change) {
  return notation::cute::on_inner(value_of(composed), [&](const notation::cute::Layout<>& inner) {
    return core::Outcome<notation::cute::Layout<>>(settled(change(inner)));
  });
}

// --- composition ---

template <ComposedLike C, TilerLike T>
constexpr auto composition(const C& composed, const T& tiler) {
  return result_of(
      [](const auto& c, const auto& t) {
        return on_inner(c, [&](const auto& inner) {
          return notation::cute::composition(inner, divisor_of(t));
        });
      },
      composed, tiler);
}
template <LayoutLike L, ComposedLike C>
constexpr auto composition(const L& layout, const C& composed) {
  return result_of(
      [](const auto& l, const auto& c) {
        return notation::cute::composition(value_of(l), value_of(c));
      },
      layout, composed);
}
template <ComposedLike A, ComposedLike B>
constexpr auto composition(const A& a, const B& b) {
  return result_of(
      [](const auto& p, const auto& q) {
        return notation::cute::composition(value_of(p), value_of(q));
      },
      a, b);
}
/// x -> layout(s(x)), rewritten with a swizzle after the layout.
template <LayoutLike L, SwizzleLike S>
constexpr auto composition(const L& layout, S swizzle) {
  return result_of([](const auto& l,
                      const auto& s) { return notation::cute::composition(value_of(l), s.value); },
                   layout, swizzle);
}
template <ComposedLike C, TupleLike S>
constexpr auto with_shape(const C& composed, const S& shape) {
  return result_of(
      [](const auto& c, const auto& s) {
        return on_inner(
            c, [&](const auto& inner) { return notation::cute::with_shape(inner, value_of(s)); });
      },
      composed, shape);
}

// --- modes ---

template <int... Path, ComposedLike C>
constexpr auto get(const C& composed) {
  return result_of(
      [](const auto& c) {
        return on_inner(c, [](const auto& inner) {
          notation::cute::Layout<> part = inner;
          ((part = or_refuse(notation::cute::mode(part, Path))), ...);
          return part;
        });
      },
      composed);
}
template <int... Path, ComposedLike C>
constexpr auto layout(const C& composed) {
  return get<Path...>(composed);
}
template <int Begin, int End, ComposedLike C>
constexpr auto take(const C& composed) {
  return result_of(
      [](const auto& c) {
        return on_inner(
            c, [](const auto& inner) { return value_of(take<Begin, End>(Layout<>(inner))); });
      },
      composed);
}
template <int Begin, int End, ComposedLike C>
constexpr auto group(const C& composed) {
  return result_of(
      [](const auto& c) {
        return on_inner(
            c, [](const auto& inner) { return value_of(group<Begin, End>(Layout<>(inner))); });
      },
      composed);
}
template <int Begin, int End, ComposedLike C>
constexpr auto group_modes(const C& composed) {
  return group<Begin, End>(composed);
}
template <int N, ComposedLike C>
constexpr auto append(const C& composed) {
  return result_of(
      [](const auto& c) {
        return on_inner(c, [](const auto& inner) { return value_of(append<N>(Layout<>(inner))); });
      },
      composed);
}
template <ComposedLike C>
constexpr auto flatten(const C& composed) {
  return result_of(
      [](const auto& c) {
        return on_inner(c, [](const auto& inner) { return notation::cute::flatten(inner); });
      },
      composed);
}
template <ComposedLike C>
constexpr auto coalesce(const C& composed) {
  return result_of(
      [](const auto& c) {
        return on_inner(c, [](const auto& inner) { return notation::cute::coalesce(inner); });
      },
      composed);
}
template <ComposedLike C, TupleLike P>
constexpr auto coalesce(const C& composed, const P& profile) {
  return result_of(
      [](const auto& c, const auto& p) {
        return on_inner(
            c, [&](const auto& inner) { return notation::cute::coalesce(inner, value_of(p)); });
      },
      composed, profile);
}
template <ComposedLike C>
constexpr auto filter(const C& composed) {
  return result_of(
      [](const auto& c) {
        return on_inner(c, [](const auto& inner) { return notation::cute::filter(inner); });
      },
      composed);
}

// --- divides and products: the composed layout is the dividend or the block ---

template <ComposedLike C, TilerLike T>
constexpr auto logical_divide(const C& composed, const T& tiler) {
  return result_of(
      [](const auto& c, const auto& t) {
        return on_inner(c, [&](const auto& inner) {
          return notation::cute::logical_divide(inner, divisor_of(t));
        });
      },
      composed, tiler);
}
template <ComposedLike C, TilerLike T>
constexpr auto zipped_divide(const C& composed, const T& tiler) {
  return result_of(
      [](const auto& c, const auto& t) {
        return on_inner(c, [&](const auto& inner) {
          return notation::cute::zipped_divide(inner, divisor_of(t));
        });
      },
      composed, tiler);
}
template <ComposedLike C, TilerLike T>
constexpr auto tiled_divide(const C& composed, const T& tiler) {
  return result_of(
      [](const auto& c, const auto& t) {
        return on_inner(c, [&](const auto& inner) {
          return notation::cute::tiled_divide(inner, divisor_of(t));
        });
      },
      composed, tiler);
}
template <ComposedLike C, TilerLike T>
constexpr auto flat_divide(const C& composed, const T& tiler) {
  return result_of(
      [](const auto& c, const auto& t) {
        return on_inner(c, [&](const auto& inner) {
          return notation::cute::flat_divide(inner, divisor_of(t));
        });
      },
      composed, tiler);
}
template <ComposedLike C, TilerLike T>
constexpr auto logical_product(const C& composed, const T& tiler) {
  return result_of(
      [](const auto& c, const auto& t) {
        return on_inner(c, [&](const auto& inner) {
          return notation::cute::logical_product(inner, tiler_of(t));
        });
      },
      composed, tiler);
}
template <ComposedLike C, TilerLike T>
constexpr auto zipped_product(const C& composed, const T& tiler) {
  return result_of(
      [](const auto& c, const auto& t) {
        return on_inner(c, [&](const auto& inner) {
          return notation::cute::zipped_product(inner, tiler_of(t));
        });
      },
      composed, tiler);
}
template <ComposedLike C, TilerLike T>
constexpr auto tiled_product(const C& composed, const T& tiler) {
  return result_of(
      [](const auto& c, const auto& t) {
        return on_inner(c, [&](const auto& inner) {
          return notation::cute::tiled_product(inner, tiler_of(t));
        });
      },
      composed, tiler);
}
template <ComposedLike C, TilerLike T>
constexpr auto flat_product(const C& composed, const T& tiler) {
  return result_of(
      [](const auto& c, const auto& t) {
        return on_inner(
            c, [&](const auto& inner) { return notation::cute::flat_product(inner, tiler_of(t)); });
      },
      composed, tiler);
}
template <ComposedLike C, LayoutLike T>
constexpr auto blocked_product(const C& composed, const T& order) {
  return result_of(
      [](const auto& c, const auto& t) {
        return on_inner(c, [&](const auto& inner) {
          return notation::cute::blocked_product(inner, value_of(t));
        });
      },
      composed, order);
}
template <ComposedLike C, LayoutLike T>
constexpr auto raked_product(const C& composed, const T& order) {
  return result_of(
      [](const auto& c, const auto& t) {
        return on_inner(c, [&](const auto& inner) {
          return notation::cute::raked_product(inner, value_of(t));
        });
      },
      composed, order);
}
/// Copies of a block in the order of a swizzled layout.
template <LayoutLike L, ComposedLike C>
constexpr auto logical_product(const L& block, const C& order) {
  return result_of(
      [](const auto& b, const auto& o) {
        return notation::cute::logical_product(value_of(b), value_of(o));
      },
      block, order);
}
/// Copies of a swizzled atom that fill a shape, such as a kernel's shared-memory tile.
template <ComposedLike C, TupleLike S, class O = LayoutLeft>
constexpr auto tile_to_shape(const C& composed, const S& shape, const O& order = {}) {
  return result_of(
      [](const auto& c, const auto& s, const auto& o) {
        return on_inner(
            c, [&](const auto& inner) { return value_of(tile_to_shape(Layout<>(inner), s, o)); });
      },
      composed, shape, order);
}

// --- inverses and complement ---

template <ComposedLike C>
constexpr auto right_inverse(const C& composed) {
  return result_of([](const auto& c) { return notation::cute::right_inverse(value_of(c)); },
                   composed);
}
template <ComposedLike C>
constexpr auto left_inverse(const C& composed) {
  return result_of([](const auto& c) { return notation::cute::left_inverse(value_of(c)); },
                   composed);
}
/// The complement of the inner layout, as in CuTe.
template <ComposedLike C>
constexpr auto complement(const C& composed) {
  return complement(composed.layout_b());
}
template <ComposedLike C, TupleLike M>
constexpr auto complement(const C& composed, const M& cotarget) {
  return complement(composed.layout_b(), cotarget);
}

// --- other element sizes ---

template <int N, ComposedLike C>
constexpr auto upcast(const C& composed) {
  return result_of([](const auto& c) { return notation::cute::upcast(N, value_of(c)); }, composed);
}
template <int N, ComposedLike C>
constexpr auto downcast(const C& composed) {
  return result_of([](const auto& c) { return notation::cute::downcast(N, value_of(c)); },
                   composed);
}
template <int OldBits, int NewBits, ComposedLike C>
constexpr auto recast_layout(const C& composed) {
  return result_of(
      [](const auto& c) { return notation::cute::recast_layout(OldBits, NewBits, value_of(c)); },
      composed);
}
template <class Old, class New, ComposedLike C>
constexpr auto recast_layout(const C& composed) {
  return recast_layout<sizeof_bits_v<Old>, sizeof_bits_v<New>>(composed);
}
template <ComposedLike C>
constexpr auto max_alignment(const C& composed) {
  return result_of([](const auto& c) { return notation::cute::max_alignment(value_of(c)); },
                   composed);
}
template <class A, class B>
  requires(ComposedLike<A> || ComposedLike<B>)
constexpr auto max_common_vector(const A& a, const B& b) {
  return result_of(
      [](const auto& p, const auto& q) {
        return notation::cute::max_common_vector(variant_of(p), variant_of(q));
      },
      a, b);
}

}  // namespace tileglot::cute
