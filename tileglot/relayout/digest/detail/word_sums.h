// SPDX-License-Identifier: Apache-2.0
// word_sums.h: the sums of consecutive words, in vector registers.
//
// What     sum_words(n, bytes, count) adds key(0, n + i) * w_i and key(1, n + i) * w_i over the
//          words w_0 .. w_(count-1), which are little-endian.
// How      The words of one block are multiplied by the keys of their places, 32 by 64 bits as two
//          products of a 64-bit lane, and the block's sums by the keys of the block.
// Units    Words of 32 bits; `bytes` needs no alignment.
// Example  [tests: detail/word_sums_test.cc, "every target adds the words times their keys"]
#pragma once

#include <cstddef>
#include <cstdint>

#include "tileglot/relayout/digest/detail/sums.h"

namespace tileglot::relayout::digest::detail {

/// Adds to the sums what one word contributes.
void add_word(Sums& sums, std::uint64_t number, std::uint32_t word);

Sums sum_words(std::uint64_t first_word, const std::byte* bytes, std::int64_t count);

}  // namespace tileglot::relayout::digest::detail
