// SPDX-License-Identifier: Apache-2.0
// npy/text.h: .npy files as text, for tests.
#pragma once

#include <string>
#include <string_view>

namespace tileglot::io {

/// A file of version 1 with this dictionary, without padding, and this data.
std::string npy_text(std::string_view dictionary, std::string_view data = "");

/// The same with another version; from version 2 on the length has 4 bytes.
std::string npy_text_of_version(int version, std::string_view dictionary,
                                std::string_view data = "");

}  // namespace tileglot::io
