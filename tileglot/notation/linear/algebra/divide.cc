// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/algebra/divide.h"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "tileglot/notation/linear/layout/detail/bit_moves.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {
namespace {

/// Takes the dimensions of B in the order of A's: both must have the same order, or A is not a
/// product.
class InOrder {
 public:
  explicit InOrder(std::span<const Dimension> of_b) : rest_(of_b) {}

  /// B's dimension of this name if it is the next; else nullptr.
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

/// How the bits of one dimension of A are divided between B and C; the left factor has the low
/// ones.
struct Parts {
  int b_begin;
  int b_bits;
  int c_begin;
  int c_bits;
};

/// c_bits is negative if B has more bits than A.
Parts parts_of(const Dimension& in_a, const Dimension* in_b, Known known) {
  const int b_bits = in_b == nullptr ? 0 : in_b->bits;
  const int c_bits = in_a.bits - b_bits;
  if (known == Known::kLeft) return {in_a.begin, b_bits, in_a.begin + b_bits, c_bits};
  return {in_a.begin + c_bits, b_bits, in_a.begin, c_bits};
}

/// A mask of `bits` bits from `begin` on.
std::uint64_t ones(int begin, int bits) {
  return bits == 0 ? 0 : (~std::uint64_t{0} >> (kMaxBits - bits)) << begin;
}

/// Maps between the flat outputs of A and those of B and C.
struct Outputs {
  detail::BitMoves from_b;  ///< a column of B to one of A
  detail::BitMoves to_c;    ///< a column of A to one of C
  std::uint64_t of_b = 0;   ///< the output bits of A that are B's
};

/// Adds the outputs of C; false if B's outputs rule it out as a factor.
bool split_outputs(Outputs& split, const Layout& a, const Layout& b, Known known, Layout& c) {
  InOrder of_b(b.outs());
  for (const Dimension& out : a.outs()) {
    const Dimension* in_b = of_b.next_if(out.name);
    const Parts parts = parts_of(out, in_b, known);
    if (parts.c_bits < 0) return false;
    if (in_b != nullptr) split.from_b.add(*in_b, parts.b_begin);
    split.of_b |= ones(parts.b_begin, parts.b_bits);
    split.to_c.add(ones(parts.c_begin, parts.c_bits), parts.c_begin, c.out_bits());
    c.add_out(out.name, parts.c_bits);
  }
  return of_b.all_taken();
}

/// Adds one input of C, whose part in B is in_b; false if B is not a factor.
bool add_rest(Layout& c, const Layout& a, const Dimension& in, const Layout& b,
              const Dimension* in_b, const Outputs& split, Known known) {
  const Parts parts = parts_of(in, in_b, known);
  if (parts.c_bits < 0) return false;
  for (int i = 0; i < parts.b_bits; ++i) {
    if (a.column(parts.b_begin + i) != split.from_b.moved(b.column(in_b->begin + i))) return false;
  }
  std::uint64_t* columns = c.add_in(in.name, parts.c_bits);
  for (int i = 0; i < parts.c_bits; ++i) {
    const std::uint64_t column = a.column(parts.c_begin + i);
    if ((column & split.of_b) != 0) return false;
    columns[i] = split.to_c.moved(column);
  }
  return true;
}

std::optional<Layout> divide(const Layout& a, const Layout& b, Known known) {
  std::optional<Layout> c(std::in_place);
  Outputs split;
  if (!split_outputs(split, a, b, known, *c)) return std::nullopt;
  InOrder of_b(b.ins());
  for (const Dimension& in : a.ins()) {
    if (!add_rest(*c, a, in, b, of_b.next_if(in.name), split, known)) return std::nullopt;
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
