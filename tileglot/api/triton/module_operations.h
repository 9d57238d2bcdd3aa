// SPDX-License-Identifier: Apache-2.0
// module_operations.h: the operations of a module of Triton's IR that move tensors between layouts.
//
// What     operations_of(text) lists convert_layout, local_load, local_store, local_alloc with a
//          value, and async_copy_global_to_local, each with the types of what it reads and what it
//          makes.
// Why      They are what a kernel's layouts cost; a regular expression does not tell their types.
// How      An operation is the first word of its line, after its results; its types follow the last
//          colon outside of brackets. Other lines are not read, so files of any pass and version
//          are.
// Units    Spans are bytes of the text, of the operation's name; lines count from 1.
// Example  %1 = ttg.local_load %0 : !ttg.memdesc<8xf16, #s, #smem> -> tensor<8xf16, #b>
//          [tests: module_operations_test.cc, "an operation has the types of both sides"]
// Errors   None: an operation whose types are not found has none.
// Source   MLIR's language reference; Triton 3.9.0, TritonGPUOps.td.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/triton/tensor_type.h"

namespace tileglot::api {

struct ModuleOperation {
  std::string_view name = {};  ///< "ttg.local_load"; a part of the text
  core::Span span = {};
  std::size_t line = 1;
  std::optional<notation::triton::TensorType> from = {};
  std::optional<notation::triton::TensorType> to = {};
};

std::vector<ModuleOperation> operations_of(std::string_view text);

}  // namespace tileglot::api
