// SPDX-License-Identifier: Apache-2.0
// counted.h: numbers with the words that agree with them.
//
// What     counted(1, "copy") is "1 copy", counted(2, "copy") "2 copies"; with a text for the number
//          as it is to be written, "1,024 bytes". is_or_are(1) is "is".
// Why      "1 elements" is wrong, and each message would have to see to it.
// Example  counted(0, "element") is "0 elements".
//          [tests: counted_test.cc, "words agree with their numbers"]
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tileglot::core {

/// The noun for so many: "copy", "copies"; a noun that ends in s, x or ch gets "es".
std::string noun_for(std::int64_t number, std::string_view noun);

std::string counted(std::int64_t number, std::string_view noun);
/// `written` is the number as text.
std::string counted(std::int64_t number, std::string_view written, std::string_view noun);

constexpr std::string_view is_or_are(std::int64_t number) { return number == 1 ? "is" : "are"; }

}  // namespace tileglot::core
