// SPDX-License-Identifier: Apache-2.0
// element_json.h: the elements of an array as JSON.
//
// What     elements_to_json(x) is a list of numbers in row-major order: pred as 0 and 1, complex
//          numbers as [re, im], values that JSON numbers cannot express as "nan", "inf", "-inf".
//          elements_from_json(type, n, values) reads it back, rounding as a conversion does.
// Why      Inputs and outputs of `hlo.run`, and the recorded runs of XLA, use this form.
// Example  f32 1, inf is [1.0,"inf"]; pred true, false is [1,0].
//          [tests: element_json_test.cc, "every type has its numbers"]
// Errors   run.inputs where a value is not a number, an integer type gets a fraction, or the count
//          is not n.
#pragma once

#include <cstddef>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/run/element/elements.h"

namespace tileglot::api::files {

Json elements_to_json(const hlo::run::Elements& elements);

core::Result<hlo::run::Elements> elements_from_json(notation::xla::PrimitiveType type,
                                                    std::size_t n, const Json& values);

}  // namespace tileglot::api::files
