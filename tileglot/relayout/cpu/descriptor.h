// SPDX-License-Identifier: Apache-2.0
// descriptor.h: tensors as other libraries pass them: a pointer, a shape and strides.
//
// What     relayout(source, target) moves the elements of one described tensor to the positions of
//          another. A TensorDescriptor has the fields of DLPack's DLTensor; descriptor_of copies
//          them from any struct that has them by the same names.
// Why      PyTorch, NumPy, JAX and TVM speak DLPack; their users should not have to write maps for
//          plain strides, and this library should not need their headers.
// Units    Strides count elements, byte_offset bytes. Elements below 8 bits are packed, the first
//          in the low bits, as in plan/buffers.h. Bytes between the elements of the target do not
//          belong to it and stay unchanged, so zero_fill is ignored.
// Example  relayout(descriptor_of(*from.dl_tensor()), descriptor_of(*to.dl_tensor()));
//          [tests: descriptor_test.cc, "a transposed view is moved"]
// Errors   relayout.device for memory that this processor cannot access; relayout.dtype where the
//          two have different types, or several lanes; relayout.element_bits; relayout.descriptor
//          for a null pointer or a negative number of dimensions; map.domain for a negative extent;
//          relayout.too_large where offsets overflow int64; those of relayout.h. A descriptor does
//          not contain the size of its memory, so its offsets are not checked against one. Two
//          tensors whose elements interleave in one buffer count as sharing memory.
// Source   DLPack 1.0, dlpack.h.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/relayout/cpu/relayout.h"

namespace tileglot::relayout::cpu {

/// Code 0 is signed, 1 unsigned, 2 float, 4 bfloat, 5 complex, 6 boolean.
struct DataType {
  std::uint8_t code = 0;
  std::uint8_t bits = 0;
  std::uint16_t lanes = 1;
  friend bool operator==(const DataType&, const DataType&) = default;
};

/// Type 1 is the processor's memory; 3 and 11 are pinned by CUDA and ROCm.
struct Device {
  std::int32_t type = 1;
  std::int32_t id = 0;
};

struct TensorDescriptor {
  void* data = nullptr;
  Device device = {};
  std::int32_t ndim = 0;
  DataType dtype = {};
  const std::int64_t* shape = nullptr;
  const std::int64_t* strides = nullptr;  ///< null: row-major
  std::uint64_t byte_offset = 0;
};

/// Copies the fields of a DLTensor, or of a struct with the same fields.
template <class DlTensor>
TensorDescriptor descriptor_of(const DlTensor& tensor) {
  return {.data = tensor.data,
          .device = {static_cast<std::int32_t>(tensor.device.device_type),
                     static_cast<std::int32_t>(tensor.device.device_id)},
          .ndim = tensor.ndim,
          .dtype = {tensor.dtype.code, tensor.dtype.bits, tensor.dtype.lanes},
          .shape = tensor.shape,
          .strides = tensor.strides,
          .byte_offset = tensor.byte_offset};
}

core::Status relayout(const TensorDescriptor& source, const TensorDescriptor& target,
                      const RelayoutOptions& options = {});

}  // namespace tileglot::relayout::cpu
