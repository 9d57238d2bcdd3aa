// SPDX-License-Identifier: Apache-2.0
// layout_operations.cc: the operations that make layouts of layouts.
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/complement.h"
#include "tileglot/notation/cute/detail/arguments.h"
#include "tileglot/notation/cute/layout.h"
#include "tileglot/notation/cute/refusal.h"

namespace tileglot::notation::cute {
namespace {

using core::fail;
using core::Result;

template <class T>
Result<Value> for_layout(const Outcome<T>& outcome, const Layout<>& layout) {
  if (!outcome) return fail(layout_error(outcome.refusal, layout));
  return Value(*outcome);
}

Result<Value> apply_complement(const Arguments& arguments) {
  TILEGLOT_TRY(layout, arguments.layout(0));
  if (arguments.count() == 1) return for_layout(complement(layout), layout);
  TILEGLOT_TRY(target, arguments.tuple(1));
  return for_layout(complement(layout, target), layout);
}

constexpr Operation kOperations[] = {
    {"complement", 1, 2, apply_complement},
};

}  // namespace

std::span<const Operation> layout_operations() { return kOperations; }

}  // namespace tileglot::notation::cute
