// SPDX-License-Identifier: Apache-2.0
// element_text.h: one element as people read it.
//
// What     element_text(bytes, type) is the bits in hexadecimal, and the number where the type has
//          an ordinary one: integers, f16, bf16, f32, f64.
// Example  The bytes 80 3f as bf16 are "0x3f80 (1)"; as an unknown type "0x3f80".
//          [tests: element_text_test.cc, "bits and numbers"]
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "tileglot/core/element_type.h"

namespace tileglot::value {

/// 0x and two digits a byte, the most significant first; memory has the least significant first.
std::string hex_text(std::span<const std::byte> element);

std::string element_text(std::span<const std::byte> element, std::optional<core::ElementType> type);

}  // namespace tileglot::value
