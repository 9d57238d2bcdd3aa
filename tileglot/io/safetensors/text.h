// SPDX-License-Identifier: Apache-2.0
// safetensors/text.h: .safetensors files for tests, valid and invalid.
#pragma once

#include <string>
#include <string_view>

namespace tileglot::io {

/// The length, the header unchanged, the data.
std::string safetensors_text(std::string_view header, std::string_view data = "");

/// A header with one tensor: its dtype, shape and data_offsets as JSON.
std::string one_entry(std::string_view dtype, std::string_view shape, std::string_view offsets);

}  // namespace tileglot::io
