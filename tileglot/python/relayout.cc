// SPDX-License-Identifier: Apache-2.0
// relayout.cc: tileglot.relayout and tileglot.Plan.
#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/element_type.h"
#include "tileglot/python/array.h"
#include "tileglot/python/arrays.h"
#include "tileglot/python/errors.h"
#include "tileglot/python/layout.h"
#include "tileglot/python/layout_object.h"
#include "tileglot/python/move.h"
#include "tileglot/relayout/cpu/explain.h"
#include "tileglot/relayout/plan/print.h"

namespace tileglot::python {
namespace {

namespace cpu = relayout::cpu;

struct PlanObject {
  std::shared_ptr<const Move> move;
  MoveOptions options;
};

bool is_list(nb::handle object) {
  return PyList_Check(object.ptr()) || PyTuple_Check(object.ptr());
}

nb::object moved(const Move& move, nb::handle array, const BorrowedArray& source, nb::handle out,
                 nb::handle progress) {
  nb::object result = out.is_none() ? move.new_array(array) : nb::borrow(out);
  const BorrowedArray target(result, Access::kWrite);
  move.check_target(target);
  const BorrowedArray* const from = &source;
  const BorrowedArray* const to = &target;
  move.run({&from, 1}, {&to, 1}, progress);
  return result;
}

void check_count(nb::handle arrays, nb::handle outs) {
  if (outs.is_none()) return;
  if (!is_list(outs)) throw nb::type_error("out is a list of arrays where many are moved");
  if (nb::len(outs) == nb::len(arrays)) return;
  raise(core::Error(
      {.code = "array.count",
       .message = fmt::format("{} arrays are moved into {}", nb::len(arrays), nb::len(outs)),
       .help = "give one out for each array"}));
}

std::vector<const BorrowedArray*> pointers(const std::deque<BorrowedArray>& arrays) {
  std::vector<const BorrowedArray*> found;
  found.reserve(arrays.size());
  for (const BorrowedArray& array : arrays) found.push_back(&array);
  return found;
}

/// Each into its own out, or into a new array.
nb::list many_moved(const Move& move, nb::handle arrays, nb::handle outs, nb::handle progress) {
  check_count(arrays, outs);
  std::deque<BorrowedArray> sources;
  std::deque<BorrowedArray> targets;
  nb::list results;
  std::size_t i = 0;
  for (const nb::handle array : arrays) {
    move.check_source(sources.emplace_back(array, Access::kRead).form());
    nb::object result = outs.is_none() ? move.new_array(array) : nb::object(outs[i++]);
    move.check_target(targets.emplace_back(result, Access::kWrite));
    results.append(std::move(result));
  }
  if (!sources.empty()) move.run(pointers(sources), pointers(targets), progress);
  return results;
}

nb::object relayout_many(nb::handle arrays, nb::handle to, nb::handle layout, nb::handle outs,
                         MoveOptions options, nb::handle progress) {
  check_count(arrays, outs);
  if (nb::len(arrays) == 0) return nb::list();
  const BorrowedArray first(arrays[0], Access::kRead);
  const auto move = Move::of(first.form(), to, layout, options);
  return many_moved(*move, arrays, outs, progress);
}

MoveOptions options_of(int threads, bool zero_fill) {
  if (threads < 0) {
    raise(core::Error({.code = "relayout.threads",
                       .message = fmt::format("{} is not a number of threads", threads),
                       .help = "0 stands for as many as the processor runs"}));
  }
  return {.threads = threads, .zero_fill = zero_fill};
}

nb::object relayout(nb::handle array, nb::handle to, nb::handle layout, nb::handle out, int threads,
                    bool zero_fill, nb::handle progress) {
  const MoveOptions options = options_of(threads, zero_fill);
  if (is_list(array)) return relayout_many(array, to, layout, out, options, progress);
  const BorrowedArray source(array, Access::kRead);
  return moved(*Move::of(source.form(), to, layout, options), array, source, out, progress);
}

/// A layout knows its type, or none of its arrays would have one.
MoveSource source_of_layout(const bridge::AnyLayout& layout) {
  const auto type = bridge::element_type_of(layout);
  if (!type) {
    raise(core::Error({.code = "layout.dtype_missing",
                       .message = "the elements of " + bridge::print(layout) + " have no type",
                       .help = "give an array instead of its layout, or a layout with a type"}));
  }
  check_type(layout, *type, static_cast<int>(core::npy_bits(*type)));
  return {.layout = layout,
          .map = value_of(bridge::to_map(layout)),
          .type = *type,
          .item_bits = static_cast<int>(core::npy_bits(*type))};
}

PlanObject plan(nb::handle source, nb::handle to, nb::handle layout, int threads, bool zero_fill) {
  const MoveOptions options = options_of(threads, zero_fill);
  if (is_array(source)) {
    const BorrowedArray array(source, Access::kRead);
    return {Move::of(array.form(), to, layout, options), options};
  }
  if (!layout.is_none()) throw nb::type_error("layout is of an array, and source is none");
  MoveSource from = source_of_layout(layout_of(source));
  std::vector<std::int64_t> extents;
  for (const map::Dim& dim : from.map.domain()) extents.push_back(dim.extent);
  bridge::AnyLayout target = layout_for(to, extents, from.type);
  return {std::make_shared<const Move>(std::move(from), std::move(target), options), options};
}

nb::object call_plan(const PlanObject& self, nb::handle array, nb::handle out,
                     nb::handle progress) {
  if (is_list(array)) return many_moved(*self.move, array, out, progress);
  const BorrowedArray source(array, Access::kRead);
  self.move->check_source(source.form());
  return moved(*self.move, array, source, out, progress);
}

std::string text_of(const PlanObject& self) {
  std::string text = relayout::plan::print(self.move->plan().plan());
  text += cpu::explain(self.move->plan().plan(),
                       {.threads = self.options.threads, .zero_fill = self.options.zero_fill});
  text.pop_back();
  return text;
}

nb::object source_layout(const PlanObject& self) {
  const MoveSource& source = self.move->source();
  if (source.layout) return object_of(*source.layout);
  return object_of(bridge::AnyLayout(notation::strided::AnyLayout(source.form->strided())));
}

}  // namespace

void bind_relayout(nb::module_& module) {
  module.def(
      "relayout", relayout, nb::arg("array"), nb::arg("to"), nb::kw_only(),
      nb::arg("layout") = nb::none(), nb::arg("out") = nb::none(), nb::arg("threads") = 0,
      nb::arg("zero_fill") = true, nb::arg("progress") = nb::none(),
      nb::sig("def relayout(array: typing.Any, to: object, /, *, layout: object | None = None, "
              "out: typing.Any = None, threads: int = 0, zero_fill: bool = True, "
              "progress: Callable[[Progress], object] | None = None) -> typing.Any"),
      "The array in another layout: a new array, or `out`.\n\n"
      "array: of NumPy, torch (on the CPU) or JAX (on the CPU), or a list of arrays that lie "
      "alike,\n"
      "which are moved side by side into a list.\n"
      "to: a layout, a text, or any object that tileglot.layout reads; a text without a shape has\n"
      "the array's.\n"
      "layout: how the bytes lie now; None: in the array's own strides.\n"
      "out: a writable array with as many bytes as the target, padding included.\n"
      "threads: 0 for as many as the processor runs.\n"
      "zero_fill: write zeros into padding.\n"
      "progress: is called with a Progress about every 50 ms; what it raises cancels the move.\n\n"
      "The result has the logical shape where strides say the target, else its physical shape.\n"
      "It is a torch tensor where the array is one, and NumPy's otherwise. Elements keep their "
      "bits.\n\n"
      "Raises InvalidError layout.extents, layout.type, array.*, ImpossibleError "
      "relayout.overlap.");
  nb::class_<PlanObject>(module, "Plan", nb::is_final(),
                         "A move that is planned once: call it with arrays of the planned form.\n\n"
                         "str() is its loops.")
      .def("__call__", call_plan, nb::arg("array"), nb::kw_only(), nb::arg("out") = nb::none(),
           nb::arg("progress") = nb::none(),
           nb::sig("def __call__(self, array: typing.Any, /, *, out: typing.Any = None, "
                   "progress: Callable[[Progress], object] | None = None) -> typing.Any"),
           "As tileglot.relayout of such an array, or of a list of them.")
      .def("__str__", text_of)
      .def("__repr__",
           [](const PlanObject& self) {
             return fmt::format("<tileglot.Plan to {}>", bridge::print(self.move->target()));
           })
      .def_prop_ro("source", source_layout, nb::sig("def source(self) -> Layout"),
                   "The layout that is read.")
      .def_prop_ro(
          "target", [](const PlanObject& self) { return object_of(self.move->target()); },
          nb::sig("def target(self) -> Layout"), "The layout that is written.")
      .def_prop_ro(
          "bytes", [](const PlanObject& self) { return self.move->target_bytes(); },
          "Bytes of the target, padding included.");
  module.def(
      "plan", plan, nb::arg("source"), nb::arg("to"), nb::kw_only(), nb::arg("layout") = nb::none(),
      nb::arg("threads") = 0, nb::arg("zero_fill") = true,
      nb::sig("def plan(source: object, to: object, /, *, layout: object | None = None, "
              "threads: int = 0, zero_fill: bool = True) -> Plan"),
      "Plans the move of an array like `source`, or of memory in the layout `source`, once.\n\n"
      "Options are those of tileglot.relayout.");
}

}  // namespace tileglot::python
