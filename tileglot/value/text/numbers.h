// SPDX-License-Identifier: Apache-2.0
// numbers.h: large numbers and ratios for people.
//
// Example  grouped(1073741824) is "1,073,741,824"; ratio_text(10, 4) is "2.5x".
//          [tests: numbers_test.cc, "numbers are grouped and ratios short"]
#pragma once

#include <cstdint>
#include <string>

namespace tileglot::value {

/// Digits in groups of three.
std::string grouped(std::int64_t number);

/// At most two digits after the point. Precondition: part > 0.
std::string ratio_text(std::int64_t whole, std::int64_t part);

}  // namespace tileglot::value
