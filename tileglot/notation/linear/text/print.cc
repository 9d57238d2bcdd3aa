// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/text/print.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/rank.h"

namespace tileglot::notation::linear {
namespace {

std::string print_in(const Layout& layout, const Dimension& in) {
  std::vector<std::string> vectors;
  for (const std::uint64_t column : layout.columns_of(in))
    vectors.push_back(fmt::format("[{}]", fmt::join(unpacked(layout, column), ",")));
  return fmt::format("{}: [{}]", in.name.view(), fmt::join(vectors, ","));
}

}  // namespace

std::string print(const Layout& layout) {
  std::vector<std::string> ins;
  for (const Dimension& in : layout.ins()) ins.push_back(print_in(layout, in));
  std::vector<std::string> outs;
  for (const Dimension& out : layout.outs())
    outs.push_back(fmt::format("{}: {}", out.name.view(), out.size()));
  return fmt::format("{{{}}} -> {{{}}}{}", fmt::join(ins, ", "), fmt::join(outs, ", "),
                     is_surjective(layout) ? "" : ", surjective: false");
}

}  // namespace tileglot::notation::linear
