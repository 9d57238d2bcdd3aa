// SPDX-License-Identifier: Apache-2.0
// array.h: arrays of other libraries, borrowed for the time of a call.
//
// What     BorrowedArray(object, access) holds the memory of an array on this processor: NumPy's and
//          whatever else has the buffer protocol, torch's and JAX's through DLPack, and arrays with
//          ml_dtypes' types, which hide their memory from both, through a view as integers.
// Why      No bytes are copied on the way in, and no library is imported.
// Units    Strides in elements. bytes() is the smallest range that holds every element; the first
//          element is at `origin` elements after its begin.
// Example  numpy.ones((3,5), "f4")[::-1] has extents (3,5), strides (-5,1), origin 10.
// Errors   InvalidError array.device, array.type, array.strides, array.read_only; TypeError for
//          objects without memory.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/element_type.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/strided/strides.h"

namespace tileglot::python {

namespace nb = nanobind;

enum class Access : std::uint8_t { kRead, kWrite };

/// What arrays that one plan moves have alike.
struct ArrayForm {
  std::vector<std::int64_t> extents = {};
  std::vector<std::int64_t> strides = {};  ///< 0 for an extent of 1, whose stride means nothing
  std::int64_t origin = 0;
  core::ElementType type = core::ElementType::kU8;
  int item_bits = 8;  ///< of an element in memory: 8 for int4, of which NumPy keeps one in a byte
  bool is_swapped = false;  ///< in the other byte order than the processor's

  friend bool operator==(const ArrayForm&, const ArrayForm&) = default;

  std::int64_t elements() const;
  /// The elements fill a range of memory, each position once.
  bool is_dense() const;
  bool is_row_major() const;
  notation::strided::StridedArray strided() const;
  map::IndexMap map() const;
};

/// True for what has memory: the buffer protocol or DLPack.
bool is_array(nb::handle object);

/// What the buffer protocol lends.
class HeldBuffer {
 public:
  HeldBuffer() = default;
  HeldBuffer(HeldBuffer&&) = delete;
  ~HeldBuffer() {
    if (is_held_) PyBuffer_Release(&view_);
  }

  /// False, with Python's error set, where the object lends nothing.
  bool take(nb::handle object) {
    is_held_ = PyObject_GetBuffer(object.ptr(), &view_, PyBUF_FORMAT | PyBUF_STRIDES) == 0;
    return is_held_;
  }
  const Py_buffer& view() const { return view_; }

 private:
  Py_buffer view_{};
  bool is_held_ = false;
};

class BorrowedArray {
 public:
  BorrowedArray(nb::handle object, Access access);
  BorrowedArray(BorrowedArray&&) = delete;
  ~BorrowedArray() = default;

  const ArrayForm& form() const { return form_; }
  std::span<std::byte> bytes() const { return bytes_; }

 private:
  void take_buffer(nb::handle object, Access access);
  void take_view(nb::handle object, Access access);
  void take_dlpack(nb::handle object, Access access);
  void take_copy(nb::handle object, Access access);
  void set_range(void* first);

  HeldBuffer buffer_;
  nb::object view_;
  nb::ndarray<> tensor_;
  ArrayForm form_;
  std::span<std::byte> bytes_;
};

}  // namespace tileglot::python
