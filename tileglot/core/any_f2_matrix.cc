// SPDX-License-Identifier: Apache-2.0
// any_f2_matrix.cc: random matrices over F2 for laws.
#include "tileglot/core/any_f2_matrix.h"

#include <rapidcheck.h>

#include <cstdint>
#include <ostream>

#include "tileglot/core/f2_matrix.h"

namespace tileglot::core {
namespace {

// RapidCheck draws small integers early in a run; a matrix needs all 64 bits from the first case.
constexpr int kFullSize = 1000;

int any_int(int begin, int end) {
  return *rc::gen::resize(kFullSize, rc::gen::inRange(begin, end));
}

F2Matrix draw_uniform(int rows, int columns) {
  F2Matrix result(rows, columns);
  for (int j = 0; j < columns; ++j) result.set_column(j, *any_word(rows));
  return result;
}

F2Matrix draw_of_low_rank(int rows, int columns) {
  const int between = any_int(0, (rows < columns ? rows : columns) + 1);
  return multiply(draw_uniform(rows, between), draw_uniform(between, columns));
}

/// At most two bits per column, as in the matrices of swizzles.
F2Matrix draw_sparse(int rows, int columns) {
  F2Matrix result(rows, columns);
  if (rows == 0) return result;
  for (int j = 0; j < columns; ++j) {
    const std::uint64_t one = std::uint64_t{1} << any_int(0, rows);
    const std::uint64_t other = std::uint64_t{1} << any_int(0, rows);
    result.set_column(j, one ^ other);
  }
  return result;
}

}  // namespace

rc::Gen<std::uint64_t> any_word(int bits) {
  return rc::gen::map(rc::gen::resize(kFullSize, rc::gen::arbitrary<std::uint64_t>()),
                      [bits](std::uint64_t word) { return word & low_bits(bits); });
}

rc::Gen<F2Matrix> any_f2_matrix(int rows, int columns) {
  return rc::gen::exec([rows, columns] {
    switch (any_int(0, 3)) {
      case 0: return draw_uniform(rows, columns);
      case 1: return draw_of_low_rank(rows, columns);
      default: return draw_sparse(rows, columns);
    }
  });
}

rc::Gen<F2Matrix> any_f2_matrix_up_to(int max_size) {
  return rc::gen::exec([max_size] {
    const int rows = any_int(0, max_size + 1);
    return *any_f2_matrix(rows, any_int(0, max_size + 1));
  });
}

rc::Gen<F2Matrix> any_invertible_f2_matrix(int size) {
  return rc::gen::exec([size] {
    F2Matrix result = f2_identity(size);
    if (size < 2) return result;
    const int operations = any_int(0, 4 * size);
    for (int k = 0; k < operations; ++k) {
      const int to = any_int(0, size);
      const int step = any_int(1, size);
      const int from = (to + step) % size;
      result.set_column(to, result.column(to) ^ result.column(from));
    }
    return result;
  });
}

void showValue(const F2Matrix& m, std::ostream& out) { out << print(m); }

}  // namespace tileglot::core
