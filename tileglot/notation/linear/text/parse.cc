// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/text/parse.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/make.h"
#include "tileglot/notation/linear/text/detail/read_list.h"
#include "tileglot/notation/linear/text/python_text.h"
#include "tileglot/notation/linear/text/triton_text.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;
using core::Scanner;
using detail::read_list;

Result<BasisVector> read_vector(Scanner& scanner) {
  scanner.skip_space();
  const std::size_t begin = scanner.position();
  BasisVector vector;
  const auto read_entry = [&]() -> core::Status {
    TILEGLOT_TRY(entry, scanner.integer("an entry of a basis vector"));
    vector.entries.push_back(entry);
    return {};
  };
  if (scanner.looking_at("[")) {
    TILEGLOT_TRY_STATUS(read_list(scanner, "[", "]", read_entry));
  } else {
    TILEGLOT_TRY_STATUS(read_entry());
  }
  vector.span = scanner.span_from(begin);
  return vector;
}

/// Reads NAME: and its span.
Result<std::pair<std::string, core::Span>> read_key(Scanner& scanner) {
  scanner.skip_space();
  const std::size_t begin = scanner.position();
  const std::string name(scanner.name());
  const core::Span span = scanner.span_from(begin);
  if (name.empty())
    return fail({.code = "linear.name",
                 .message = fmt::format("{} is not a name of a dimension", scanner.found()),
                 .span = scanner.here()});
  TILEGLOT_TRY_STATUS(scanner.expect(":", "after the name of a dimension"));
  return std::pair(name, span);
}

Result<InBases> read_in(Scanner& scanner) {
  TILEGLOT_TRY(key, read_key(scanner));
  InBases in{.name = key.first, .span = key.second};
  TILEGLOT_TRY_STATUS(read_list(scanner, "[", "]", [&]() -> core::Status {
    TILEGLOT_TRY(vector, read_vector(scanner));
    in.vectors.push_back(std::move(vector));
    return {};
  }));
  return in;
}

Result<OutSize> read_out(Scanner& scanner) {
  TILEGLOT_TRY(key, read_key(scanner));
  TILEGLOT_TRY(size, scanner.integer("the size of an output"));
  return OutSize{.name = key.first, .size = size, .span = scanner.span_from(key.second.begin)};
}

Result<Surjective> read_surjective(Scanner& scanner) {
  if (!scanner.accept(",")) return Surjective::kRequired;
  TILEGLOT_TRY_STATUS(scanner.expect("surjective", "after the outputs"));
  TILEGLOT_TRY_STATUS(scanner.expect(":", "after surjective"));
  if (scanner.accept("true")) return Surjective::kRequired;
  TILEGLOT_TRY_STATUS(scanner.expect("false", "after surjective:"));
  return Surjective::kNo;
}

core::Status expect_end(Scanner& scanner) {
  if (scanner.at_end()) return {};
  return fail({.code = "scan.trailing",
               .message = fmt::format("the layout ends before {}", scanner.found()),
               .span = scanner.here()});
}

/// The form of print.h.
Result<Layout> parse_own(std::string_view text) {
  Scanner scanner(text);
  std::vector<InBases> ins;
  TILEGLOT_TRY_STATUS(read_list(scanner, "{", "}", [&]() -> core::Status {
    TILEGLOT_TRY(in, read_in(scanner));
    ins.push_back(std::move(in));
    return {};
  }));
  TILEGLOT_TRY_STATUS(scanner.expect("->", "between the inputs and the outputs"));
  std::vector<OutSize> outs;
  TILEGLOT_TRY_STATUS(read_list(scanner, "{", "}", [&]() -> core::Status {
    TILEGLOT_TRY(out, read_out(scanner));
    outs.push_back(std::move(out));
    return {};
  }));
  TILEGLOT_TRY(surjective, read_surjective(scanner));
  TILEGLOT_TRY_STATUS(expect_end(scanner));
  return make(ins, outs, surjective);
}

}  // namespace

Result<Layout> parse(std::string_view text) {
  Scanner scanner(text);
  if (scanner.looking_at("-") || scanner.looking_at("(") || scanner.looking_at("where"))
    return parse_triton(text);
  return scanner.looking_at("LinearLayout") ? parse_python(text) : parse_own(text);
}

}  // namespace tileglot::notation::linear
