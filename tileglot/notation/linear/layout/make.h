// SPDX-License-Identifier: Apache-2.0
// make.h: builds linear layouts from user input: names, basis vectors and sizes.
//
// What     make(bases, outs, surjective) checks all of it; make_infer(bases, names) infers the size
//          of an output as the smallest power of two above its entries, and requires by default
//          that every output is reached.
// Units    A vector has one entry for each output dimension, in their order. Sizes are powers of
//          two of at most 2^62; together at most 64 bits.
// Example  make_infer of register [[1],[2]] infers size 4 for dim0; [[1],[4]] is refused: 2 is not
//          reached. [tests: make_test.cc, "sizes are inferred from the largest entry"]
// Errors   linear.name, linear.duplicate, linear.too_many_dimensions, linear.too_many_bits;
//          linear.size (not a power of two), linear.vector_length, linear.out_of_range (an entry
//          below 0 or not below its size), linear.not_surjective, with an output that is not
//          reached.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

/// Spans locate it in the text that it was read from, if any.
struct BasisVector {
  std::vector<std::int64_t> entries;
  std::optional<core::Span> span = {};
};

struct InBases {
  std::string name;
  std::vector<BasisVector> vectors = {};
  std::optional<core::Span> span = {};
};

struct OutSize {
  std::string name;
  std::int64_t size = 1;
  std::optional<core::Span> span = {};
};

enum class Surjective : bool { kNo, kRequired };

core::Result<Layout> make(std::span<const InBases> bases, std::span<const OutSize> outs,
                          Surjective surjective = Surjective::kRequired);

core::Result<Layout> make_infer(std::span<const InBases> bases, std::span<const std::string> outs,
                                Surjective surjective = Surjective::kRequired);

/// log2 of a size. Fails with linear.size if it is not a power of two up to 2^62; `of` names in
/// the message what has it.
core::Result<int> bits_of_size(std::int64_t size, std::string_view of,
                               std::optional<core::Span> span = {});

/// Fails with linear.not_surjective unless every output is reached.
core::Status require_surjective(const Layout& layout);

}  // namespace tileglot::notation::linear
