// SPDX-License-Identifier: Apache-2.0
#include "tileglot/python/array.h"

#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/bridge/strided.h"
#include "tileglot/core/element_type.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/strided/any_layout.h"
#include "tileglot/notation/strided/strides.h"
#include "tileglot/python/errors.h"
#include "tileglot/python/texts.h"

namespace tileglot::python {
namespace {

using core::ElementType;

/// The type of a format of the struct module; nothing for records and unknown letters.
std::optional<ElementType> type_of_format(std::string_view format, Py_ssize_t bytes) {
  if (!format.empty() && std::string_view("@=<>!").find(format[0]) != std::string_view::npos) {
    format.remove_prefix(1);
  }
  const std::int64_t bits = 8 * bytes;
  std::string name;
  if (format == "?") return ElementType::kPred;
  if (format == "Zf") return ElementType::kC64;
  if (format == "Zd") return ElementType::kC128;
  if (format.size() != 1) return std::nullopt;
  if (std::string_view("bhilqn").find(format[0]) != std::string_view::npos) name = "s";
  if (std::string_view("BHILQNc").find(format[0]) != std::string_view::npos) name = "u";
  if (std::string_view("efd").find(format[0]) != std::string_view::npos) name = "f";
  if (name.empty()) return std::nullopt;
  return core::find_element_type(core::TypeNotation::kTileglot, name + std::to_string(bits));
}

/// Big-endian, on a processor that is not.
bool is_swapped(std::string_view format) {
  static_assert(std::endian::native == std::endian::little);
  return format.starts_with('>') || format.starts_with('!');
}

/// The name of the array's dtype, without the library before it: torch.bfloat16 is bfloat16.
std::string dtype_name(nb::handle object) {
  return text_of(
      nb::module_::import_("tileglot._adapters").attr("dtype_name")(object.attr("dtype")));
}

[[noreturn]] void refuse_type(const std::string& type) {
  raise(core::Error({.code = "array.type",
                     .message = "no layout has elements of type " + type,
                     .help = "numbers of other types can be viewed as integers of that size"}));
}

[[noreturn]] void refuse_read_only() {
  raise(core::Error({.code = "array.read_only",
                     .message = "the array is read-only",
                     .help = "give an array that may be written"}));
}

/// JAX's arrays are immutable, which their DLPack does not say.
bool is_of_jax(nb::handle object) {
  const nb::object module = nb::getattr(object.type(), "__module__", nb::none());
  return nb::isinstance<nb::str>(module) && text_of(module).starts_with("jax");
}

constexpr const char* kNoArray =
    "an array of NumPy, torch or JAX, or an object with a buffer, is wanted";

ElementType named_type(nb::handle object) {
  if (!nb::hasattr(object, "dtype")) throw nb::type_error(kNoArray);
  const std::string name = dtype_name(object);
  const auto type = core::parse_element_type(name);
  if (!type) refuse_type(name);
  return *type;
}

}  // namespace

std::int64_t ArrayForm::elements() const {
  std::int64_t count = 1;
  for (const std::int64_t extent : extents) count *= extent;
  return count;
}

bool ArrayForm::is_dense() const {
  if (elements() == 0) return true;
  std::vector<std::pair<std::int64_t, std::int64_t>> steps;
  for (std::size_t k = 0; k < extents.size(); ++k) {
    if (extents[k] != 1) steps.emplace_back(std::abs(strides[k]), extents[k]);
  }
  std::ranges::sort(steps);
  std::int64_t reach = 1;
  for (const auto& [stride, extent] : steps) {
    if (stride != reach) return false;
    reach *= extent;
  }
  return true;
}

bool ArrayForm::is_row_major() const {
  std::int64_t dense = 1;
  for (std::size_t k = extents.size(); k-- > 0;) {
    if (extents[k] != 1 && strides[k] != dense) return false;
    dense *= extents[k];
  }
  return true;
}

notation::strided::StridedArray ArrayForm::strided() const {
  return {.array = {.extents = extents, .type = type}, .strides = strides, .offset = origin};
}

map::IndexMap ArrayForm::map() const {
  return value_of(bridge::to_map(notation::strided::AnyLayout(strided())));
}

bool is_array(nb::handle object) {
  return !nb::isinstance<nb::str>(object) &&
         (PyObject_CheckBuffer(object.ptr()) != 0 || nb::hasattr(object, "__dlpack__"));
}

BorrowedArray::BorrowedArray(nb::handle object, Access access) {
  if (nb::isinstance<nb::str>(object)) throw nb::type_error(kNoArray);
  // NumPy's DLPack hands over fewer types than its buffers.
  const bool is_foreign = nb::hasattr(object, "__dlpack__") && !nb::hasattr(object, "strides");
  if (!is_foreign && PyObject_CheckBuffer(object.ptr()) != 0) {
    take_buffer(object, access);
  } else if (nb::hasattr(object, "__dlpack__")) {
    take_dlpack(object, access);
  } else {
    throw nb::type_error(kNoArray);
  }
}

void BorrowedArray::take_buffer(nb::handle object, Access access) {
  if (!buffer_.take(object)) {
    nb::python_error refused;
    if (!nb::hasattr(object, "dtype")) throw nb::python_error(std::move(refused));
    if (view_.is_valid()) refuse_type(dtype_name(object));
    return take_view(object, access);
  }
  const Py_buffer& view = buffer_.view();
  if (access == Access::kWrite && view.readonly != 0) refuse_read_only();
  const std::string_view format = view.format == nullptr ? "B" : view.format;
  const auto type = type_of_format(format, view.itemsize);
  if (type) {
    form_.type = *type;
  } else if (nb::hasattr(object, "dtype")) {
    form_.type = named_type(object);
  } else {
    refuse_type(std::string(format));
  }
  form_.is_swapped = view.itemsize > 1 && is_swapped(format);
  if (form_.is_swapped && !nb::hasattr(object, "dtype")) refuse_type(std::string(format));
  form_.item_bits = static_cast<int>(8 * view.itemsize);
  for (int k = 0; k < view.ndim; ++k) {
    form_.extents.push_back(view.shape[k]);
    if (view.strides[k] % view.itemsize != 0) {
      raise(core::Error({.code = "array.strides",
                         .message = fmt::format("a stride of {} bytes is not whole elements of {}",
                                                view.strides[k], view.itemsize),
                         .help = "copy the array first"}));
    }
    form_.strides.push_back(view.strides[k] / view.itemsize);
  }
  set_range(view.buf);
}

/// Types of ml_dtypes: the same memory as unsigned integers.
void BorrowedArray::take_view(nb::handle object, Access access) {
  const ElementType type = named_type(object);
  const auto bytes = nb::cast<Py_ssize_t>(object.attr("dtype").attr("itemsize"));
  if (8 * bytes != core::npy_bits(type)) refuse_type(dtype_name(object));
  view_ = object.attr("view")(fmt::format("u{}", bytes));
  take_buffer(view_, access);
  form_.type = type;
}

void BorrowedArray::take_dlpack(nb::handle object, Access access) {
  if (nb::hasattr(object, "requires_grad") && nb::cast<bool>(object.attr("requires_grad"))) {
    if (access == Access::kWrite) {
      raise(core::Error({.code = "array.read_only",
                         .message = "a tensor that requires a gradient is not written",
                         .help = "give `.detach()` of it"}));
    }
    view_ = object.attr("detach")();
    object = view_;
  }
  form_.type = named_type(object);
  if (access == Access::kWrite && is_of_jax(object)) refuse_read_only();
  nb::ndarray<nb::ro> read_only;
  if (access == Access::kRead && nb::try_cast(object, read_only)) {
    tensor_ = nb::ndarray<>(read_only);
  } else if (access == Access::kRead || !nb::try_cast(object, tensor_)) {
    return take_copy(object, access);
  }
  if (tensor_.device_type() != nb::device::cpu::value) {
    raise(core::Error({.code = "array.device",
                       .message = "the array is on a device",
                       .help = "copy it to this processor first: `.cpu()` in torch, "
                               "`jax.device_get` in JAX"}));
  }
  form_.item_bits = tensor_.dtype().bits;
  if (form_.item_bits % 8 != 0) return take_copy(object, access);
  if (tensor_.dtype().lanes != 1) refuse_type(dtype_name(object) + " in vectors");
  for (std::size_t k = 0; k < tensor_.ndim(); ++k) {
    form_.extents.push_back(static_cast<std::int64_t>(tensor_.shape(k)));
    form_.strides.push_back(tensor_.stride(k));
  }
  set_range(tensor_.data());
}

/// Arrays of types that DLPack does not hand over, such as JAX's int4, as NumPy has them.
void BorrowedArray::take_copy(nb::handle object, Access access) {
  if (access == Access::kWrite) refuse_read_only();
  if (nb::hasattr(object, "devices") && nb::len(object.attr("devices")()) > 1) {
    raise(core::Error({.code = "array.device",
                       .message = "the array is spread over devices",
                       .help = "gather it first: `jax.device_get`"}));
  }
  if (!nb::hasattr(object, "__array__")) {
    object.attr("__dlpack__")();  // What it raises says more.
    refuse_type(dtype_name(object));
  }
  const nb::object copy = object.attr("__array__")();
  take_buffer(copy, access);
  if (!view_.is_valid()) view_ = copy;
}

void BorrowedArray::set_range(void* first) {
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
  for (std::size_t k = 0; k < form_.extents.size(); ++k) {
    // torch has any stride there.
    if (form_.extents[k] == 1) form_.strides[k] = 0;
    const std::int64_t reach = (form_.extents[k] - 1) * form_.strides[k];
    (reach < 0 ? lowest : highest) += reach;
  }
  if (form_.elements() == 0) return;
  form_.origin = -lowest;
  const std::int64_t item = form_.item_bits / 8;
  bytes_ = {static_cast<std::byte*>(first) + lowest * item,
            static_cast<std::size_t>((highest - lowest + 1) * item)};
}

}  // namespace tileglot::python
