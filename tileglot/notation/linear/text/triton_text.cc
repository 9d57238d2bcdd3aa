// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/text/triton_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/make.h"
#include "tileglot/notation/linear/text/detail/read_list.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;
using core::Scanner;

std::string print_outs(const Layout& layout) {
  std::vector<std::string> outs;
  for (const Dimension& out : layout.outs())
    outs.push_back(fmt::format("{} (size {})", out.name.view(), out.size()));
  return fmt::format("[{}]", fmt::join(outs, ", "));
}

std::string print_in(const Layout& layout, const Dimension& in) {
  if (in.bits == 0) return fmt::format(" - {} is a size 1 dimension\n", in.name.view());
  std::string text;
  for (int i = 0; i < in.bits; ++i) {
    text += fmt::format(" {} {}={} -> ({})\n", i == 0 ? "-" : " ", in.name.view(),
                        std::uint64_t{1} << i,
                        fmt::join(unpacked(layout, layout.column(in.begin + i)), ", "));
  }
  return text;
}

/// Reads (a, b).
Result<BasisVector> read_entries(Scanner& scanner) {
  scanner.skip_space();
  const std::size_t begin = scanner.position();
  BasisVector vector;
  TILEGLOT_TRY_STATUS(detail::read_list(scanner, "(", ")", [&]() -> core::Status {
    TILEGLOT_TRY(entry, scanner.integer("an entry of a basis vector"));
    vector.entries.push_back(entry);
    return {};
  }));
  vector.span = scanner.span_from(begin);
  return vector;
}

core::Error not_the_next(const InBases& in, Scanner& scanner) {
  return {{.code = "linear.text",
           .message = fmt::format("the vectors of {} are those of 1, 2, 4 and so on, in order; {} "
                                  "of them come before this",
                                  in.name, in.vectors.size()),
           .span = scanner.here()}};
}

/// NAME=2^i -> (..), whose name has been read.
core::Status read_vector(Scanner& scanner, InBases& in) {
  TILEGLOT_TRY_STATUS(scanner.expect("=", "after the name of an input"));
  TILEGLOT_TRY(power, scanner.integer("a power of two"));
  const bool is_next = in.vectors.size() < 63 && power == std::int64_t{1} << in.vectors.size();
  if (!is_next) return fail(not_the_next(in, scanner));
  TILEGLOT_TRY_STATUS(scanner.expect("->", "before a basis vector"));
  TILEGLOT_TRY(vector, read_entries(scanner));
  in.vectors.push_back(std::move(vector));
  return {};
}

/// Reads the input that follows a "-".
Result<InBases> read_in(Scanner& scanner) {
  scanner.skip_space();
  const std::size_t begin = scanner.position();
  InBases in{.name = std::string(scanner.name())};
  in.span = scanner.span_from(begin);
  if (scanner.accept("is")) {
    TILEGLOT_TRY_STATUS(scanner.expect("a size 1 dimension", "of an input without vectors"));
    return in;
  }
  TILEGLOT_TRY_STATUS(read_vector(scanner, in));
  while (!scanner.looking_at("-") && !scanner.looking_at("where out dims")) {
    TILEGLOT_TRY_STATUS(scanner.expect(in.name, "before the next vector of it"));
    TILEGLOT_TRY_STATUS(read_vector(scanner, in));
  }
  return in;
}

/// NAME (size N)
Result<OutSize> read_out(Scanner& scanner) {
  scanner.skip_space();
  const std::size_t begin = scanner.position();
  OutSize out{.name = std::string(scanner.name())};
  TILEGLOT_TRY_STATUS(scanner.expect("(", "after the name of an output"));
  TILEGLOT_TRY_STATUS(scanner.expect("size", "of an output"));
  TILEGLOT_TRY(size, scanner.integer("the size of an output"));
  out.size = size;
  TILEGLOT_TRY_STATUS(scanner.expect(")", "after the size of an output"));
  out.span = scanner.span_from(begin);
  return out;
}

Result<std::vector<OutSize>> read_outs(Scanner& scanner) {
  std::vector<OutSize> outs;
  const auto read_one = [&]() -> core::Status {
    TILEGLOT_TRY(out, read_out(scanner));
    outs.push_back(std::move(out));
    return {};
  };
  TILEGLOT_TRY_STATUS(detail::read_list(scanner, "[", "]", read_one));
  return outs;
}

core::Status expect_end(Scanner& scanner) {
  if (scanner.at_end()) return {};
  return fail({.code = "scan.trailing",
               .message = fmt::format("the layout ends before {}", scanner.found()),
               .span = scanner.here()});
}

/// (empty layout) or (empty layout with out-dims [..]).
Result<Layout> read_empty(Scanner& scanner) {
  TILEGLOT_TRY_STATUS(scanner.expect("(empty layout", "of a layout without inputs"));
  std::vector<OutSize> outs;
  if (scanner.accept("with out-dims")) {
    TILEGLOT_TRY(read, read_outs(scanner));
    outs = std::move(read);
  }
  TILEGLOT_TRY_STATUS(scanner.expect(")", "after an empty layout"));
  TILEGLOT_TRY_STATUS(expect_end(scanner));
  return make({}, outs, Surjective::kNo);
}

}  // namespace

std::string to_string(const Layout& layout) {
  if (layout.ins().empty() && layout.outs().empty()) return "\n(empty layout)";
  if (layout.ins().empty())
    return fmt::format("\n(empty layout with out-dims {})", print_outs(layout));
  std::string text = "\n";
  for (const Dimension& in : layout.ins()) text += print_in(layout, in);
  return text + "where out dims are: " + print_outs(layout);
}

Result<Layout> parse_triton(std::string_view text) {
  Scanner scanner(text);
  if (scanner.looking_at("(")) return read_empty(scanner);
  std::vector<InBases> ins;
  while (scanner.accept("-")) {
    TILEGLOT_TRY(in, read_in(scanner));
    ins.push_back(std::move(in));
  }
  TILEGLOT_TRY_STATUS(scanner.expect("where out dims are:", "before the outputs"));
  TILEGLOT_TRY(outs, read_outs(scanner));
  TILEGLOT_TRY_STATUS(expect_end(scanner));
  return make(ins, outs, Surjective::kNo);
}

}  // namespace tileglot::notation::linear
