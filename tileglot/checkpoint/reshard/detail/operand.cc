// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/detail/operand.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"

namespace tileglot::checkpoint::reshard {
namespace {

using pieces::Extents;
using pieces::PiecedArray;

/// "'w' is f32 [2,4]". In .npy files small types have whole bytes.
std::string text_of(const PiecedArray& array) {
  const bool is_usual = array.element_bits == core::bits(array.type);
  return fmt::format("'{}' is {}{} [{}]", core::printable(array.name), core::name(array.type),
                     is_usual ? "" : fmt::format(" in {} bits", array.element_bits),
                     fmt::join(array.extents, ","));
}

core::Error not_alike(const PiecedArray& one, const PiecedArray& other, std::string help) {
  return {{.code = "reshard.alike",
           .message = fmt::format("{}, and {}", text_of(one), text_of(other)),
           .help = std::move(help)}};
}

bool have_one_type(const PiecedArray& one, const PiecedArray& other) {
  return std::tie(one.type, one.element_bits) == std::tie(other.type, other.element_bits);
}

bool agree_beside(const Extents& one, const Extents& other, std::size_t dim) {
  if (one.size() != other.size()) return false;
  for (std::size_t k = 0; k < one.size(); ++k) {
    if (k != dim && one[k] != other[k]) return false;
  }
  return true;
}

core::Error no_dimension(std::int64_t dim, const Extents& extents) {
  return {{.code = "reshard.concat",
           .message = fmt::format("concat {} of arrays of {} dimensions", dim, extents.size()),
           .help = "dimensions count from 0; that of a stack is the first"}};
}

core::Error too_large(const Extents& extents) {
  return {{.code = "reshard.too_large",
           .message = fmt::format(
               "the bits of an array of [{}], joined with others, do not fit in 63 bits",
               fmt::join(extents, ",")),
           .help = "join fewer arrays"}};
}

core::Status check_size(const Extents& extents, std::int64_t element_bits) {
  const bool is_empty = std::ranges::find(extents, 0) != extents.end();
  std::int64_t bits = is_empty ? 0 : element_bits;
  for (const std::int64_t extent : extents) {
    if (!core::multiply_fits(bits, extent, bits)) return core::fail(too_large(extents));
  }
  return {};
}

}  // namespace

core::Result<Operand> operand_of(std::vector<std::size_t> arrays, bool is_stack,
                                 const pieces::PiecedModel& model) {
  const PiecedArray& one = model.arrays[arrays.front()];
  for (const std::size_t number : arrays) {
    const PiecedArray& other = model.arrays[number];
    if (have_one_type(one, other) && one.extents == other.extents) continue;
    return core::fail(not_alike(one, other, "arrays of a stack have one type and equal extents"));
  }
  Operand operand{.arrays = std::move(arrays), .is_stack = is_stack, .extents = one.extents};
  if (is_stack) {
    operand.extents.insert(operand.extents.begin(),
                           static_cast<std::int64_t>(operand.arrays.size()));
  }
  return operand;
}

core::Result<Extents> joined_extents(const std::vector<Operand>& operands,
                                     std::optional<std::int64_t> dim,
                                     const pieces::PiecedModel& model) {
  const PiecedArray& one = model.arrays[operands[0].arrays.front()];
  Extents extents = operands[0].extents;
  if (dim && *dim >= static_cast<std::int64_t>(extents.size()))
    return core::fail(no_dimension(*dim, extents));
  const auto along = static_cast<std::size_t>(dim.value_or(0));
  for (std::size_t i = 1; i < operands.size(); ++i) {
    const PiecedArray& other = model.arrays[operands[i].arrays.front()];
    if (!have_one_type(one, other) || !agree_beside(extents, operands[i].extents, along)) {
      return core::fail(not_alike(
          one, other,
          fmt::format("arrays that are joined differ in dimension {} only, that of concat",
                      along)));
    }
    if (!core::add_fits(extents[along], operands[i].extents[along], extents[along]))
      return core::fail(too_large(operands[i].extents));
  }
  TILEGLOT_TRY_STATUS(check_size(extents, one.element_bits));
  return extents;
}

}  // namespace tileglot::checkpoint::reshard
