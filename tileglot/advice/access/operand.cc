// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/access/operand.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "tileglot/advice/access/kind.h"
#include "tileglot/advice/access/rule_table.h"
#include "tileglot/advice/access/rules.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/swizzled.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/operand/find_operand.h"
#include "tileglot/notation/cute/operand/operand_error.h"
#include "tileglot/notation/cute/operand/smem_atom.h"
#include "tileglot/value/json.h"
#include "tileglot/value/operand_json.h"

namespace tileglot::advice {
namespace {

namespace cute = notation::cute;
using core::Result;

Result<cute::CuteLayout> as_cute(const bridge::AnyLayout& layout, const map::IndexMap& memory) {
  if (const auto* plain = std::get_if<cute::Layout<>>(&layout)) return *plain;
  if (const auto* composed = std::get_if<cute::ComposedLayout>(&layout)) return *composed;
  return bridge::to_any_cute(memory);
}

/// "LBO 2048 B, SBO 128 B": those that the instruction needs.
std::string offsets_text(const cute::CanonicalOperand& operand) {
  std::string text;
  const auto add = [&text](std::string_view name, const std::optional<std::int64_t>& bytes) {
    if (bytes) text += fmt::format(", {} {} B", name, *bytes);
  };
  add("LBO", operand.leading_bytes);
  add("SBO", operand.stride_bytes);
  return text;
}

void add_operand(const cute::SmemOperand& operand, cute::SmemMma instruction, Rule& rule) {
  const auto& [first, one, count] = operand;
  const std::string word = cute::descriptor_text(first, instruction);
  rule.value = cute::operand_text(first) + offsets_text(first);
  rule.remark = fmt::format("descriptor {}", word);
  if (count.mn * count.k > 1) {
    rule.remark +=
        fmt::format(" of the first of {} instructions of {}x{}", count.mn * count.k, one.mn, one.k);
  }
  rule.numbers = value::operand_json(operand, instruction);
}

void add_refusal(const cute::OperandAnswer& answer, cute::SmemMma instruction, Rule& rule) {
  const core::Error error = cute::operand_error(answer, instruction);
  rule.value = "none";
  rule.verdict = Verdict::kFail;
  rule.remark = error->witness.empty() ? error->message : error->witness;
  rule.advice = error->help;
  rule.numbers = {{"canonical", false}, {"code", error->code}};
  if (answer.unfit != cute::Unfit::kElsewhere) return;
  const cute::Misfit& at = answer.misfit;
  rule.numbers["element"] = {at.mn, at.k};
  rule.numbers["found_bits"] = at.found_bits;
  if (at.expected_bits)
    rule.numbers["expected_bits"] = *at.expected_bits;
  else
    rule.numbers["expected_bits"] = nullptr;
}

}  // namespace

Result<CheckedOperand> check_operand(const bridge::AnyLayout& layout, const map::IndexMap& memory,
                                     const Elements& elements, const AccessKind& kind) {
  TILEGLOT_TRY(as_layout, as_cute(layout, memory));
  const cute::OperandAnswer answer = cute::find_operand(as_layout, kind.instruction, elements.bits);
  CheckedOperand checked{.rule = {.name = "operand, " + kind.text, .limit = "canonical"}};
  if (answer.ok()) {
    add_operand(answer.operand, kind.instruction, checked.rule);
    checked.alignment_bytes = cute::alignment_bytes(answer.operand.first.swizzle);
  } else {
    add_refusal(answer, kind.instruction, checked.rule);
  }
  return checked;
}

Rule operand_alignment_rule(std::int64_t alignment_bytes) {
  const std::string bytes = fmt::format("{} B", alignment_bytes);
  return {.name = "alignment needed", .value = bytes, .limit = bytes};
}

}  // namespace tileglot::advice
