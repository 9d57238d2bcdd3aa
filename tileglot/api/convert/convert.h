// SPDX-License-Identifier: Apache-2.0
// convert.h: `tileglot convert LAYOUT --to ...`.
//
// What     The same function in another notation: exactly, or with `padded` on the domain rounded
//          up to full tiles, or a refusal with a witness. A layout alone, a sharding and a protocol
//          buffer are converted among XLA's text, JAX's text and the protocol buffer.
// Why      Frameworks exchange tensors, each in its own notation.
// Example  bf16[16,256]{1,0:T(8,128)(2,1)} to cute: ((2,4,2),(128,2)):((1,256,2048),(2,1024)).
//          [tests: convert_test.cc, "the packed tile of bfloat16 there and back"]
//          To onednn it is AB4a128b2a, to numpy none of its own dimensions.
//          [tests: convert_test.cc, "strides tags and memrefs are targets"]
// Errors   Those of parsing and of convert/target.h; convert.convention; convert.binary where bytes
//          are requested but the target is a text; those of value/xla.h.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reply/terminal.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::api {

struct ConvertRequest {
  std::string layout = {};
  /// cute, xla, jax, wire, linear, strided, numpy, torch, mdspan, mlir, onednn, tvm, map, table or
  /// all.
  std::string to = {};
  std::optional<std::string> dtype = {};  ///< element type, for targets that carry one
  bool padded = false;
  notation::cute::Spelling spelling = notation::cute::Spelling::kCanonical;  ///< of CuTe layouts
  std::optional<std::string> notation = {};  ///< cute, xla, ..; nothing: detected from the text
  std::optional<std::string> tensor = {};    ///< for a layout without a shape
  /// tv: a CuTe layout of threads and values is read, or written. map: a linear layout keeps its
  /// direction. Nothing: as readers of the target expect.
  std::optional<std::string> convention = {};
  /// A hexadecimal layout is read as a protocol buffer, and "-" stands for one that
  /// `read_input` brings, in hexadecimal or as bytes. Any other text is converted to one.
  bool wire = false;
  /// Reads the bytes for "-". Without it, "-" is refused.
  std::function<core::Result<std::string>()> read_input = {};
  std::string message = "shape";  ///< of a protocol buffer that is read: shape, layout or sharding
  bool binary = false;            ///< a protocol buffer is written as bytes, not in hexadecimal
  Terminal terminal = {};         ///< where the table of `all` is shown
};

Reply convert(const ConvertRequest& request);

}  // namespace tileglot::api
