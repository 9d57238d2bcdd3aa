// SPDX-License-Identifier: Apache-2.0
// npy/dictionary.h: the grammar of the text in a .npy header.
//
// What     A Python dictionary of three keys, in any order, each once:
//            header = "{" [entry {"," entry} [","]] "}"
//            entry  = "'descr'" ":" string | "'fortran_order'" ":" ("True" | "False")
//                   | "'shape'" ":" "(" [extent "," [extent {"," extent} [","]]] ")"
//            string = in quotes of either kind, without escapes
//            extent = digits, with an L where Python 2 wrote it
// Why      NumPy evaluates the text; here it is only parsed.
// Units    The header's version and the offset of its data are left for npy/header.h to fill in.
// Errors   npy.header, npy.key, npy.shape, npy.rank, npy.overflow, npy.structured, with spans.
#pragma once

#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/io/npy/header.h"

namespace tileglot::io {

core::Result<NpyHeader> parse_npy_dictionary(std::string_view text);

}  // namespace tileglot::io
