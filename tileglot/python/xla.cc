// SPDX-License-Identifier: Apache-2.0
// xla.cc: the class of XLA's shapes with their layouts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/checked.h"
#include "tileglot/notation/xla/address/physical_shape.h"
#include "tileglot/notation/xla/shape/element_size.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/wire/wire.h"
#include "tileglot/python/errors.h"
#include "tileglot/python/hash.h"
#include "tileglot/python/layout.h"
#include "tileglot/python/layout_object.h"
#include "tileglot/python/signatures.h"
#include "tileglot/value/xla.h"

namespace tileglot::python {
namespace {

namespace xla = notation::xla;

/// The bounds, as XLA allocates them.
nb::tuple extents_of(const xla::Shape& shape) {
  nb::list extents;
  for (const xla::Dimension& dimension : shape.dimensions) {
    extents.append(dimension.bound ? nb::object(nb::int_(*dimension.bound)) : nb::none());
  }
  return nb::tuple(extents);
}

nb::tuple order_of(const xla::Shape& shape, bool minor_first) {
  std::vector<std::int64_t> order = layout_or_default(shape).minor_to_major;
  if (!minor_first) std::ranges::reverse(order);
  nb::list numbers;
  for (const std::int64_t dimension : order) numbers.append(dimension);
  return nb::tuple(numbers);
}

/// A tuple for each tile; None is `*`.
nb::tuple tiles_of(const xla::Shape& shape) {
  nb::list tiles;
  for (const xla::Tile& tile : layout_or_default(shape).tiles) {
    nb::list entries;
    for (const xla::TileEntry& entry : tile.entries) {
      entries.append(entry ? nb::object(nb::int_(*entry)) : nb::none());
    }
    tiles.append(nb::tuple(entries));
  }
  return nb::tuple(tiles);
}

std::int64_t element_bits(const xla::Shape& shape) {
  if (xla::is_array(shape)) return xla::element_size_bits(shape);
  raise(core::Error({.code = "xla.not_array",
                     .message = xla::print(shape) + " is not an array",
                     .help = "only arrays have elements"}));
}

/// Whole bytes for so many elements.
std::int64_t bytes_for(std::int64_t elements, std::int64_t bits) {
  const std::int64_t whole = elements / 8;
  const std::int64_t rest = (elements % 8 * bits + 7) / 8;
  if (const auto bytes = core::checked_mul(whole, bits)) return *bytes + rest;
  raise(core::Error({.code = "xla.too_large",
                     .message = "the bytes of the array do not fit 64 bits",
                     .help = "its elements do: codomain_size counts them"}));
}

/// Of all positions, padding included.
std::int64_t bytes_of(const xla::Shape& shape) {
  const auto evaluator = value_of(bridge::Evaluator::of(shape));
  return bytes_for(evaluator.codomain_size(), element_bits(shape));
}

/// What the elements alone take.
std::int64_t logical_bytes(const xla::Shape& shape) {
  return bytes_for(value_of(bridge::Evaluator::of(shape)).size(), element_bits(shape));
}

nb::bytes wire_of(const xla::Shape& shape, std::string_view message) {
  if (message != "shape" && message != "layout") {
    throw nb::value_error("message is 'shape' or 'layout'");
  }
  const std::string bytes =
      message == "shape" ? xla::to_wire(shape) : xla::to_wire(layout_or_default(shape));
  return nb::bytes(bytes.data(), bytes.size());
}

nb::bytes to_wire(nb::handle self, std::string_view message) {
  if (nb::isinstance<XlaObject>(self)) {
    return wire_of(nb::cast<const XlaObject&>(self).value, message);
  }
  return wire_of(nb::cast<const XlaObject&>(self.attr("to_xla")()).value, message);
}

nb::object from_wire(const nb::bytes& data, std::string_view message) {
  const value::XlaValue value =
      value_of(value::read_xla_wire({data.c_str(), data.size()}, message));
  if (const auto* shape = std::get_if<xla::Shape>(&value)) return nb::cast(XlaObject(*shape));
  const std::string text = value_of(value::write_xla_value(value, "xla"));
  return nb::str(text.data(), text.size());
}

void add(Hash& hash, const xla::Shape& shape) {
  hash.add(static_cast<std::uint64_t>(shape.type));
  for (const xla::Dimension& dimension : shape.dimensions) {
    hash.add(static_cast<std::uint64_t>(dimension.bound.value_or(-1)));
  }
  if (!shape.layout) return;
  for (const std::int64_t d : shape.layout->minor_to_major) hash.add(static_cast<std::uint64_t>(d));
  for (const xla::Tile& tile : shape.layout->tiles) {
    for (const xla::TileEntry& entry : tile.entries) {
      hash.add(static_cast<std::uint64_t>(entry.value_or(-1)));
    }
  }
}

bool equals(const XlaObject& self, nb::handle other) {
  return nb::isinstance<XlaObject>(other) && self.value == nb::cast<const XlaObject&>(other).value;
}

}  // namespace

void bind_xla(nb::module_& module) {
  nb::class_<XlaObject, LayoutObject>(module, "XlaLayout", nb::is_final(),
                                      "A shape of XLA with its layout: order, tiles, memory space.")
      .def_prop_ro(
          "shape", [](const XlaObject& self) { return extents_of(self.value); },
          nb::sig("def shape(self) -> tuple[int | None, ...]"),
          "The bounds; None where a dimension has none.")
      .def_prop_ro(
          "minor_to_major", [](const XlaObject& self) { return order_of(self.value, true); },
          nb::sig("def minor_to_major(self) -> tuple[int, ...]"),
          "The dimensions, the fastest first.")
      .def_prop_ro(
          "major_to_minor", [](const XlaObject& self) { return order_of(self.value, false); },
          nb::sig("def major_to_minor(self) -> tuple[int, ...]"),
          "The dimensions, the slowest first.")
      .def_prop_ro(
          "tiles", [](const XlaObject& self) { return tiles_of(self.value); },
          nb::sig("def tiles(self) -> tuple[tuple[int | None, ...], ...]"),
          "The outermost first; None is `*`.")
      .def_prop_ro(
          "memory_space",
          [](const XlaObject& self) { return int{layout_or_default(self.value).memory_space}; })
      .def_prop_ro(
          "element_bits", [](const XlaObject& self) { return element_bits(self.value); },
          "Of an element in memory.")
      .def_prop_ro(
          "bytes", [](const XlaObject& self) { return bytes_of(self.value); },
          "What the array takes, padding included.")
      .def_prop_ro(
          "padding_bytes",
          [](const XlaObject& self) { return bytes_of(self.value) - logical_bytes(self.value); },
          "What it takes beyond its elements.")
      .def_prop_ro(
          "physical_shape",
          [](const XlaObject& self) {
            return extents_of(value_of(xla::physical_shape(self.value)));
          },
          nb::sig("def physical_shape(self) -> tuple[int | None, ...]"),
          "The extents in memory, the slowest first.")
      .def("__eq__", equals, nb::arg("other").none(), nb::sig(kEqSignature))
      .def("__hash__", [](const XlaObject& self) {
        Hash hash;
        add(hash, self.value);
        return hash.value();
      });
  note_class<XlaObject>();
  nb::borrow<nb::class_<LayoutObject>>(nb::type<LayoutObject>())
      .def("to_wire", to_wire, nb::arg("message") = "shape",
           "XLA's protocol buffer of the 'shape' or of the 'layout'; any other notation is "
           "converted.");
  module.def("from_wire", from_wire, nb::arg("data"), nb::arg("message") = "shape",
             nb::sig("def from_wire(data: bytes, /, message: str = 'shape') -> XlaLayout | str"),
             "The layout of XLA's protocol buffer; a layout alone or a sharding is a text.");
}

}  // namespace tileglot::python
