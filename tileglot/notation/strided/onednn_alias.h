// SPDX-License-Identifier: Apache-2.0
// onednn_alias.h: oneDNN's names of dimensions.
//
// What     letters_of("nChw16c") = "aBcd16b": an alias names the dimensions by their role, in the
//          order of one of oneDNN's logical tensors (nchw, goihw, ldigo, ..), whose first dimension
//          is a.
// Example  hwigo is decab: goihw has g first.
//          [tests: onednn_test.cc, "aliases name the dimensions"]
// Source   oneDNN, dnnl_types.h, the aliases of dnnl_format_tag_t.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tileglot::notation::strided {

/// nullopt where no logical tensor has these letters. Digits are kept.
std::optional<std::string> letters_of(std::string_view alias);

}  // namespace tileglot::notation::strided
