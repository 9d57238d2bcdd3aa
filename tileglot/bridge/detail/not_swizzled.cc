// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/detail/not_swizzled.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::bridge {
namespace {

namespace linear = notation::linear;

/// The row-major index of an output, as in the map.
std::uint64_t number_of(const linear::Layout& layout, std::uint64_t output) {
  std::uint64_t number = 0;
  for (const linear::Dimension& out : layout.outs())
    number = number << out.bits | linear::part_of(output, out);
  return number;
}

/// "L(lane=2)=4" for each bit of a flat input.
std::vector<std::string> vectors_of(const linear::Layout& layout, std::uint64_t inputs) {
  std::vector<std::string> texts;
  for (const linear::Dimension& in : layout.ins()) {
    for (int i = 0; i < in.bits; ++i) {
      if ((inputs >> (in.begin + i) & 1U) == 0) continue;
      texts.push_back(fmt::format("L({}={})={}", in.name.view(), std::uint64_t{1} << i,
                                  number_of(layout, layout.column(in.begin + i))));
    }
  }
  return texts;
}

/// The first flat input none of whose vectors is 0 and whose vectors xor to 0; 0 if there is none.
std::uint64_t cancelling_inputs(const linear::Layout& layout) {
  struct Reduced {
    std::uint64_t vector;
    std::uint64_t inputs;
  };
  std::vector<Reduced> basis;
  for (int j = 0; j < layout.in_bits(); ++j) {
    Reduced next{layout.column(j), std::uint64_t{1} << j};
    if (next.vector == 0) continue;
    for (const Reduced& b : basis) {
      if ((next.vector & std::bit_floor(b.vector)) == 0) continue;
      next.vector ^= b.vector;
      next.inputs ^= b.inputs;
    }
    if (next.vector == 0) return next.inputs;
    basis.push_back(next);
  }
  return 0;
}

core::Error cancelled(const linear::Layout& layout, std::uint64_t inputs) {
  std::uint64_t sum = 0;
  for (std::uint64_t rest = inputs; rest != 0; rest &= rest - 1)
    sum += number_of(layout, layout.column(std::countr_zero(rest)));
  const std::vector<std::string> vectors = vectors_of(layout, inputs);
  return {{.code = "bridge.not_affine",
           .message = fmt::format("{} inputs have vectors that cancel: a xor comes back to 0, and "
                                  "strides and swizzles do not",
                                  vectors.size()),
           .help = "shapes, strides and a swizzle cannot hold it; `--to linear` and `--to map` can",
           .witness = fmt::format("{}, but together 0, where strides add up to {}",
                                  fmt::join(vectors, ", "), sum)}};
}

/// Two vectors with a bit in common; they exist, or the vectors would be strides.
std::uint64_t meeting_inputs(const linear::Layout& layout) {
  for (int i = 0; i < layout.in_bits(); ++i) {
    for (int j = i + 1; j < layout.in_bits(); ++j) {
      if ((layout.column(i) & layout.column(j)) != 0)
        return std::uint64_t{1} << i | std::uint64_t{1} << j;
    }
  }
  return 0;
}

}  // namespace

core::Error why_not_swizzled(const linear::Layout& layout) {
  const std::uint64_t inputs = cancelling_inputs(layout);
  if (inputs != 0) return cancelled(layout, inputs);
  return {
      {.code = "bridge.not_affine",
       .message = "vectors have bits in common, and no swizzle Sw<B,M,S> takes them apart",
       .help = "shapes, strides and one swizzle cannot hold it; `--to linear` and `--to map` can",
       .witness = fmt::format("{}", fmt::join(vectors_of(layout, meeting_inputs(layout)), ", "))}};
}

}  // namespace tileglot::bridge
