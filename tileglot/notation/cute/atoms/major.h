// SPDX-License-Identifier: Apache-2.0
// major.h: which mode of an operand of a matrix instruction is contiguous.
//
// What     K for both operands, MN for M of A and N of B.
// Why      Instructions, tiles of shared memory and descriptors all ask it.
// Example  name(Major::kMn) is "MN".
//          [tests: atom_names_test.cc, "majors have the letters of CuTe"]
// Source   PTX ISA 8.7, 9.7.15.5.1.2 (K-major and MN-major).
#pragma once

#include <cstdint>
#include <string_view>

namespace tileglot::notation::cute {

enum class Major : std::uint8_t { kK, kMn };

constexpr std::string_view name(Major major) { return major == Major::kK ? "K" : "MN"; }

}  // namespace tileglot::notation::cute
