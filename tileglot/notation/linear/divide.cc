// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/divide.h"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/detail/bit_moves.h"
#include "tileglot/notation/linear/layout.h"

namespace tileglot::notation::linear {
namespace {

/// Takes the dimensions of B as they come up among those of A: both have them in one order, or A is
/// no product.
class InOrder {
 public:
  explicit InOrder(std::span<const Dimension> of_b) : rest_(of_b) {}

  /// B's dimension of this name if it is the next; else nothing.
  const Dimension* next_if(const Name& name) {
    if (rest_.empty() || rest_.front().name != name) return nullptr;
    const Dimension* taken = &rest_.front();
    rest_ = rest_.subspan(1);
    return taken;
  }
  bool all_taken() const { return rest_.empty(); }

 private:
  std::span<const Dimension> rest_;
};

/// Which factor of the product is known.
enum class Known : bool { kLeft, kRight };

/// The bits of one dimension of A that are B's, and those that are C's.
struct Parts {
  Dimension b;
  Dimension c;
};

/// The left factor has the low bits. Nothing if B has more bits than A.
std::optional<Parts> parts_of(const Dimension& in_a, const Dimension* in_b, Known known) {
  const int b_bits = in_b == nullptr ? 0 : in_b->bits;
  const int c_bits = in_a.bits - b_bits;
  if (c_bits < 0) return std::nullopt;
  const auto part = [&](int bits, int begin) {
    return Dimension{in_a.name, static_cast<std::int16_t>(bits), static_cast<std::int16_t>(begin)};
  };
  if (known == Known::kLeft)
    return Parts{part(b_bits, in_a.begin), part(c_bits, in_a.begin + b_bits)};
  return Parts{part(b_bits, in_a.begin + c_bits), part(c_bits, in_a.begin)};
}

/// How the flat outputs of A are those of B and C. In an output that both have, the left factor has
/// the low bits.
struct Outputs {
  detail::BitMoves from_b;  ///< a column of B as one of A
  detail::BitMoves to_c;    ///< a column of A that is one of C as that
  std::uint64_t of_b = 0;   ///< the output bits of A that are B's
};

/// Adds the outputs of C; nothing if B is no factor by its outputs.
std::optional<Outputs> split_outputs(const Layout& a, const Layout& b, Known known, Layout& c) {
  Outputs split;
  InOrder of_b(b.outs());
  for (const Dimension& out : a.outs()) {
    const Dimension* in_b = of_b.next_if(out.name);
    const auto parts = parts_of(out, in_b, known);
    if (!parts) return std::nullopt;
    if (in_b != nullptr) split.from_b.add(*in_b, parts->b.begin);
    split.of_b |= mask_of(parts->b);
    split.to_c.add(parts->c, c.out_bits());
    c.add_out(out.name, parts->c.bits);
  }
  if (!of_b.all_taken()) return std::nullopt;
  return split;
}

/// Adds one input of C, of which B has in_b; false if B is no factor.
bool add_rest(Layout& c, const Layout& a, const Dimension& in, const Layout& b,
              const Dimension* in_b, const Outputs& split, Known known) {
  const auto parts = parts_of(in, in_b, known);
  if (!parts) return false;
  for (int i = 0; i < parts->b.bits; ++i) {
    if (a.column(parts->b.begin + i) != split.from_b.moved(b.column(in_b->begin + i))) return false;
  }
  core::SmallVector<std::uint64_t, kMaxBits> columns;
  for (const std::uint64_t column : a.columns_of(parts->c)) {
    if ((column & split.of_b) != 0) return false;
    columns.push_back(split.to_c.moved(column));
  }
  c.add_in(in.name, {columns.data(), columns.size()});
  return true;
}

std::optional<Layout> divide(const Layout& a, const Layout& b, Known known) {
  std::optional<Layout> c(std::in_place);
  const auto split = split_outputs(a, b, known, *c);
  if (!split) return std::nullopt;
  InOrder of_b(b.ins());
  for (const Dimension& in : a.ins()) {
    if (!add_rest(*c, a, in, b, of_b.next_if(in.name), *split, known)) return std::nullopt;
  }
  if (!of_b.all_taken()) return std::nullopt;
  return c;
}

}  // namespace

std::optional<Layout> divide_left(const Layout& a, const Layout& b) {
  return divide(a, b, Known::kLeft);
}

std::optional<Layout> divide_right(const Layout& a, const Layout& b) {
  return divide(a, b, Known::kRight);
}

}  // namespace tileglot::notation::linear
