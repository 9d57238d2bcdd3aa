// SPDX-License-Identifier: Apache-2.0
// parse.h: reads CuTe's layouts, tilers, shapes and coordinates in every spelling the field writes.
//
// What     parse_layout reads shape:stride, a shape alone (column-major), and the spellings below
//          into one Layout. parse_any_layout also reads scaled bases and composed layouts.
//          parse_int_tuple reads a tuple, parse_coordinate a coordinate (2,3 is (2,3)), parse_order
//          a tag such as LayoutRight{}.
//
//              (_4,_2):(_2,_1)  (4, 2) : (2, 1)              C++ print, pycute, tensor-layouts
//              !cute.layout<"(4,2):(2,1)">                   MLIR; #cute.layout too
//              Layout((4, 2),(2, 1))                         Python repr
//              Layout<Shape<_4,_2>,Stride<_2,_1>>{}          C++ source
//              make_layout(make_shape(Int<4>{},2), LayoutRight{})
//              cute.make_layout((4,2), stride=(2,1))         DSL
//              (4,2):(1@0,2@1)  (E<0>{},2*E<1>{})  (E(0),ScaledBasis(2,1))
//              Sw<3,4,3>  S<3,4,3>  Swizzle<3,4,3>{}  Swizzle(3,4,3)  SW_3_4_3  make_swizzle(3,4,3)
//              Sw<3,0,3> o 0 o (8,8):(8,1)  Sw<3,0,3> o (8,8):(8,1)
//              ComposedLayout<..>{}  ComposedLayout(..)  make_composed_layout(..)
//              Sw<3,4,3> o smem_ptr[16b](unset) o L          a swizzle of bytes on 16-bit elements
//              <4:1,_>  Tile<..>{}  make_tile(..)  [4:1;_]  !cute.tile<"[4:1;_]">  (4:1,_)
//
// Why      The same layout is written in a dozen ways, and users paste any of them.
// Example  parse_layout("Layout((4, 2),(2, 1))") is (4,2):(2,1); parse_layout("(3)") is (3):(1).
//          [tests: parse_test.cc, "every spelling of a plain layout is read"]
//          parse_any_layout("Swizzle<2,1,5> o (_32,_32):(_32,_1)") is Sw<2,1,5> o _0 o ...
//          [tests: spellings_test.cc, "every composed layout is read"]
// Errors   cute.syntax, cute.congruent, cute.extent, cute.overflow, cute.too_many_leaves,
//          cute.too_deep, cute.basis, cute.bad_swizzle; scan.integer_too_large from the scanner;
//          cute.unsupported for notation that has no value here: unknown values `?`, F2 strides, an
//          address in shared memory; for parse_layout also swizzles, composed layouts, scaled
//          bases.
// Source   The texts that these print or accept: CUTLASS (cute/layout.hpp, python/pycute, cutegen,
//          the CuTe DSL), NVlabs' CuTe for Python, Meta's tensor-layouts, Triton's TLX.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/swizzle.h"
#include "tileglot/notation/cute/layout/tiler.h"

namespace tileglot::notation::cute {

enum class Order : std::uint8_t { kColumnMajor, kRowMajor };

/// A plain layout.
core::Result<Layout<>> parse_layout(std::string_view text);
/// Also (4,(2,3)):(1@0,(1@0@1,1@1@1)) and Sw<3,0,3> o 0 o (8,8):(8,1).
core::Result<CuteLayout> parse_any_layout(std::string_view text);
core::Result<Swizzle> parse_swizzle(std::string_view text);
/// <4:1,<2,_>>, (4,8), 4:2, 4 or _.
core::Result<Tiler> parse_tiler(std::string_view text);
core::Result<IntTuple> parse_int_tuple(std::string_view text);
core::Result<IntTuple> parse_coordinate(std::string_view text);
/// Nothing if the text is not a tag such as LayoutLeft{} or cute::GenRowMajor{}.
std::optional<Order> parse_order(std::string_view text);

}  // namespace tileglot::notation::cute
