// SPDX-License-Identifier: Apache-2.0
#include "tileglot/python/tiler.h"

#include <nanobind/nanobind.h>

#include "tileglot/core/int_tuple.h"
#include "tileglot/core/outcome.h"
#include "tileglot/notation/cute/layout/tiler.h"
#include "tileglot/notation/cute/text/refusal.h"
#include "tileglot/python/errors.h"
#include "tileglot/python/layout_object.h"
#include "tileglot/python/tuples.h"

namespace tileglot::python {
namespace {

namespace cute = notation::cute;

constexpr int kLookedAt = 4096;

/// Looks at no more than `left` objects: a list may hold itself.
bool holds_layouts(nb::handle object, int level, int& left) {
  if (left-- <= 0) return false;
  if (held_in<CuteObject>(object) != nullptr) return true;
  if (!PyTuple_Check(object.ptr()) && !PyList_Check(object.ptr())) {
    return nb::isinstance<cute::Tiler>(object);
  }
  if (level > core::kMaxDepth) return false;
  for (const nb::handle mode : object) {
    if (holds_layouts(mode, level + 1, left)) return true;
  }
  return false;
}

void check(core::Refusal refusal) {
  if (refusal != core::Refusal{}) raise(cute::to_error(refusal));
}

cute::Tiler tiler_at(nb::handle object, int level) {
  if (const CuteObject* const held = held_in<CuteObject>(object)) {
    return value_of(cute::tiler_of(held->value));
  }
  if (nb::isinstance<cute::Tiler>(object)) return nb::cast<const cute::Tiler&>(object);
  int left = kLookedAt;
  if (!holds_layouts(object, level, left)) return value_of(cute::tiler_of(tuple_of(object)));
  cute::Tiler tiler;
  for (const nb::handle mode : object) check(cute::append_mode(tiler, tiler_at(mode, level + 1)));
  return tiler;
}

}  // namespace

bool holds_layouts(nb::handle object) {
  int left = kLookedAt;
  return (PyTuple_Check(object.ptr()) || PyList_Check(object.ptr())) &&
         holds_layouts(object, 0, left);
}

cute::Tiler tiler_of(nb::handle object) { return tiler_at(object, 0); }

}  // namespace tileglot::python
