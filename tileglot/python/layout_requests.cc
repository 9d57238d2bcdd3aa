// SPDX-License-Identifier: Apache-2.0
// layout_requests.cc: pictures of a layout, and reports on it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <optional>
#include <string>
#include <utility>

#include "tileglot/api/check.h"
#include "tileglot/api/input/module_text.h"
#include "tileglot/api/show/show.h"
#include "tileglot/api/triton/inspect_module.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/python/description.h"
#include "tileglot/python/layout_object.h"
#include "tileglot/python/options.h"
#include "tileglot/python/requests.h"

namespace tileglot::python {
namespace {

nb::tuple show(const LayoutObject& layout, const std::string& form, nb::dict given) {
  const Description of = describe(any_layout(layout), true);
  // A notation that is named is that of the other layout too.
  const auto detected = bridge::detect(of.text);
  const bool is_told = detected && bridge::name_of(*detected) == of.notation;
  api::ShowRequest request{.layout = of.text,
                           .as = form,
                           .notation = is_told ? std::nullopt : of.notation,
                           .tensor = of.tensor()};
  Options options("show", std::move(given));
  options.take("view", request.view);
  options.take("color", request.color);
  options.take("label", request.label);
  options.take("palette", request.palette);
  options.take("theme", request.theme);
  options.take("crop", request.crop);
  options.take("fold", request.fold);
  options.take("every", request.every);
  options.take("group", request.group);
  options.take("per_row", request.per_row);
  options.take("access", request.access);
  options.take("side_by_side", request.side_by_side);
  options.take("against", request.against);
  options.take("relayout_to", request.relayout_to);
  options.take("gather", request.gather);
  options.take("dtype", request.dtype);
  options.finish();
  return answered([&] { return api::show(request); }, of.text);
}

nb::tuple check_layout(const LayoutObject& layout, nb::dict given) {
  const Description of = describe(any_layout(layout), true);
  api::CheckRequest request{
      .asked = {.layout = of.text, .notation = of.notation, .tensor = of.tensor()}};
  auto& use = request.asked.use;
  auto& accesses = request.asked.accesses;
  Options options("check", std::move(given));
  options.take("dtype", request.asked.dtype);
  options.take("target", use.target);
  options.take("reduce", use.reduce);
  options.take("conv", use.convolution);
  options.take("operand", use.operand);
  options.take("convert_to", use.convert_to);
  options.take("access", accesses.access);
  options.take("mem", accesses.memory);
  options.take("banks", accesses.banks);
  options.take("bank_width_bytes", accesses.bank_width);
  options.take("suggest", accesses.suggest);
  options.take("explain", accesses.explain);
  options.finish();
  return answered([&] { return api::check(request); }, of.text);
}

nb::tuple inspect_module(const std::string& text, const std::string& name) {
  const api::ModuleText module{.name = name, .text = text};
  return answered([&] { return api::inspect_module(module); }, text);
}

}  // namespace

void bind_layout_requests(nb::module_& module) {
  module.def("show", show, nb::arg("layout"), nb::arg("form"), nb::arg("options"),
             nb::sig("def show(layout: Layout, form: str, options: dict[str, typing.Any]) "
                     "-> tuple[str, str, int, str]"));
  module.def("check", check_layout, nb::arg("layout"), nb::arg("options"),
             nb::sig("def check(layout: Layout, options: dict[str, typing.Any]) "
                     "-> tuple[str, str, int, str]"));
  module.def("inspect_module", inspect_module, nb::arg("text"), nb::arg("name"),
             nb::sig("def inspect_module(text: str, name: str) -> tuple[str, str, int, str]"));
}

}  // namespace tileglot::python
