// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/link.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/constraints/derived_layout.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/module/reduction_row_order.h"
#include "tileglot/notation/xla/dimensions/permute_dimensions.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::optimal {
namespace {

namespace xla = notation::xla;

xla::Shape lying(const pass::Problem& problem, const xla::Shape& shape, pass::LayoutId layout) {
  return {
      .type = shape.type, .dimensions = shape.dimensions, .layout = problem.layouts().at(layout)};
}

LinkCost read_cost(pass::Problem& problem, const Link& link, pass::LayoutId from,
                   pass::LayoutId to) {
  const pass::LayoutId read = read_through(problem, link.through, link.user, to);
  if (problem.layouts().same_order(from, read)) return {};
  return {.bytes = pass::moved_between(lying(problem, *link.shape, from),
                                       lying(problem, *link.shape, read))
                       .total(),
          .copies = 1};
}

const std::vector<std::int64_t>& dimensions_of(const Module& module, InstructionId id) {
  return integers_of(module[id], AttributeKey::kDimensions);
}

std::int64_t moved(const pass::Problem& problem, const Link& link, const xla::Shape& from,
                   pass::LayoutId to) {
  const Module& module = problem.module();
  const xla::Shape result = lying(problem, module.shape_of(link.user), to);
  if (module[link.user].opcode != Opcode::kTranspose) {
    return pass::moved_between(from, result).total();
  }
  const auto transposed = permute_dimensions(dimensions_of(module, link.user), from);
  return pass::moved_between(transposed ? *transposed : from, result).total();
}

std::int64_t reread(const pass::Problem& problem, const Link& link, const xla::Shape& from,
                    pass::LayoutId to) {
  const std::vector<std::int64_t>& reduced = dimensions_of(problem.module(), link.user);
  xla::Shape rows = from;
  rows.layout->minor_to_major =
      pass::reduction_row_order(reduced, problem.layouts().order(to), from.dimensions.size());
  return pass::reread_of(from, rows, reduced).read;
}

LinkCost once(pass::Problem& problem, const Link& link, pass::LayoutId from, pass::LayoutId to) {
  if (link.kind == Link::Kind::kRead) return read_cost(problem, link, from, to);
  const xla::Shape operand = lying(problem, *link.shape, from);
  if (link.kind == Link::Kind::kMove) return {.bytes = moved(problem, link, operand, to)};
  return {.penalty = reread(problem, link, operand, to)};
}

}  // namespace

pass::LayoutId read_through(pass::Problem& problem, Through through, InstructionId user,
                            pass::LayoutId layout) {
  switch (through) {
    case Through::kBroadcast: return pass::broadcast_operand_layout(problem, user, layout);
    case Through::kBitcastConvert:
      return pass::bitcast_convert_operand_layout(problem, user, layout);
    case Through::kNothing: break;
  }
  return layout;
}

LinkCost link_cost(pass::Problem& problem, const Link& link, pass::LayoutId from,
                   pass::LayoutId to) {
  LinkCost cost = once(problem, link, from, to);
  cost.bytes = core::saturating_mul(cost.bytes, link.runs);
  cost.penalty = core::saturating_mul(cost.penalty, link.runs);
  return cost;
}

LinkKey key_of(const pass::Problem& problem, const Link& link) {
  LinkKey result{
      .kind = link.kind, .through = link.through, .shape = link.shape, .runs = link.runs};
  const bool is_plain_read = link.kind == Link::Kind::kRead && link.through == Through::kNothing;
  if (is_plain_read) return result;
  result.result = &problem.tree(link.user).shape(0);
  result.operand = link.operand;
  const Opcode opcode = problem.module()[link.user].opcode;
  if (opcode == Opcode::kTranspose || opcode == Opcode::kBroadcast || opcode == Opcode::kReduce) {
    result.dimensions = dimensions_of(problem.module(), link.user);
  }
  return result;
}

}  // namespace tileglot::hlo::optimal
