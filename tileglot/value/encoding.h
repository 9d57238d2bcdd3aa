// SPDX-License-Identifier: Apache-2.0
// encoding.h: Triton's encodings as JSON objects.
//
// What     encoding_of_json reads {"kind":"blocked","sizePerThread":[..],..} with the parameters'
//          names of Triton; kinds are blocked, slice, dot, nvmma, mfma, wmma, swizzled_shared,
//          amd_rotating_shared, nvmma_shared, tensor_memory and tensor_memory_scales. "cga" is null
//          or {"ctasPerCGA":[..],"ctaSplitNum":[..],"ctaOrder":[..]}.
// Why      The recorded answers of Triton's converter name encodings this way; texts are read by
//          notation/triton.
// Units    The JSON of an nvmma_shared has no rank: it is the shape's.
// Errors   triton.json (not such an object); those of notation/triton/validate_encoding.h.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/value/json.h"

namespace tileglot::value {

/// Reads the encoding of a tensor with `rank` dimensions.
core::Result<notation::triton::Encoding> encoding_of_json(const Json& json, std::int64_t rank);

}  // namespace tileglot::value
