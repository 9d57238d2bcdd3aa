// SPDX-License-Identifier: Apache-2.0
// recorded_errors.h: texts and the errors that a user sees for them, recorded in a file.
//
// What     A case is a line "> TEXT" and, up to the next such line, what is printed for that text.
//          Empty lines are ignored. expect_as_recorded compares every case with what RENDERED makes
//          of its text.
// Why      Errors are read by people: the file shows them as users will see them, and a changed
//          error shows in its diff.
// Example  expect_as_recorded(file, 25, [](std::string_view text) { return rendered(text); });
//          [tests: recorded_errors_test.cc, "cases as recorded pass"]
// Errors   Fewer than AT_LEAST cases, or a case that differs, are GoogleTest failures.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace tileglot::core {

void expect_as_recorded(const std::string& file, std::size_t at_least,
                        const std::function<std::string(std::string_view text)>& rendered);

}  // namespace tileglot::core
