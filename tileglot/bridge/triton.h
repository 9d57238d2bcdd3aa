// SPDX-License-Identifier: Apache-2.0
// triton.h: the linear layout that an attribute of Triton means for a tensor.
//
// What     lower_attribute(text, tensor) reads #ttg.blocked<{..}> and the like and lowers it.
// Why      An attribute is a recipe; only with a shape is it a layout. Those that list basis vectors
//          say how large a tensor they fill, and need no other.
// Example  #ttg.shared_linear<{offset = [[0,1],[1,1]]}, alignment = 16> without a tensor is
//          {offset: [[0,1],[1,1]], block: []} -> {dim0: 2, dim1: 2}.
//          [tests: triton_test.cc, "an attribute of basis vectors has a shape of its own"]
// Errors   triton.shape_missing where a tensor is needed and not given; those of parse_encoding.h,
//          validate_encoding.h and lower_encoding.h.
#pragma once

#include <optional>
#include <string_view>

#include "tileglot/bridge/tensor.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout.h"

namespace tileglot::bridge {

core::Result<notation::linear::Layout> lower_attribute(std::string_view text,
                                                       const std::optional<Tensor>& tensor);

}  // namespace tileglot::bridge
