// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/linear/arguments.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <vector>

#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/make.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/linear/layout/named_size.h"
#include "tileglot/value/json.h"
#include "tileglot/value/linear.h"

namespace tileglot::calculator {
namespace {

namespace linear = notation::linear;
using core::fail;
using core::Result;

core::Error no_names(const std::string& text) {
  return {{.code = "eval.syntax",
           .message = fmt::format("'{}' is not a list of names", text.substr(0, 64)),
           .help = R"(write ["register","lane"])"}};
}

}  // namespace

Result<linear::Layout> linear_argument(const Arguments& args, std::size_t i) {
  if (const auto* layout = args.value<linear::Layout>(i)) return *layout;
  return in_argument(value::read_linear(args.text(i)), args, i);
}

Result<linear::Name> name_argument(const Arguments& args, std::size_t i) {
  const std::string text = args.text(i);
  return in_argument(linear::name_of(text, core::Span{0, text.size()}), args, i);
}

Result<std::vector<linear::Name>> names_argument(const Arguments& args, std::size_t i) {
  const Json json = json_in(args, i);
  if (!json.is_array()) return fail(no_names(args.text(i)));
  std::vector<linear::Name> names;
  for (const Json& item : json) {
    if (!item.is_string()) return fail(no_names(args.text(i)));
    TILEGLOT_TRY(name, linear::name_of(item.get<std::string>()));
    names.push_back(name);
  }
  return names;
}

Result<std::vector<linear::NamedSize>> sizes_argument(const Arguments& args, std::size_t i) {
  TILEGLOT_TRY(json, json_argument(args, i));
  TILEGLOT_TRY(read, value::sizes_of_json(json));
  std::vector<linear::NamedSize> sizes;
  for (const linear::OutSize& s : read) {
    TILEGLOT_TRY(name, linear::name_of(s.name));
    sizes.push_back({name, s.size});
  }
  return sizes;
}

}  // namespace tileglot::calculator
