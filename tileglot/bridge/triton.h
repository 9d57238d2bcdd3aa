// SPDX-License-Identifier: Apache-2.0
// triton.h: the linear layout that a Triton attribute describes for a tensor.
//
// What     lower_attribute(text, tensor) reads #ttg.blocked<{..}> and the like and lowers it to a
//          linear layout; padded memory, which is not linear, to a CuTe layout from the element to
//          its offset.
// Why      An attribute is a recipe; only with a shape is it a layout. Those that list basis
//          vectors imply the size of the tensor they fill, and do not need a shape.
// Example  #ttg.shared_linear<{offset = [[0,1],[1,1]]}, alignment = 16> without a tensor is
//          {offset: [[0,1],[1,1]], block: []} -> {dim0: 2, dim1: 2}.
//          [tests: triton_test.cc, "an attribute of basis vectors has a shape of its own"]
//          #ttg.padded_shared<[64:+8] {order = [1, 0], shape = [16, 64]}> is (16,64):(72,1).
//          [tests: triton_test.cc, "rows followed by a gap are strided"]
// Errors   triton.shape_missing where a tensor is needed and not given; those of
//          notation/triton/parse.h, validate_encoding.h, triton/lower.h, and for padded memory those
//          of linear_role.h and swizzled.h.
#pragma once

#include <optional>
#include <string_view>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/tensor.h"
#include "tileglot/core/error.h"

namespace tileglot::bridge {

core::Result<AnyLayout> lower_attribute(std::string_view text, const std::optional<Tensor>& tensor);

}  // namespace tileglot::bridge
