// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/triton/module_moves.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/advice/access/copy_choice.h"
#include "tileglot/advice/access/rule_table.h"
#include "tileglot/advice/advise.h"
#include "tileglot/advice/conversion.h"
#include "tileglot/advice/report.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/triton/module_operations.h"
#include "tileglot/bridge/triton/lower.h"
#include "tileglot/bridge/triton/module_scan.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/notation/cute/atoms/atom_names.h"
#include "tileglot/notation/cute/atoms/copy_atom.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/text/print.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/print.h"
#include "tileglot/notation/triton/tensor_type.h"
#include "tileglot/notation/triton/validate_encoding.h"
#include "tileglot/value/text/columns.h"

namespace tileglot::api {
namespace {

namespace cute = notation::cute;
namespace linear = notation::linear;
namespace triton = notation::triton;
using core::Result;
using triton::TypeKind;

constexpr std::size_t kLineCharacters = 4096;
/// Of a column of the table, all of whose rows are as wide as the widest.
constexpr std::size_t kCellCharacters = 160;
/// Begins a part of a file that has aliases of its own.
constexpr std::string_view kSeparator = "\n// -----";

std::string shown(std::string_view text) { return core::printable(text, kLineCharacters); }

/// A type, its encoding, and what that lowers to.
struct Side {
  const triton::TensorType& type;
  triton::Nested encoding;
  linear::Layout layout;
};

using Encodings = std::map<std::string_view, const Result<triton::Nested>*>;

Result<Side> side_of(const triton::TensorType& type, const Encodings& encodings) {
  const auto found = encodings.find(type.encoding);
  if (found == encodings.end()) {
    return core::fail({.code = "triton.no_encoding",
                       .message = fmt::format("{} has no layout that the module defines",
                                              shown(triton::print_shape_of(type)))});
  }
  const Result<triton::Nested>& encoding = *found->second;
  if (!encoding) return core::fail(encoding.error());
  TILEGLOT_TRY_STATUS(triton::validate(**encoding, type));
  TILEGLOT_TRY(layout, bridge::lower(**encoding, type));
  return Side{type, *encoding, std::move(layout)};
}

/// What `check` is told of elements: pointers are numbers.
std::string element_of(const triton::TensorType& type) {
  if (const auto known = core::parse_element_type(type.element)) {
    return std::string(core::name(*known));
  }
  return fmt::format("u{}", type.element_bits.value_or(8));
}

Result<advice::Report> conversion_of(const Side& from, const Side& to) {
  const int bits = static_cast<int>(from.type.element_bits.value_or(0));
  TILEGLOT_TRY(
      conversion,
      advice::conversion_of(from.layout, {.convert_to = linear::print(to.layout), .bits = bits}));
  return advice::Report{.layout = linear::print(from.layout), .conversion = std::move(conversion)};
}

bool is_about_all_elements(const advice::Rule& rule) { return rule.name.starts_with("bijective"); }

/// The same registers of a larger tensor, whose first elements they hold.
linear::Layout within(const linear::Layout& registers, const linear::Layout& memory) {
  linear::Layout result;
  for (const linear::Dimension& out : memory.outs()) result.add_out(out.name, out.bits);
  for (const linear::Dimension& in : registers.ins()) {
    std::uint64_t* column = result.add_in(in.name, in.bits);
    for (const std::uint64_t of : registers.columns_of(in)) {
      *column = 0;
      for (std::size_t k = 0; k < registers.outs().size(); ++k) {
        *column |= linear::placed(linear::part_of(of, registers.outs()[k]), result.outs()[k]);
      }
      ++column;
    }
  }
  return result;
}

/// How a tensor lies in a memory: the whole of it, or a part.
enum class Fit : std::uint8_t { kWhole, kPart, kNone };

Fit fit_of(const linear::Layout& registers, const linear::Layout& memory) {
  const auto bits = [](const linear::Dimension& out) { return out.bits; };
  if (std::ranges::equal(registers.outs(), memory.outs(), {}, bits, bits)) return Fit::kWhole;
  const bool is_part =
      registers.outs().size() == memory.outs().size() &&
      std::ranges::equal(registers.outs(), memory.outs(), std::ranges::less_equal(), bits, bits);
  return is_part ? Fit::kPart : Fit::kNone;
}

/// Of a part of a memory, its offsets are those of the whole; a part begins at a multiple of its own
/// size, so it has the conflicts of the first one.
Result<advice::Report> access_of(const Side& registers, const Side& memory) {
  const Fit fit = fit_of(registers.layout, memory.layout);
  if (fit == Fit::kNone) {
    return core::fail(
        {.code = "triton.type",
         .message = fmt::format("{} is not in {}", shown(triton::print_shape_of(registers.type)),
                                shown(triton::print_shape_of(memory.type)))});
  }
  const std::string element = element_of(memory.type);
  const auto shape = triton::buffer_shape(*memory.encoding, memory.type);
  TILEGLOT_TRY(
      report,
      advice::advise(
          {.layout = linear::print(fit == Fit::kWhole ? registers.layout
                                                      : within(registers.layout, memory.layout)),
           .dtype = element,
           .tensor = fmt::format("{}[{}]", element, fmt::join(shape, ",")),
           .accesses = {
               .access = "vector", .memory = triton::print(*memory.encoding), .suggest = true}}));
  // The rest of the memory is not this tensor's.
  if (fit == Fit::kPart) std::erase_if(report.rules->rules, is_about_all_elements);
  return report;
}

Result<advice::Report> planned(const Side& from, const Side& to) {
  const bool reads = from.type.kind == TypeKind::kTensor;
  const bool writes = to.type.kind == TypeKind::kTensor;
  if (reads && writes) return conversion_of(from, to);
  if (reads != writes) return reads ? access_of(from, to) : access_of(to, from);
  return core::fail({.code = "triton.type", .message = "neither type is a tensor in registers"});
}

std::int64_t points_of(const Side& side) {
  constexpr int kMostBits = 62;
  return std::int64_t{1} << std::min(side.layout.in_bits(), kMostBits);
}

/// What an operation costs, and what both types lower to; empty for one that is refused.
struct Plan {
  Result<advice::Report> report = core::fail(core::Error());
  std::string from = {};
  std::string to = {};
};

std::string linear_text(const Result<Side>& side) {
  return side ? linear::print(side->layout) : std::string();
}

/// The GPU that a module is compiled for: sm_90 is 90; 0: not NVIDIA's; absent: not said.
std::optional<int> arch_of(std::string_view target) {
  constexpr std::string_view kCuda = "cuda:";
  if (target.empty()) return std::nullopt;
  int arch = 0;
  if (target.starts_with(kCuda)) {
    std::from_chars(target.data() + kCuda.size(), target.data() + target.size(), arch);
  }
  return arch;
}

/// Leaves out the instructions that the GPU does not have.
void keep_offered(std::optional<std::vector<advice::CopyChoice>>& copies,
                  std::optional<int> target) {
  if (!copies || !target) return;
  std::erase_if(*copies, [&](const advice::CopyChoice& copy) { return copy.atom.arch > *target; });
  if (*target == 0) copies.reset();
}

/// The instruction for matrices, where that is the widest copy.
std::string matrix_text(const advice::RuleTable& table, bool is_store) {
  if (!table.copies) return {};
  for (const advice::CopyChoice& copy : *table.copies) {
    const bool is_matrix = copy.atom.family == cute::CopyFamily::kLdmatrix ||
                           copy.atom.family == cute::CopyFamily::kStmatrix;
    if (!is_matrix || copy.use != (is_store ? "store" : "load")) continue;
    return fmt::format("{}: {} B", cute::cute_name(copy.atom), copy.bytes);
  }
  return {};
}

std::string cost_text(const advice::RuleTable& table, bool is_store) {
  std::vector<std::string> parts;
  for (const advice::Rule& rule : table.rules) {
    const bool is_told = rule.name.starts_with("vector width") || rule.name.starts_with("bank");
    if (is_told) parts.push_back(rule.value);
  }
  if (table.cures && !table.cures->empty()) {
    const advice::Cure& best = table.cures->front();
    parts.push_back(fmt::format("{} leaves {}", best.name, best.effect));
  }
  if (std::string matrix = matrix_text(table, is_store); !matrix.empty()) {
    parts.push_back(std::move(matrix));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string cost_text(const Result<advice::Report>& plan, bool is_store) {
  if (!plan) return fmt::format("error[{}]: {}", plan.error()->code, shown(plan.error()->message));
  if (plan->conversion) return summary_of(*plan->conversion);
  return plan->rules ? cost_text(*plan->rules, is_store) : std::string();
}

std::string cell(const std::optional<triton::TensorType>& type) {
  if (!type) return "";
  return core::printable(fmt::format("{} {}", triton::print_shape_of(*type), type->encoding),
                         kCellCharacters);
}

Json side_json(const std::optional<triton::TensorType>& type, const std::string& lowered) {
  if (!type) return nullptr;
  return {{"type", shown(triton::print_shape_of(*type))},
          {"shape", type->shape},
          {"element", shown(type->element)},
          {"layout", shown(type->encoding)},
          {"linear", lowered.empty() ? Json() : Json(lowered)}};
}

Json plan_json(const ModuleOperation& operation, const Plan& plan) {
  Json json{{"from", side_json(operation.from, plan.from)},
            {"to", side_json(operation.to, plan.to)}};
  if (!plan.report) {
    json["error"] = to_json(plan.report.error())["error"];
    json["error"]["exit_code"] = exit_code_of(plan.report.error());
  } else if (plan.report->conversion) {
    json["conversion"] = advice::to_json(*plan.report->conversion);
  } else {
    json["access"] = advice::to_json(*plan.report);
  }
  return json;
}

/// A plan in the answer: its number, and the cells of its row.
struct Listed {
  std::size_t number = 0;
  value::TextRow cells = {};
};

/// The plans of a part of a file: one for each pair of types.
class Planner {
 public:
  /// `left`: registers of all threads that may still be planned. Plans are added to `plans`.
  Planner(std::string_view text, std::span<const bridge::ModuleLayout> layouts, std::int64_t& left,
          Json& plans)
      : target_(arch_of(target_of(text))), left_(left), plans_(plans) {
    for (const bridge::ModuleLayout& layout : layouts) encodings_[layout.name] = &layout.encoding;
  }

  const Listed& plan(const ModuleOperation& operation) {
    const auto [place, is_new] = listed_.try_emplace(key_of(operation));
    if (!is_new) return place->second;
    const Plan plan = made(operation);
    const bool is_store = operation.to && operation.to->kind != TypeKind::kTensor;
    place->second = {plans_.size(),
                     {cell(operation.from), cell(operation.to), cost_text(plan.report, is_store)}};
    plans_.push_back(plan_json(operation, plan));
    return place->second;
  }

 private:
  static std::string key_of(const ModuleOperation& operation) {
    std::string key;
    for (const auto* type : {&operation.from, &operation.to}) {
      if (*type) key += fmt::format("{} {}\n", triton::print_shape_of(**type), (*type)->encoding);
    }
    return key;
  }

  Plan made(const ModuleOperation& operation) {
    if (!operation.from || !operation.to) {
      return {core::fail(
          {.code = "triton.type", .message = "the types of what moves are not written after it"})};
    }
    const Result<Side> from = side_of(*operation.from, encodings_);
    const Result<Side> to = side_of(*operation.to, encodings_);
    Plan plan{planned_within_limit(from, to), linear_text(from), linear_text(to)};
    if (plan.report && plan.report->rules) keep_offered(plan.report->rules->copies, target_);
    return plan;
  }

  Result<advice::Report> planned_within_limit(const Result<Side>& from, const Result<Side>& to) {
    if (!from) return core::fail(from.error());
    if (!to) return core::fail(to.error());
    const std::int64_t points = std::max(points_of(*from), points_of(*to));
    if (points <= left_) {
      left_ -= points;
      return planned(*from, *to);
    }
    return core::fail({.code = "triton.too_many_moves",
                       .message = fmt::format("it moves {} registers of all threads, and of the {} "
                                              "that are planned {} are left",
                                              points, kMostPoints, left_),
                       .help = "cut the file into smaller ones"});
  }

  std::optional<int> target_;
  Encodings encodings_ = {};
  std::map<std::string, Listed> listed_ = {};
  std::int64_t& left_;
  Json& plans_;
};

/// The moves of one part of a file after another.
class Moves {
 public:
  void add(std::string_view part, std::span<const bridge::ModuleLayout> layouts) {
    Planner planner(part, layouts, left_, found_.plans);
    for (const ModuleOperation& operation : operations_of(part)) {
      const Listed& plan = planner.plan(operation);
      const std::size_t line = operation.line + lines_;
      value::TextRow row{std::to_string(line), std::string(operation.name)};
      row.insert(row.end(), plan.cells.begin(), plan.cells.end());
      rows_.push_back(std::move(row));
      found_.moves.push_back(
          {{"operation", operation.name},
           {"line", line},
           {"span", {operation.span.begin + bytes_, operation.span.end + bytes_}},
           {"plan", plan.number}});
    }
    lines_ += static_cast<std::size_t>(std::ranges::count(part, '\n'));
    bytes_ += part.size();
  }

  ModuleMoves finish() && {
    using enum value::Align;
    if (rows_.size() > 1) {
      found_.text = "moves\n" + value::table_of(rows_, {kRight, kLeft, kLeft, kLeft, kLeft});
    }
    return std::move(found_);
  }

 private:
  ModuleMoves found_ = {};
  std::vector<value::TextRow> rows_ = {{"line", "operation", "from", "to", "cost"}};
  std::int64_t left_ = kMostPoints;
  std::size_t lines_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace

std::string_view target_of(std::string_view text) {
  constexpr std::string_view kTarget = "target";
  for (std::size_t at = text.find(kTarget); at != std::string_view::npos;
       at = text.find(kTarget, at + 1)) {
    const std::string_view before = text.substr(0, at);
    if (!before.ends_with("ttg.") && !before.ends_with("triton_gpu.")) continue;
    std::string_view rest = text.substr(at + kTarget.size());
    // The key may be in quotes, as keys with a hyphen are.
    const std::size_t value = rest.find_first_not_of("\" =");
    if (value == std::string_view::npos ||
        rest.substr(0, value).find('=') == std::string_view::npos)
      continue;
    rest.remove_prefix(value);
    return rest.substr(0, rest.find_first_of("\"\n"));
  }
  return {};
}

Result<ModuleMoves> moves_of(std::string_view text, std::span<const bridge::ModuleLayout> layouts) {
  Moves moves;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(kSeparator, begin + 1), text.size());
    const std::string_view part = text.substr(begin, end - begin);
    if (part.size() == text.size()) {
      moves.add(part, layouts);
    } else {
      TILEGLOT_TRY(own, bridge::scan_module(part));
      moves.add(part, own);
    }
    begin = end;
  }
  return std::move(moves).finish();
}

}  // namespace tileglot::api
