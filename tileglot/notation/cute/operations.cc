// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/operations.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/coalesce.h"
#include "tileglot/notation/cute/coordinate.h"
#include "tileglot/notation/cute/layout.h"
#include "tileglot/notation/cute/parse.h"
#include "tileglot/notation/cute/print.h"
#include "tileglot/notation/cute/refusal.h"

namespace tileglot::notation::cute {
namespace {

using core::fail;
using core::Result;

/// The texts of a call, read one by one.
class Arguments {
 public:
  Arguments(std::string_view operation, const std::vector<std::string>& texts)
      : operation_(operation), texts_(texts) {}

  std::size_t count() const { return texts_.size(); }
  Result<Layout> layout(std::size_t i) const { return named(i, parse_layout(texts_[i])); }
  Result<IntTuple> tuple(std::size_t i) const { return named(i, parse_int_tuple(texts_[i])); }
  Result<IntTuple> coordinate(std::size_t i) const { return named(i, parse_coordinate(texts_[i])); }

 private:
  template <class T>
  Result<T> named(std::size_t i, Result<T> read) const {
    if (read) return read;
    core::Error error = std::move(read).error();
    error.message = fmt::format("argument {} of {}: {}", i + 1, operation_, error.message);
    return fail(std::move(error));
  }

  std::string_view operation_;
  const std::vector<std::string>& texts_;
};

template <class T>
Result<Value> to_value(const Outcome<T>& outcome) {
  if (!outcome) return fail(to_error(outcome.refusal));
  return Value(*outcome);
}

template <class T>
Result<Value> for_coordinate(const Outcome<T>& outcome, const IntTuple& coordinate,
                             const IntTuple& shape) {
  if (!outcome) return fail(coordinate_error(outcome.refusal, coordinate, shape));
  return Value(*outcome);
}

Result<Value> apply_make_layout(const Arguments& arguments) {
  TILEGLOT_TRY(shape, arguments.tuple(0));
  if (arguments.count() == 1) return to_value(make_layout(shape));
  TILEGLOT_TRY(stride, arguments.tuple(1));
  return to_value(make_layout(shape, stride));
}

Result<Value> apply_size(const Arguments& arguments) {
  TILEGLOT_TRY(layout, arguments.layout(0));
  return to_value(size(layout));
}

Result<Value> apply_cosize(const Arguments& arguments) {
  TILEGLOT_TRY(layout, arguments.layout(0));
  return to_value(cosize(layout));
}

Result<Value> apply_rank(const Arguments& arguments) {
  TILEGLOT_TRY(layout, arguments.layout(0));
  return Value(core::static_integer(rank(layout)));
}

Result<Value> apply_depth(const Arguments& arguments) {
  TILEGLOT_TRY(layout, arguments.layout(0));
  return Value(core::static_integer(depth(layout)));
}

Result<Value> apply_crd2idx(const Arguments& arguments) {
  TILEGLOT_TRY(coordinate, arguments.coordinate(0));
  TILEGLOT_TRY(layout, arguments.layout(1));
  return for_coordinate(crd2idx(coordinate, layout), coordinate, layout.shape);
}

Result<Value> apply_idx2crd(const Arguments& arguments) {
  TILEGLOT_TRY(coordinate, arguments.coordinate(0));
  TILEGLOT_TRY(shape, arguments.tuple(1));
  return for_coordinate(idx2crd(coordinate, shape), coordinate, shape);
}

Result<Value> apply_coalesce(const Arguments& arguments) {
  TILEGLOT_TRY(layout, arguments.layout(0));
  return Value(coalesce(layout));
}

struct Operation {
  std::string_view name;
  std::size_t fewest;
  std::size_t most;
  Result<Value> (*call)(const Arguments&);
};

constexpr Operation kOperations[] = {
    {"coalesce", 1, 1, apply_coalesce}, {"cosize", 1, 1, apply_cosize},
    {"crd2idx", 2, 2, apply_crd2idx},   {"depth", 1, 1, apply_depth},
    {"idx2crd", 2, 2, apply_idx2crd},   {"make_layout", 1, 2, apply_make_layout},
    {"rank", 1, 1, apply_rank},         {"size", 1, 1, apply_size},
};

}  // namespace

core::Result<Value> apply_operation(std::string_view operation,
                                    const std::vector<std::string>& arguments) {
  for (const Operation& known : kOperations) {
    if (known.name != operation) continue;
    if (arguments.size() >= known.fewest && arguments.size() <= known.most) {
      return known.call(Arguments(operation, arguments));
    }
    return fail({.code = "cute.arguments",
                 .message = fmt::format("{} takes {} argument{}, not {}", operation, known.most,
                                        known.most == 1 ? "" : "s", arguments.size())});
  }
  return fail({.code = "cute.operation",
               .message = fmt::format("there is no CuTe operation '{}'", operation),
               .help = fmt::format("known are {}", fmt::join(operation_names(), ", "))});
}

std::vector<std::string_view> operation_names() {
  std::vector<std::string_view> names;
  for (const Operation& known : kOperations) names.push_back(known.name);
  return names;
}

std::string print_value(const Value& value, Marks marks) {
  return std::visit([marks](const auto& v) { return print(v, marks); }, value);
}

}  // namespace tileglot::notation::cute
