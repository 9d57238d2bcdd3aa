// SPDX-License-Identifier: Apache-2.0
#include "tileglot/python/tuples.h"

#include <nanobind/nanobind.h>

#include <cstdint>

#include "tileglot/core/int_tuple.h"
#include "tileglot/core/integer.h"
#include "tileglot/core/outcome.h"
#include "tileglot/notation/cute/text/refusal.h"
#include "tileglot/python/errors.h"
#include "tileglot/python/scaled_basis.h"

namespace tileglot::python {
namespace {

using core::Integer;
using core::IntTuple;

[[noreturn]] void refuse(core::Refusal refusal) { raise(notation::cute::to_error(refusal)); }

bool is_sequence(nb::handle object) {
  return PyTuple_Check(object.ptr()) || PyList_Check(object.ptr());
}

/// Keeps what a list may drop while it is read.
nb::object item(nb::handle sequence, Py_ssize_t i) {
  PyObject* const from = sequence.ptr();
  PyObject* const found = PyTuple_Check(from) ? PyTuple_GetItem(from, i) : PyList_GetItem(from, i);
  if (found == nullptr) throw nb::python_error();
  return nb::borrow(found);
}

/// Appends leaves in preorder, and opens and closes tuples around them.
class Writer {
 public:
  explicit Writer(IntTuple& to) : to_(to) {}

  void leaf(nb::handle object) {
    const int slot = next_slot();
    std::int64_t number = 0;
    if (read_int(object, number)) {
      to_.set(slot, core::static_integer(number));
    } else if (object.is_none()) {
      to_.set(slot, core::static_integer(0));
      to_.keep_mask |= std::uint64_t{1} << unsigned(slot);
    } else if (nb::isinstance<ScaledBasis>(object)) {
      to_.set(slot, nb::cast<const ScaledBasis&>(object).value);
    } else {
      throw nb::type_error("expected an int, None, a ScaledBasis, or a tuple of them");
    }
  }

  void mode(nb::handle object, int level) {
    if (!is_sequence(object)) return leaf(object);
    if (level == core::kMaxDepth) refuse({core::Reason::kTooDeep, level + 1, core::kMaxDepth});
    const auto count = static_cast<Py_ssize_t>(nb::len(object));
    if (count == 0) {
      to_.empty_mask |= std::uint64_t{1} << unsigned(next_slot());
      return;
    }
    ++opens_;
    for (Py_ssize_t i = 0; i < count; ++i) mode(item(object, i), level + 1);
    ++to_.nesting[to_.slots - 1];
  }

 private:
  int next_slot() {
    if (to_.slots == core::kMaxLeaves) {
      refuse({core::Reason::kTooManyLeaves, core::kMaxLeaves + 1, core::kMaxLeaves});
    }
    const int slot = to_.slots++;
    to_.nesting[slot] = static_cast<std::uint8_t>(opens_ << 4U);
    opens_ = 0;
    return slot;
  }

  IntTuple& to_;
  unsigned opens_ = 0;
};

/// Arrays have __index__ too, and are ints only where they have one element.
bool is_int(nb::handle object) {
  if (PyLong_Check(object.ptr())) return true;
  if (!PyIndex_Check(object.ptr())) return false;
  const nb::object number = nb::steal(PyNumber_Index(object.ptr()));
  if (number.is_valid()) return true;
  if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw nb::python_error();
  PyErr_Clear();
  return false;
}

bool is_leaf(nb::handle object) {
  return object.is_none() || nb::isinstance<ScaledBasis>(object) || is_int(object);
}

nb::object leaf_object(const IntTuple& tuple, int slot) {
  if (tuple.is_empty(slot)) return nb::make_tuple();
  if (tuple.is_keep(slot)) return nb::none();
  return object_of(tuple.at(slot));
}

/// The modes from `slot` on, up to the end of the tuple that they are in.
nb::object modes_object(const IntTuple& tuple, int& slot, int& opens, int& closes) {
  nb::list modes;
  while (slot < tuple.slots) {
    if (opens > 0) {
      --opens;
      modes.append(modes_object(tuple, slot, opens, closes));
    } else {
      modes.append(leaf_object(tuple, slot));
      closes = tuple.closes(slot);
      if (++slot < tuple.slots) opens = tuple.opens(slot);
    }
    if (closes > 0) {
      --closes;
      break;
    }
  }
  return nb::tuple(modes);
}

}  // namespace

bool read_int(nb::handle from, std::int64_t& to) {
  PyObject* const object = from.ptr();
  if (PyLong_CheckExact(object)) {
    to = PyLong_AsLongLong(object);
    if (to == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
    return true;
  }
  if (PyBool_Check(object) || !PyIndex_Check(object)) return false;
  const nb::object index = nb::steal(PyNumber_Index(object));
  if (!index.is_valid()) throw nb::python_error();
  return read_int(index, to);
}

void read_tuple(nb::handle from, IntTuple& to) {
  Writer writer(to);
  if (!is_sequence(from)) {
    writer.leaf(from);
    to.is_scalar = true;
    return;
  }
  const auto count = static_cast<Py_ssize_t>(nb::len(from));
  for (Py_ssize_t i = 0; i < count; ++i) writer.mode(item(from, i), 1);
}

IntTuple tuple_of(nb::handle from) {
  IntTuple tuple;
  read_tuple(from, tuple);
  return tuple;
}

bool is_tuple(nb::handle object) {
  nb::object first = nb::borrow(object);
  for (int level = 0; is_sequence(first); ++level) {
    if (nb::len(first) == 0 || level > core::kMaxDepth) return true;
    first = item(first, 0);
  }
  return is_leaf(first);
}

nb::object object_of(Integer integer) {
  if (!integer.path.is_empty()) return nb::cast(ScaledBasis{integer});
  return nb::int_(integer.value);
}

nb::object object_of(const IntTuple& tuple) {
  if (tuple.is_scalar) return leaf_object(tuple, 0);
  int slot = 0;
  int opens = tuple.slots == 0 ? 0 : tuple.opens(0);
  int closes = 0;
  return modes_object(tuple, slot, opens, closes);
}

}  // namespace tileglot::python
