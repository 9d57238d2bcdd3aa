// SPDX-License-Identifier: Apache-2.0
// npy/header.h: the header of a .npy file.
//
// What     parse_npy_header reads the first bytes of a file of version 1, 2 or 3; npy_header_bytes
//          writes them as NumPy does.
//
//              \x93NUMPY  1 0      76 00   {'descr': '<V2', ...}   spaces   \n   data
//              magic      version  length  a Python literal
//
// Why      The header is text that anyone can write, so it is parsed by its own grammar: three keys
//          in any order, strings in either quote, numbers as Python 2 wrote them (`3L`), trailing
//          commas. Nothing in it is evaluated or trusted. It is written exactly as NumPy writes it,
//          so that a tensor moved there and back compares equal as a file.
// Units    Lengths and offsets in bytes; the span of an error counts from the start of the
//          dictionary, npy_header_text.
// Example  npy_header_bytes("<V2", false, {3, 5}) has 128 bytes; parsing it gives descr "<V2",
//          shape (3, 5), data at 128.
//          [tests: npy/header_test.cc, "A header that NumPy wrote is read"]
// Errors   npy.magic, npy.version, npy.truncated (the file ends first), npy.header_length (over 1
//          MiB), npy.header (grammar), npy.key, npy.shape (a negative extent, not a tuple),
//          npy.rank (over 64), npy.overflow, npy.structured.
// Source   NumPy 1.24.2 and 2.4.6, numpy/lib/format.py (facts: field order, the widths, the padding
//          rule).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::io {

struct NpyHeader {
  int version = 1;
  std::string descr = {};      ///< the element type as NumPy spells it: "<f4", "<V2"
  bool fortran_order = false;  ///< the first dimension is the fastest
  std::vector<std::int64_t> shape = {};
  std::int64_t data_begin_bytes = 0;  ///< where the data starts in the file
  core::Span descr_span = {};         ///< in npy_header_text, for errors
  core::Span shape_span = {};
};

/// Checks the header alone: not what descr means, nor how much data follows.
core::Result<NpyHeader> parse_npy_header(std::span<const std::byte> file);

/// The dictionary that error spans refer to, with '?' for bytes that are not printable ASCII; empty
/// if none can be found.
std::string npy_header_text(std::span<const std::byte> file);

/// Everything before the data, a multiple of 64 bytes. Version 1, or 2 if the length needs more
/// than 16 bits. Precondition: descr comes from parse_npy_header, extents are not negative.
std::string npy_header_bytes(std::string_view descr, bool fortran_order,
                             std::span<const std::int64_t> shape);

}  // namespace tileglot::io
