// SPDX-License-Identifier: Apache-2.0
// any_f2_matrix.h: random matrices over F2 for laws.
#pragma once

#include <rapidcheck.h>  // not Gen.h alone: it leaves *gen undefined

#include <cstdint>
#include <iosfwd>

#include "tileglot/core/f2_matrix.h"

namespace tileglot::core {

/// Uniform over all words with `bits` low bits, at any RapidCheck size; shrinks towards 0.
rc::Gen<std::uint64_t> any_word(int bits);

/// A matrix of any rank: uniform entries, or a product through fewer columns, or sparse.
rc::Gen<F2Matrix> any_f2_matrix(int rows, int columns);

/// Up to max_size by max_size, every size equally likely.
rc::Gen<F2Matrix> any_f2_matrix_up_to(int max_size);

/// A product of random row operations.
rc::Gen<F2Matrix> any_invertible_f2_matrix(int size);

/// Found by RapidCheck when it prints a counterexample.
void showValue(const F2Matrix& m, std::ostream& out);

}  // namespace tileglot::core
