// SPDX-License-Identifier: Apache-2.0
#include "tileglot/python/operations.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/api/eval/eval.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/calculator/evaluate.h"
#include "tileglot/calculator/expression.h"
#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/calculator/operation/operation_table.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/python/errors.h"
#include "tileglot/python/layout_object.h"
#include "tileglot/python/texts.h"
#include "tileglot/python/tiler.h"
#include "tileglot/python/tuples.h"

namespace tileglot::python {
namespace {

namespace cute = notation::cute;
using calculator::Argument;
using calculator::Json;
using calculator::Value;

struct ToObject {
  nb::object operator()(bool yes) const { return nb::bool_(yes); }
  nb::object operator()(const core::Integer& i) const { return object_of(i); }
  nb::object operator()(const core::IntTuple& t) const { return object_of(t); }
  nb::object operator()(const cute::Layout<>& l) const { return object_of(l); }
  nb::object operator()(const cute::ComposedLayout& l) const { return object_of(l); }
  nb::object operator()(const cute::Swizzle& s) const { return nb::cast(s); }
  nb::object operator()(const cute::Tiler& t) const { return nb::cast(t); }
  nb::object operator()(const calculator::LayoutAtOffset& part) const {
    return nb::make_tuple(object_of(part.layout), object_of(part.offset));
  }
  nb::object operator()(const calculator::Text& text) const {
    return nb::str(text.text.data(), text.text.size());
  }
  nb::object operator()(const notation::linear::Layout& l) const {
    return nb::cast(LinearObject(l));
  }
  nb::object operator()(const notation::xla::Shape& s) const { return nb::cast(XlaObject(s)); }
  nb::object operator()(const notation::xla::Layout& l) const {
    const std::string text = calculator::print_value(l);
    return nb::str(text.data(), text.size());
  }
  nb::object operator()(const Json& json) const { return object_of(json); }
};

Argument layout_argument(const LayoutObject& object) {
  return std::visit(
      [](auto&& layout) {
        using Layout = std::decay_t<decltype(layout)>;
        if constexpr (std::is_same_v<Layout, notation::strided::AnyLayout>) {
          return Argument(print(layout));
        } else {
          return Argument(Value(std::forward<decltype(layout)>(layout)));
        }
      },
      any_layout(object));
}

/// As JSON writes it.
Argument json_argument(nb::handle object) {
  const nb::object text = nb::module_::import_("json").attr("dumps")(object);
  return Argument(text_of(text));
}

/// Another library's Swizzle, which has no shape and so is not a layout.
std::optional<cute::Swizzle> foreign_swizzle(nb::handle object) {
  if (!nb::hasattr(object, "bits") || !nb::hasattr(object, "base") ||
      !nb::hasattr(object, "shift")) {
    return std::nullopt;
  }
  return value_of(cute::make_swizzle(nb::cast<int>(object.attr("bits")),
                                     nb::cast<int>(object.attr("base")),
                                     nb::cast<int>(object.attr("shift"))));
}

/// Operations of CuTe take nested tuples of static integers, all others lists.
bool is_of_cute(std::string_view operation) {
  return operation.find('.') == std::string_view::npos;
}

Argument argument_of(nb::handle object, bool of_cute) {
  if (nb::isinstance<LayoutObject>(object)) {
    return layout_argument(layout_in(object));
  }
  if (nb::isinstance<nb::str>(object)) return Argument(text_of(object));
  if (PyBool_Check(object.ptr())) {
    return Argument(std::string(object.is(Py_True) ? "true" : "false"));
  }
  if (nb::isinstance<cute::Swizzle>(object)) {
    return Argument(Value(nb::cast<const cute::Swizzle&>(object)));
  }
  if (const auto swizzle = foreign_swizzle(object)) return Argument(Value(*swizzle));
  if (nb::isinstance<cute::Tiler>(object) || holds_layouts(object)) {
    return Argument(Value(tiler_of(object)));
  }
  if (of_cute && is_tuple(object)) return Argument(Value(tuple_of(object)));
  if (object.is_none() || PyLong_Check(object.ptr()) || PyDict_Check(object.ptr()) ||
      PyList_Check(object.ptr()) || PyTuple_Check(object.ptr())) {
    return json_argument(object);
  }
  const nb::object layout = nb::module_::import_("tileglot").attr("layout")(object);
  return layout_argument(layout_in(layout));
}

nb::object evaluate(const std::string& expression, std::string_view semantics) {
  calculator::Settings settings;
  if (semantics == "cute-cpp") {
    settings.semantics = calculator::Semantics::kCuteCpp;
  } else if (semantics != "exact") {
    throw nb::value_error("semantics is 'exact' or 'cute-cpp'");
  }
  const auto& operations = api::eval_operations();
  const auto parsed = value_of(calculator::parse_expression(expression, operations), expression);
  if (parsed.name.empty()) {
    return object_of(value_of(bridge::parse_layout(parsed.text), parsed.text));
  }
  const auto calls = value_of(calculator::evaluate(parsed, operations, settings), expression);
  return object_of(calls.back().value);
}

}  // namespace

nb::object object_of(const Json& json) {
  switch (json.type()) {
    case Json::value_t::boolean: return nb::bool_(json.get<bool>());
    case Json::value_t::number_integer: return nb::int_(json.get<std::int64_t>());
    case Json::value_t::number_unsigned: return nb::int_(json.get<std::uint64_t>());
    case Json::value_t::number_float: return nb::float_(json.get<double>());
    case Json::value_t::string: {
      const auto& text = json.get_ref<const std::string&>();
      return nb::str(text.data(), text.size());
    }
    case Json::value_t::array: {
      nb::list list;
      for (const Json& each : json) list.append(object_of(each));
      return list;
    }
    case Json::value_t::object: {
      nb::dict dict;
      for (const auto& [key, value] : json.items()) {
        dict[nb::str(key.data(), key.size())] = object_of(value);
      }
      return dict;
    }
    default: return nb::none();
  }
}

nb::object object_of(const Value& value) { return std::visit(ToObject(), value); }

nb::object call(std::string_view name, nb::handle arguments, calculator::Semantics semantics) {
  std::vector<Argument> given;
  given.reserve(nb::len(arguments));
  for (const nb::handle argument : nb::borrow<nb::tuple>(arguments)) {
    given.push_back(argument_of(argument, is_of_cute(name)));
  }
  return object_of(value_of(api::eval_operations().apply(name, given, {.semantics = semantics})));
}

void bind_operations(nb::module_& module) {
  module.def(
      "eval", evaluate, nb::arg("expression"), nb::kw_only(), nb::arg("semantics") = "exact",
      nb::sig("def eval(expression: str, /, *, semantics: str = 'exact') -> typing.Any"),
      "The value of an operation, as `tileglot eval`: name(argument, ..), nested as one likes.\n\n"
      "semantics: 'exact', or 'cute-cpp' for what C++ CuTe answers, also where it is wrong.");
  module.def(
      "call",
      [](const std::string& name, const nb::args& arguments) {
        return call(api::eval_operations().name_here(name, arguments.size()), arguments);
      },
      nb::sig("def call(name: str, /, *arguments: object) -> typing.Any"),
      "An operation of `eval` on Python objects.");
}

}  // namespace tileglot::python
