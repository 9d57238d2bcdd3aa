// SPDX-License-Identifier: Apache-2.0
// advise.h: is a layout valid, what does it take, and how does it suit its use and its accesses.
//
// What     advise(request) reads a layout and reports how many bytes its elements and its padding
//          take, which dimension the padding comes from, and which order of dimensions or TPU
//          tiling would take less; how it suits what it will be used for; and which conflicts and
//          sectors the lanes of a warp cause when they access it.
// Why      A dimension of 4 in tiles of 128 makes an array 32 times as large; users see only an
//          out-of-memory error without a reason.
// Example  s32[8388608,8,4]{2,1,0:T(8,128)} takes 34359738368 bytes for 1073741824: dimension 2 has
//          room for 128. In the order {0,1,2} it takes 1073741824.
//          [tests: advise_test.cc, "padding is told by dimension, order and tiling"]
//          f32[64,96]{1,0:SC(1:40)} has 2 parts of 14336 bytes each.
//          [tests: advise_test.cc, "the bytes of each part are told"]
//          (8,64):(64,1) of f16 read by ldmatrix has 8-way bank conflicts.
//          [tests: access/memory_test.cc, "eight rows of 128 bytes are eight ways and a swizzle of
//          three bits frees them"]
// Errors   access.type where lanes are asked about and the element type is unknown, access.missing
//          where access options are given without an access; those of access/memory.h and
//          access/distributed.h; those of parsing and validation; layout.type; advice.shape for
//          a use of XLA shapes where the layout is not one; those of remarks.h.
#pragma once

#include <optional>
#include <string>

#include "tileglot/advice/access/memory.h"
#include "tileglot/advice/remark/remarks.h"
#include "tileglot/advice/report.h"
#include "tileglot/core/error.h"

namespace tileglot::advice {

struct Request {
  std::string layout = {};
  std::optional<std::string> dtype = {};     ///< element type, which a CuTe layout does not have
  std::optional<std::string> notation = {};  ///< cute, xla or linear; nothing: detected
  std::optional<std::string> tensor = {};    ///< for a layout without a shape
  UseRequest use = {};                       ///< of an XLA shape
  AccessRequest accesses = {};               ///< by lanes, of any layout
};

core::Result<Report> advise(const Request& request);

}  // namespace tileglot::advice
