// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/linear.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/make.h"
#include "tileglot/notation/linear/layout/rank.h"
#include "tileglot/notation/linear/text/parse.h"
#include "tileglot/value/json.h"

namespace tileglot::value {
namespace {

namespace linear = notation::linear;
using core::fail;
using core::Result;

core::Error not_read(const Json& json, std::string_view wanted) {
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  return {{.code = "linear.json",
           .message = fmt::format("{} is not {}", text.substr(0, 64), wanted),
           .help = R"(a layout is {"in":[["lane",[[1],[2]]]],"out":[["dim0",4]]})"}};
}

bool is_named_pair(const Json& json) {
  return json.is_array() && json.size() == 2 && json[0].is_string();
}

Result<linear::BasisVector> vector_of(const Json& json) {
  if (!json.is_array()) return fail(not_read(json, "a basis vector"));
  linear::BasisVector vector;
  for (const Json& item : json) {
    const auto entry = integer_of(item);
    if (!entry) return fail(not_read(item, "an entry of a basis vector"));
    vector.entries.push_back(*entry);
  }
  return vector;
}

Result<linear::InBases> bases_of_one(const Json& json) {
  if (!is_named_pair(json) || !json[1].is_array())
    return fail(not_read(json, "a name with basis vectors"));
  linear::InBases in{.name = json[0].get<std::string>()};
  for (const Json& item : json[1]) {
    TILEGLOT_TRY(vector, vector_of(item));
    in.vectors.push_back(std::move(vector));
  }
  return in;
}

Result<linear::OutSize> size_of_one(const Json& json) {
  const auto size = is_named_pair(json) ? integer_of(json[1]) : std::nullopt;
  if (!size) return fail(not_read(json, "a name with a size"));
  return linear::OutSize{.name = json[0].get<std::string>(), .size = *size};
}

template <class T>
Result<std::vector<T>> list_of(const Json& json, Result<T> (*read)(const Json&)) {
  if (!json.is_array()) return fail(not_read(json, "a list of dimensions"));
  std::vector<T> list;
  for (const Json& item : json) {
    TILEGLOT_TRY(value, read(item));
    list.push_back(std::move(value));
  }
  return list;
}

Json vectors_of(const linear::Layout& layout, const linear::Dimension& in) {
  Json vectors = Json::array();
  for (const std::uint64_t column : layout.columns_of(in))
    vectors.push_back(linear::unpacked(layout, column));
  return vectors;
}

}  // namespace

Json linear_to_json(const linear::Layout& layout) {
  Json ins = Json::array();
  for (const linear::Dimension& in : layout.ins())
    ins.push_back(Json::array({std::string(in.name.view()), vectors_of(layout, in)}));
  Json outs = Json::array();
  for (const linear::Dimension& out : layout.outs())
    outs.push_back(Json::array({std::string(out.name.view()), out.size()}));
  return {{"in", std::move(ins)},
          {"out", std::move(outs)},
          {"surjective", linear::is_surjective(layout)}};
}

Result<std::vector<linear::InBases>> bases_of_json(const Json& json) {
  return list_of(json, bases_of_one);
}

Result<std::vector<linear::OutSize>> sizes_of_json(const Json& json) {
  return list_of(json, size_of_one);
}

Result<linear::Layout> linear_of_json(const Json& json) {
  if (!json.is_object() || !json.contains("in") || !json.contains("out"))
    return fail(not_read(json, "a linear layout"));
  TILEGLOT_TRY(bases, bases_of_json(json["in"]));
  TILEGLOT_TRY(sizes, sizes_of_json(json["out"]));
  const Json flag = json.value("surjective", Json(false));
  if (!flag.is_boolean()) return fail(not_read(flag, "a flag"));
  return linear::make(bases, sizes,
                      flag.get<bool>() ? linear::Surjective::kRequired : linear::Surjective::kNo);
}

Result<linear::Layout> read_linear(std::string_view text) {
  const Json json = json_in(text);
  return json.is_discarded() ? linear::parse(text) : linear_of_json(json);
}

}  // namespace tileglot::value
