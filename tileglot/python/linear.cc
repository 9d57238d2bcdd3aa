// SPDX-License-Identifier: Apache-2.0
// linear.cc: linear layouts, with the methods of Triton's own class.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/notation/linear/algebra/compose.h"
#include "tileglot/notation/linear/algebra/invert_and_compose.h"
#include "tileglot/notation/linear/algebra/product.h"
#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/layout/free_variables.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/make.h"
#include "tileglot/notation/linear/layout/rank.h"
#include "tileglot/notation/linear/text/print.h"
#include "tileglot/python/errors.h"
#include "tileglot/python/hash.h"
#include "tileglot/python/layout.h"
#include "tileglot/python/layout_object.h"
#include "tileglot/python/operations.h"
#include "tileglot/python/signatures.h"
#include "tileglot/python/texts.h"
#include "tileglot/python/tuples.h"

namespace tileglot::python {
namespace {

namespace linear = notation::linear;

nb::str string_of(std::string_view text) { return nb::str(text.data(), text.size()); }

nb::object vector_object(const linear::Layout& layout, std::uint64_t column) {
  nb::list parts;
  for (const linear::Dimension& out : layout.outs()) parts.append(linear::part_of(column, out));
  return nb::tuple(parts);
}

/// {input: [basis, ..]}
nb::dict bases_of(const linear::Layout& layout) {
  nb::dict bases;
  for (const linear::Dimension& in : layout.ins()) {
    nb::list vectors;
    for (const std::uint64_t column : layout.columns_of(in)) {
      vectors.append(vector_object(layout, column));
    }
    bases[string_of(in.name.view())] = vectors;
  }
  return bases;
}

nb::dict sizes_of(std::span<const linear::Dimension> dimensions) {
  nb::dict sizes;
  for (const linear::Dimension& d : dimensions) sizes[string_of(d.name.view())] = d.size();
  return sizes;
}

template <auto Verb>
LinearObject of_two(const LinearObject& a, const LinearObject& b) {
  return LinearObject(value_of(Verb(a.value, b.value)));
}
template <auto Verb>
LinearObject of_one(const LinearObject& a) {
  return LinearObject(value_of(Verb(a.value)));
}

/// {input: index} as keywords or as a dict.
nb::dict apply_to(const LinearObject& self, nb::handle inputs, const nb::kwargs& named) {
  std::vector<linear::NamedValue> at;
  const auto add = [&at](nb::handle from) {
    if (!PyDict_Check(from.ptr())) throw nb::type_error("expected a dict of inputs");
    // A copy, which what the values call cannot change.
    const nb::dict inputs_now = nb::borrow<nb::dict>(from.attr("copy")());
    for (const auto& [name, value] : inputs_now) {
      std::int64_t number = 0;
      if (!read_int(value, number)) throw nb::type_error("an input is an int");
      at.push_back({text_of(name), number});
    }
  };
  if (!inputs.is_none()) add(inputs);
  add(named);
  // An input of one value need not be named: `block` of most encodings.
  for (const linear::Dimension& in : self.value.ins()) {
    const auto is_in = [&in](const linear::NamedValue& value) {
      return value.name == in.name.view();
    };
    if (in.bits == 0 && std::ranges::none_of(at, is_in))
      at.push_back({std::string(in.name.view()), 0});
  }
  nb::dict result;
  for (const linear::NamedValue& out : value_of(linear::apply(self.value, at))) {
    result[string_of(out.name)] = out.value;
  }
  return result;
}

bool equals(const LinearObject& self, nb::handle other) {
  return nb::isinstance<LinearObject>(other) &&
         self.value == nb::cast<const LinearObject&>(other).value;
}

nb::dict masks_of(const LinearObject& self) {
  const auto masks = linear::free_variable_masks(self.value);
  nb::dict named;
  std::size_t i = 0;
  for (const linear::Dimension& in : self.value.ins())
    named[string_of(in.name.view())] = masks[i++];
  return named;
}

nb::list matrix_of(const LinearObject& self) {
  nb::list rows;
  for (int r = 0; r < self.value.out_bits(); ++r) {
    nb::list row;
    for (const std::uint64_t column : self.value.columns()) {
      row.append(static_cast<int>((column >> unsigned(r)) & 1U));
    }
    rows.append(row);
  }
  return rows;
}

template <auto Predicate>
bool holds(const LinearObject& self) {
  return Predicate(self.value);
}

/// The table lists sizes in order; a dict has them in order too.
nb::object listed(nb::handle argument) {
  if (!PyDict_Check(argument.ptr())) return nb::borrow(argument);
  return nb::list(argument.attr("items")());
}

using Class = nb::class_<LinearObject, LayoutObject>;

/// A method that is an operation of the table, whose first argument is the layout.
void bind_operation(Class& to, const char* name, const char* signature, const char* doc) {
  to.def(
      name,
      [operation = std::string("linear.") + name](nb::handle self, const nb::args& arguments) {
        nb::list all;
        all.append(self);
        for (const nb::handle argument : arguments) all.append(listed(argument));
        return call(operation, nb::tuple(all));
      },
      nb::sig(signature), doc);
}

void bind_operations_of(Class& to) {
  bind_operation(to, "concat_ins", "def concat_ins(self, other: LinearLayout, /) -> LinearLayout",
                 "Both side by side: the inputs of both, the same outputs.");
  bind_operation(to, "concat_outs", "def concat_outs(self, other: LinearLayout, /) -> LinearLayout",
                 "Both on top of each other: the outputs of both, the same inputs.");
  bind_operation(to, "divide_left",
                 "def divide_left(self, other: LinearLayout, /) -> LinearLayout | None",
                 "C with other * C = self; None if there is none.");
  bind_operation(to, "divide_right",
                 "def divide_right(self, other: LinearLayout, /) -> LinearLayout | None",
                 "C with C * other = self; None if there is none.");
  bind_operation(to, "largest_vectorisation",
                 "def largest_vectorisation(self, bits: int, most: int, /) -> typing.Any",
                 "The widest access that all registers allow.");
  bind_operation(to, "reshape_ins",
                 "def reshape_ins(self, sizes: Mapping[str, int], /) -> LinearLayout",
                 "The same inputs, divided otherwise.");
  bind_operation(to, "reshape_outs",
                 "def reshape_outs(self, sizes: Mapping[str, int], /) -> LinearLayout",
                 "The same outputs, divided otherwise.");
  bind_operation(to, "sublayout",
                 "def sublayout(self, ins: Sequence[str], outs: Sequence[str], /) -> LinearLayout",
                 "These inputs and outputs alone.");
  bind_operation(to, "transpose_ins",
                 "def transpose_ins(self, names: Sequence[str], /) -> LinearLayout",
                 "The inputs in another order.");
  bind_operation(to, "transpose_outs",
                 "def transpose_outs(self, names: Sequence[str], /) -> LinearLayout",
                 "The outputs in another order.");
}

}  // namespace

void bind_linear(nb::module_& module) {
  Class bound(module, "LinearLayout", nb::is_final(),
              "Triton's layout: linear over bits, given by what each bit of an input adds by xor.");
  bound
      .def_prop_ro(
          "bases", [](const LinearObject& self) { return bases_of(self.value); },
          nb::sig("def bases(self) -> dict[str, list[tuple[int, ...]]]"),
          "For each input, what each of its bits adds, in the order of the outputs.")
      .def_prop_ro(
          "ins", [](const LinearObject& self) { return sizes_of(self.value.ins()); },
          nb::sig("def ins(self) -> dict[str, int]"), "The inputs and their sizes.")
      .def_prop_ro(
          "outs", [](const LinearObject& self) { return sizes_of(self.value.outs()); },
          nb::sig("def outs(self) -> dict[str, int]"), "The outputs and their sizes.")
      .def("apply", apply_to, nb::arg("inputs") = nb::none(), nb::arg("named"),
           nb::sig("def apply(self, inputs: Mapping[str, int] | None = None, /, **named: int) "
                   "-> dict[str, int]"),
           "The outputs at these inputs; one of size 1 need not be named.")
      .def("compose", of_two<linear::compose>, nb::arg("outer"),
           nb::sig("def compose(self, outer: LinearLayout, /) -> LinearLayout"), "outer(self(x)).")
      .def("invert", of_one<linear::invert>, "The inverse of a bijection.")
      .def("pseudoinvert", of_one<linear::pseudoinvert>,
           "An inverse from the right of a surjection: the smallest input of each output.")
      .def("invert_and_compose", of_two<linear::invert_and_compose>, nb::arg("outer"),
           nb::sig("def invert_and_compose(self, outer: LinearLayout, /) -> LinearLayout"),
           "L with outer(L(x)) = self(x): the conversion from this layout to the other.")
      .def("matrix", matrix_of, nb::sig("def matrix(self) -> list[list[int]]"),
           "The rows of the matrix over bits: outputs from the lowest bit, inputs likewise.")
      .def("free_variable_masks", masks_of,
           nb::sig("def free_variable_masks(self) -> dict[str, int]"),
           "The bits of each input that change nothing.")
      .def("is_injective", holds<linear::is_injective>, "No two inputs share an output.")
      .def("is_surjective", holds<linear::is_surjective>, "Every output is reached.")
      .def("is_invertible", holds<linear::is_invertible>, "Injective and surjective.")
      .def("__mul__", of_two<linear::mul>, nb::arg("inner"),
           nb::sig("def __mul__(self, inner: LinearLayout, /) -> LinearLayout"),
           "Triton's product: copies of this layout, laid out as the other says.")
      .def("__eq__", equals, nb::arg("other").none(), nb::sig(kEqSignature))
      .def("__hash__", [](const LinearObject& self) {
        return hash_of(std::string_view(linear::print(self.value)));
      });
  bind_operations_of(bound);
  note_class<LinearObject>();
}

}  // namespace tileglot::python
