// SPDX-License-Identifier: Apache-2.0
// A constant is rewritten with its elements in memory order.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/permutation.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/literal.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/normalize/layout_normalizer.h"
#include "tileglot/hlo/pass/normalize/rules.h"

namespace tileglot::hlo::pass {
namespace {

/// The row-major stride of each dimension, in elements.
std::vector<std::size_t> steps(const std::vector<std::int64_t>& bounds) {
  std::vector<std::size_t> result(bounds.size(), 1);
  for (std::size_t i = bounds.size(); i-- > 1;) {
    result[i - 1] = result[i] * static_cast<std::size_t>(bounds[i]);
  }
  return result;
}

/// Dimension i of the result is dimension p[i] of the literal.
Literal transposed(const Literal& literal, const core::Permutation& p) {
  Literal result = literal;
  result.bounds = core::permute(literal.bounds, p);
  if (literal.elided) return result;
  const std::size_t count = element_count(literal);
  const std::size_t size = literal.bytes.size() / count;
  const std::vector<std::size_t> strides = core::permute(steps(literal.bounds), p);
  std::vector<std::int64_t> at(p.size(), 0);
  std::size_t from = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::copy_n(literal.bytes.begin() + static_cast<std::ptrdiff_t>(from * size), size,
                result.bytes.begin() + static_cast<std::ptrdiff_t>(i * size));
    for (std::size_t k = p.size(); k-- > 0;) {
      from += strides[k];
      if (++at[k] < result.bounds[k]) break;
      from -= strides[k] * static_cast<std::size_t>(at[k]);
      at[k] = 0;
    }
  }
  return result;
}

}  // namespace

/// A constant without elements, or a tuple, is left as it is.
core::Result<bool> normalize_constant(LayoutNormalizer& normalizer, InstructionId id) {
  const auto& literal =
      *attribute_of<Shared<Literal>>(normalizer.module()[id], AttributeKey::kLiteral);
  if (!is_array(normalizer.shape(id)) || element_count(*literal) == 0) return false;
  Attribute moved{AttributeKey::kLiteral,
                  Shared(transposed(*literal, order(normalizer.shape(id))))};
  normalizer.replace(id, {}, {std::move(moved)});
  return true;
}

}  // namespace tileglot::hlo::pass
