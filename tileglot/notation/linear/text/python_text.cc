// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/text/python_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/make.h"
#include "tileglot/notation/linear/layout/rank.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;
using core::Scanner;

constexpr std::string_view kCall = "LinearLayout.from_bases";

/// The bindings accept lists and tuples alike; a tuple may end in a comma.
template <class Item>
core::Status read_sequence(Scanner& scanner, const Item& read_item) {
  const bool is_tuple = scanner.looking_at("(");
  const std::string_view close = is_tuple ? ")" : "]";
  TILEGLOT_TRY_STATUS(scanner.expect(is_tuple ? "(" : "[", "before a list"));
  while (!scanner.accept(close)) {
    TILEGLOT_TRY_STATUS(read_item());
    if (scanner.accept(",")) continue;
    return scanner.expect(close, "after a list");
  }
  return {};
}

/// A name in quotation marks of either kind.
Result<std::string> read_name(Scanner& scanner) {
  const std::string_view quote = scanner.looking_at("'") ? "'" : "\"";
  TILEGLOT_TRY_STATUS(scanner.expect(quote, "before a name"));
  std::string name(scanner.name());
  TILEGLOT_TRY_STATUS(scanner.expect(quote, "after a name"));
  return name;
}

Result<BasisVector> read_vector(Scanner& scanner) {
  scanner.skip_space();
  const std::size_t begin = scanner.position();
  BasisVector vector;
  TILEGLOT_TRY_STATUS(read_sequence(scanner, [&]() -> core::Status {
    TILEGLOT_TRY(entry, scanner.integer("an entry of a basis vector"));
    vector.entries.push_back(entry);
    return {};
  }));
  vector.span = scanner.span_from(begin);
  return vector;
}

/// ("register", [[0, 1]]), or the same as a list.
Result<InBases> read_in(Scanner& scanner) {
  scanner.skip_space();
  const std::size_t begin = scanner.position();
  const std::string_view close = scanner.looking_at("(") ? ")" : "]";
  TILEGLOT_TRY_STATUS(scanner.expect(close == ")" ? "(" : "[", "before a pair"));
  TILEGLOT_TRY(name, read_name(scanner));
  InBases in{.name = name, .vectors = {}, .span = scanner.span_from(begin)};
  TILEGLOT_TRY_STATUS(scanner.expect(",", "after a name"));
  TILEGLOT_TRY_STATUS(read_sequence(scanner, [&]() -> core::Status {
    TILEGLOT_TRY(vector, read_vector(scanner));
    in.vectors.push_back(std::move(vector));
    return {};
  }));
  TILEGLOT_TRY_STATUS(scanner.expect(close, "after a pair"));
  return in;
}

struct Arguments {
  std::vector<InBases> bases = {};
  std::vector<std::string> outs = {};
  std::optional<std::vector<std::int64_t>> sizes = {};
  bool surjective = true;
};

core::Status read_bases(Scanner& scanner, Arguments& arguments) {
  scanner.accept("bases=");
  return read_sequence(scanner, [&]() -> core::Status {
    TILEGLOT_TRY(in, read_in(scanner));
    arguments.bases.push_back(std::move(in));
    return {};
  });
}

core::Status read_outs(Scanner& scanner, Arguments& arguments) {
  scanner.accept("out_dim_names=");
  return read_sequence(scanner, [&]() -> core::Status {
    TILEGLOT_TRY(name, read_name(scanner));
    arguments.outs.push_back(std::move(name));
    return {};
  });
}

core::Status read_sizes(Scanner& scanner, Arguments& arguments) {
  if (scanner.accept("None")) return {};
  arguments.sizes.emplace();
  return read_sequence(scanner, [&]() -> core::Status {
    TILEGLOT_TRY(size, scanner.integer("the size of an output"));
    arguments.sizes->push_back(size);
    return {};
  });
}

core::Status read_flag(Scanner& scanner, Arguments& arguments) {
  arguments.surjective = !scanner.accept("False");
  return arguments.surjective ? scanner.expect("True", "or False, for require_surjective")
                              : core::Status();
}

/// The third and fourth argument, by name or by position.
core::Status read_rest(Scanner& scanner, Arguments& arguments) {
  for (int place = 2; scanner.accept(",") && !scanner.looking_at(")"); ++place) {
    if (scanner.accept("require_surjective=") ||
        (place == 3 && !scanner.looking_at("out_dim_sizes"))) {
      TILEGLOT_TRY_STATUS(read_flag(scanner, arguments));
    } else {
      scanner.accept("out_dim_sizes=");
      TILEGLOT_TRY_STATUS(read_sizes(scanner, arguments));
    }
  }
  return scanner.expect(")", "after the arguments");
}

Result<Arguments> read_arguments(Scanner& scanner) {
  Arguments arguments;
  TILEGLOT_TRY_STATUS(scanner.expect(kCall, "of a layout in Python"));
  TILEGLOT_TRY_STATUS(scanner.expect("(", "before the arguments"));
  TILEGLOT_TRY_STATUS(read_bases(scanner, arguments));
  TILEGLOT_TRY_STATUS(scanner.expect(",", "after the bases"));
  TILEGLOT_TRY_STATUS(read_outs(scanner, arguments));
  TILEGLOT_TRY_STATUS(read_rest(scanner, arguments));
  return arguments;
}

core::Error wrong_count(std::size_t sizes, std::size_t names) {
  return {{.code = "linear.text",
           .message = fmt::format("{} sizes are given for {} outputs", sizes, names)}};
}

/// The layout with the given sizes, or inferred ones if none are given.
Result<Layout> made(const Arguments& arguments) {
  const auto surjective = arguments.surjective ? Surjective::kRequired : Surjective::kNo;
  if (!arguments.sizes) return make_infer(arguments.bases, arguments.outs, surjective);
  if (arguments.sizes->size() != arguments.outs.size())
    return fail(wrong_count(arguments.sizes->size(), arguments.outs.size()));
  std::vector<OutSize> outs;
  outs.reserve(arguments.outs.size());
  for (std::size_t k = 0; k < arguments.outs.size(); ++k)
    outs.push_back({.name = arguments.outs[k], .size = (*arguments.sizes)[k]});
  return make(arguments.bases, outs, surjective);
}

std::string print_in(const Layout& layout, const Dimension& in) {
  std::vector<std::string> vectors;
  for (const std::uint64_t column : layout.columns_of(in))
    vectors.push_back(fmt::format("[{}]", fmt::join(unpacked(layout, column), ", ")));
  return fmt::format("(\"{}\", [{}])", in.name.view(), fmt::join(vectors, ", "));
}

}  // namespace

Result<Layout> parse_python(std::string_view text) {
  Scanner scanner(text);
  TILEGLOT_TRY(arguments, read_arguments(scanner));
  if (!scanner.at_end()) {
    return fail({.code = "scan.trailing",
                 .message = fmt::format("the layout ends before {}", scanner.found()),
                 .span = scanner.here()});
  }
  return made(arguments);
}

std::string print_python(const Layout& layout) {
  std::vector<std::string> ins;
  for (const Dimension& in : layout.ins()) ins.push_back(print_in(layout, in));
  std::vector<std::string> names;
  std::vector<std::int64_t> sizes;
  for (const Dimension& out : layout.outs()) {
    names.push_back(fmt::format("\"{}\"", out.name.view()));
    sizes.push_back(out.size());
  }
  // The sizes of a surjective layout are the inferred ones.
  const std::string rest =
      is_surjective(layout) ? "" : fmt::format(", [{}], False", fmt::join(sizes, ", "));
  return fmt::format("{}([{}], [{}]{})", kCall, fmt::join(ins, ", "), fmt::join(names, ", "), rest);
}

}  // namespace tileglot::notation::linear
