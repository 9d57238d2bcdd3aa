// SPDX-License-Identifier: Apache-2.0
// rules_fuzz.cc: any text is read as rules or refused; what is read prints, reads back and matches.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tileglot/core/source_text.h"
#include "tileglot/notation/mesh/rules.h"

namespace tileglot::notation::mesh {
namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void check_name(const Rules& rules, std::string_view name) {
  if (const auto found = match(rules, name)) {
    const Rule& rule = rules.rules[found->rule];
    target_name(rule, *found, name);
    (void)cut_of(rule, rules.mesh, 2);
  }
  if (const auto found = match_place(rules, name)) (void)place_of(rules.rules[found->rule], *found);
}

void check_rules(std::string_view text) {
  const auto read = parse_rules(text);
  if (!read) {
    require(!core::render(core::with_line(read.error(), text)).empty());
    return;
  }
  for (Rule rule : read->rules) {
    const auto again = parse_rules(print(rule));
    rule.line = 1;
    require(again && again->rules.size() == 1 && again->rules[0] == rule);
  }
  for (const std::string_view name : {"", "a.b", "model.layers.41.experts.5.up_proj.weight"})
    check_name(*read, name);
}

}  // namespace
}  // namespace tileglot::notation::mesh

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  tileglot::notation::mesh::check_rules(text);
  return 0;
}
