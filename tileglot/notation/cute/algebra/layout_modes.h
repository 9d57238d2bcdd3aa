// SPDX-License-Identifier: Apache-2.0
// layout_modes.h: the tuple operations on layouts.
//
// What     get, take, select, insert, remove, replace, reverse, append, prepend, group, flatten,
//          unflatten, zip and zip2_by act on shape and stride in parallel.
// Why      A layout is the tuple of its modes, which are layouts.
// Example  select((2,(3,4)):(12,(4,1)), (1,0)) = ((3,4),2):((4,1),12);
//          append_n(3, 4:1) = (4,1,1):(1,0,0).
//          [tests: layout_modes_test.cc, "shape and stride move together"]
// Errors   Those of tuple/modes.h and tuple/profile.h; a size or cosize that no longer fits.
// Source   cute/layout.hpp. The filler mode is _1:_0, as in CuTe.
#pragma once

#include <cstdint>

#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/tuple/modes.h"
#include "tileglot/notation/cute/tuple/profile.h"

namespace tileglot::notation::cute {

/// verb(shapes..) : verb(strides..).
template <class Verb, class... Layouts>
constexpr Outcome<Layout<>> in_parallel(const Verb& verb, const Layouts&... layouts) {
  TILEGLOT_TRY_VALUE(shape, verb(layouts.shape...));
  TILEGLOT_TRY_VALUE(stride, verb(layouts.stride...));
  return make_layout(shape, stride);
}

/// The mode that append_n fills up with: one element.
inline constexpr Layout<> kFiller{core::static_integer(1), core::static_integer(0)};

constexpr Outcome<Layout<>> get(const Layout<>& layout, const IntTuple& path) {
  return in_parallel([&path](const IntTuple& t) { return get(t, path); }, layout);
}

/// An empty range is refused, since there is no layout without modes.
constexpr Outcome<Layout<>> take(const Layout<>& layout, std::int64_t begin, std::int64_t end) {
  if (begin == end) return Refusal{Reason::kNoSuchRange, begin, end};
  return in_parallel([=](const IntTuple& t) { return take(t, begin, end); }, layout);
}

constexpr Outcome<Layout<>> take(const Layout<>& layout, std::int64_t begin) {
  return take(layout, begin, rank(layout));
}

constexpr Outcome<Layout<>> select(const Layout<>& layout, const IntTuple& indices) {
  return in_parallel([&indices](const IntTuple& t) { return select(t, indices); }, layout);
}

constexpr Outcome<Layout<>> insert(const Layout<>& layout, std::int64_t n, const Layout<>& x) {
  return in_parallel([n](const IntTuple& t, const IntTuple& y) { return insert(t, n, y); }, layout,
                     x);
}

constexpr Outcome<Layout<>> remove(const Layout<>& layout, std::int64_t n) {
  return in_parallel([n](const IntTuple& t) { return remove(t, n); }, layout);
}

constexpr Outcome<Layout<>> replace(const Layout<>& layout, std::int64_t n, const Layout<>& x) {
  return in_parallel([n](const IntTuple& t, const IntTuple& y) { return replace(t, n, y); }, layout,
                     x);
}

constexpr Outcome<Layout<>> reverse(const Layout<>& layout) {
  return in_parallel([](const IntTuple& t) { return reverse(t); }, layout);
}

constexpr Outcome<Layout<>> append(const Layout<>& layout, const Layout<>& x = kFiller) {
  return in_parallel([](const IntTuple& t, const IntTuple& y) { return append(t, y); }, layout, x);
}

constexpr Outcome<Layout<>> prepend(const Layout<>& layout, const Layout<>& x = kFiller) {
  return in_parallel([](const IntTuple& t, const IntTuple& y) { return prepend(t, y); }, layout, x);
}

constexpr Outcome<Layout<>> append_n(std::int64_t n, const Layout<>& layout,
                                     const Layout<>& x = kFiller) {
  return in_parallel([n](const IntTuple& t, const IntTuple& y) { return append_n(n, t, y); },
                     layout, x);
}

constexpr Outcome<Layout<>> prepend_n(std::int64_t n, const Layout<>& layout,
                                      const Layout<>& x = kFiller) {
  return in_parallel([n](const IntTuple& t, const IntTuple& y) { return prepend_n(n, t, y); },
                     layout, x);
}

constexpr Outcome<Layout<>> group(const Layout<>& layout, std::int64_t begin, std::int64_t end) {
  return in_parallel([=](const IntTuple& t) { return group(t, begin, end); }, layout);
}

constexpr Outcome<Layout<>> wrap(const Layout<>& layout) {
  return in_parallel([](const IntTuple& t) { return wrap(t); }, layout);
}

constexpr Layout<> flatten(const Layout<>& layout) {
  return {flatten(layout.shape), flatten(layout.stride)};
}

constexpr Outcome<Layout<>> unflatten(const Layout<>& layout, const IntTuple& profile) {
  return in_parallel([&profile](const IntTuple& t) { return unflatten(t, profile); }, layout);
}

constexpr Outcome<Layout<>> zip(const Layout<>& layout) {
  return in_parallel([](const IntTuple& t) { return zip(t); }, layout);
}

/// The modes of two layouts in pairs.
constexpr Outcome<Layout<>> zip(const Layout<>& a, const Layout<>& b) {
  return in_parallel(
      [](const IntTuple& x, const IntTuple& y) -> Outcome<IntTuple> {
        TILEGLOT_TRY_VALUE(both, tuple_of(x, y));
        return zip(both);
      },
      a, b);
}

constexpr Outcome<Layout<>> zip2_by(const Layout<>& layout, const IntTuple& guide) {
  return in_parallel([&guide](const IntTuple& t) { return zip2_by(t, guide); }, layout);
}

}  // namespace tileglot::notation::cute
