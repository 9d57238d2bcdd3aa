// SPDX-License-Identifier: Apache-2.0
// identity.h: basic linear layouts with one input dimension.
//
// What     identity_1d maps i to i, strided_1d to i * stride, zeros_1d to 0; identity_standard_nd
//          fills a tensor with one input, dimension after dimension. zeros_like keeps the
//          dimensions of a layout and maps everything to 0.
// Units    n is the size of the input. n == 0 gives the empty layout, as in Triton.
// Example  strided_1d(8, 4, "i", "o") has columns 4, 8, 16 and an output of size 32.
//          [tests: identity_test.cc, "the constructors of one dimension"]
// Errors   linear.size where a size is not a power of two, linear.name, linear.too_many_bits,
//          linear.order (not a permutation of the dimensions). Zeros need not be surjective.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

core::Result<Layout> identity_1d(std::int64_t n, std::string_view in, std::string_view out);
core::Result<Layout> strided_1d(std::int64_t n, std::int64_t stride, std::string_view in,
                                std::string_view out);
core::Result<Layout> zeros_1d(std::int64_t n, std::string_view in, std::string_view out,
                              std::int64_t out_size = 1);

/// identity_1d for names and sizes known to be valid: 2^bits values from `in` to `out`.
/// Precondition: bits <= 62.
Layout identity(int bits, const Name& in, const Name& out);
Layout zeros(int bits, const Name& in, const Name& out);

/// order lists the dimensions from minor to major; the outputs of the result are in that order.
core::Result<Layout> identity_standard_nd(std::string_view in, std::span<const std::int64_t> shape,
                                          std::span<const std::int64_t> order);

Layout zeros_like(const Layout& layout);

}  // namespace tileglot::notation::linear
