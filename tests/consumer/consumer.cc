// SPDX-License-Identifier: Apache-2.0
// consumer.cc: what a user of the installed library writes first; exits 0 if the answers are right.
#include <cstdio>

#include "tileglot/core/checked.h"
#include "tileglot/core/scanner.h"

int main() {
  tileglot::core::Scanner scanner("f32[3,5]");
  const bool scanned =
      scanner.name() == "f32" && scanner.accept("[") && scanner.integer("size") == 3;
  const bool checked = !tileglot::core::checked_mul(tileglot::core::kInt64Max, 2);
  std::puts(scanned && checked ? "consumer: right" : "consumer: wrong");
  return scanned && checked ? 0 : 1;
}
