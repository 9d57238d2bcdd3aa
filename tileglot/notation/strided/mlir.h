// SPDX-License-Identifier: Apache-2.0
// mlir.h: MLIR memrefs and their layouts.
//
// What     A MlirLayout is the identity (row-major), strided<[8, 1], offset: 3>, or an affine map
//          whose results index an array (affine_map.h). It is read alone, for the tensor that the
//          caller names, or in a memref<16x8xf32, strided<[8, 1]>>, which gives the extents.
// Units    Strides and offsets are in elements.
// Example  memref<16x8xf32, strided<[8, 1], offset: 3>> has (2,3) at 3 + 2*8 + 3 = 22.
//          [tests: mlir_test.cc, "a strided memref starts at its offset"]
// Errors   mlir.layout (not a layout), mlir.memref (unranked, or an invalid element type),
//          mlir.dynamic (a ?), mlir.negative (one of several results may be negative), those of
//          affine_map.h and array.h, strided.rank, strided.too_large, scan.*.
// Source   MLIR, builtin dialect: MemRefType, StridedLayoutAttr. i8, which is signless, is read as
//          s8, and so is si8; unsigned integers are read and written as ui8. An identity map is
//          read as no map, as in MLIR. A memory space is kept as written.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/strided/affine_map.h"
#include "tileglot/notation/strided/array.h"

namespace tileglot::notation::strided {

struct MlirIdentity {
  friend bool operator==(const MlirIdentity&, const MlirIdentity&) = default;
};

struct MlirStrides {
  std::vector<std::int64_t> strides = {};
  std::int64_t offset = 0;
  friend bool operator==(const MlirStrides&, const MlirStrides&) = default;
};

struct MlirLayout {
  Array array = {};
  std::variant<MlirIdentity, MlirStrides, AffineMap> layout = {};
  std::string memory_space = {};  ///< as written: "3", "#gpu.address_space<workgroup>"
  friend bool operator==(const MlirLayout&, const MlirLayout&) = default;
};

core::Status check(const MlirLayout& layout);
/// Precondition: check(layout) passes, and x is in range.
std::int64_t offset_of(const MlirLayout& layout, std::span<const std::int64_t> x);
/// The cosize of a strided layout; the product of the bounds of an affine map's results.
core::Checked positions(const MlirLayout& layout);

core::Result<MlirLayout> parse_mlir(std::string_view text, const std::optional<Array>& tensor = {});
/// A memref where MLIR names the element type, else the layout alone.
std::string print(const MlirLayout& layout);

bool looks_like_mlir(std::string_view text);

}  // namespace tileglot::notation::strided
