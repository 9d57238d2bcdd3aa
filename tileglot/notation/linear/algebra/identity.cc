// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/algebra/identity.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/algebra/product.h"
#include "tileglot/notation/linear/layout/detail/order.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/make.h"
#include "tileglot/notation/linear/layout/name.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;

constexpr int kMaxOutBits = 62;

/// One input with the vectors first, 2 * first, 4 * first and so on, and an output of out_bits.
Layout of_one_input(const Name& in, int in_bits, std::uint64_t first, const Name& out,
                    int out_bits) {
  core::SmallVector<std::uint64_t, kMaxBits> columns;
  for (int i = 0; i < in_bits; ++i) columns.push_back(first << i);
  Layout layout;
  layout.add_out(out, out_bits);
  layout.add_in(in, {columns.data(), columns.size()});
  return layout;
}

core::Error too_large(std::int64_t n, std::int64_t stride) {
  return {{.code = "linear.too_many_bits",
           .message = fmt::format("{} values {} apart need more than 2^{} outputs", n, stride,
                                  kMaxOutBits)}};
}

}  // namespace

Layout identity(int bits, const Name& in, const Name& out) {
  return of_one_input(in, bits, 1, out, bits);
}

Layout zeros(int bits, const Name& in, const Name& out) {
  return of_one_input(in, bits, 0, out, 0);
}

Result<Layout> identity_1d(std::int64_t n, std::string_view in, std::string_view out) {
  return strided_1d(n, 1, in, out);
}

Result<Layout> strided_1d(std::int64_t n, std::int64_t stride, std::string_view in,
                          std::string_view out) {
  TILEGLOT_TRY(in_name, name_of(in));
  TILEGLOT_TRY(out_name, name_of(out));
  if (n == 0) return Layout();
  TILEGLOT_TRY(bits, bits_of_size(n, in));
  TILEGLOT_TRY(shift, bits_of_size(stride, "the stride"));
  if (bits + shift > kMaxOutBits) return fail(too_large(n, stride));
  return of_one_input(in_name, bits, std::uint64_t{1} << shift, out_name, bits + shift);
}

Result<Layout> zeros_1d(std::int64_t n, std::string_view in, std::string_view out,
                        std::int64_t out_size) {
  TILEGLOT_TRY(in_name, name_of(in));
  TILEGLOT_TRY(out_name, name_of(out));
  if (n == 0) return Layout();
  TILEGLOT_TRY(bits, bits_of_size(n, in));
  TILEGLOT_TRY(out_bits, bits_of_size(out_size, out));
  return of_one_input(in_name, bits, 0, out_name, out_bits);
}

Result<Layout> identity_standard_nd(std::string_view in, std::span<const std::int64_t> shape,
                                    std::span<const std::int64_t> order) {
  TILEGLOT_TRY(in_name, name_of(in));
  TILEGLOT_TRY_STATUS(detail::check_order(order, shape.size()));
  Layout layout;
  for (const std::int64_t d : order) {
    const auto k = static_cast<std::size_t>(d);
    TILEGLOT_TRY(bits, bits_of_size(shape[k], standard_out(k).view()));
    TILEGLOT_TRY(product, mul(layout, identity(bits, in_name, standard_out(k))));
    layout = product;
  }
  return layout;
}

Layout zeros_like(const Layout& layout) {
  Layout result = layout;
  for (int j = 0; j < result.in_bits(); ++j) result.set_column(j, 0);
  return result;
}

}  // namespace tileglot::notation::linear
