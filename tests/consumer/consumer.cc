// SPDX-License-Identifier: Apache-2.0
// consumer.cc: what a user of the installed library writes first; exits 0 if the answer is right.
#include <array>
#include <cstdint>
#include <cstdio>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/evaluate.h"

namespace xla = tileglot::notation::xla;

tileglot::core::Result<std::int64_t> offset_of_2_3() {
  TILEGLOT_TRY(shape, xla::parse_shape("f32[3,5]{1,0:T(2,2)}"));
  TILEGLOT_TRY(evaluator, xla::Evaluator::of(shape));
  const std::array<std::int64_t, 2> coordinate = {2, 3};
  TILEGLOT_TRY_STATUS(evaluator.check(coordinate));
  return evaluator.offset(coordinate);
}

int main() {
  const auto offset = offset_of_2_3();
  if (!offset) {
    std::printf("%s\n", offset.error()->message.c_str());
    return 1;
  }
  std::printf("element (2,3) is at offset %lld\n", static_cast<long long>(*offset));
  return *offset == 17 ? 0 : 1;
}
