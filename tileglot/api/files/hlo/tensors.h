// SPDX-License-Identifier: Apache-2.0
// hlo/tensors.h: input and output arrays of a module: .npy files, lines and JSON.
//
// What     open_input_array maps a file that holds an array for a parameter, add_array makes one for
//          a result; line_of and output_json print a result.
// Units    Bytes row-major; a file that was read may be in Fortran order.
// Example  line_of of f32[2]{0} 1 2 is "f32[2]{0} 1.0 2.0".
//          [tests: hlo/run_test.cc, "a seed makes the inputs"]
// Errors   run.inputs where a file has another type or shape than the parameter; those of io. Raw
//          bytes have the parameter's type, and integers the bits of one that NumPy lacks.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "tileglot/api/files/output/outputs.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/io/npy/file.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::api::files {

/// The error run.inputs with this message, and help on what to add.
core::Error wrong_input(std::string message);

/// The shape without its layout.
std::string logical_text(const notation::xla::Shape& shape);

core::Result<io::NpyFile> open_input_array(const std::string& path,
                                           const notation::xla::Shape& parameter);

/// It is written when the outputs are committed.
core::Status add_array(Outputs& outputs, const std::string& path, const notation::xla::Shape& shape,
                       std::span<const std::byte> rows);

/// OUT.npy; with numbers if there are several devices or results: OUT-0.npy, OUT-1-0.npy. stdout has
/// none, so it takes one result only.
std::string numbered_path(const std::string& path, const std::string& numbers);

/// The shape, and at most 64 values in row-major order.
std::string line_of(const hlo::run::Output& output);
Json output_json(const hlo::run::Output& output);

}  // namespace tileglot::api::files
