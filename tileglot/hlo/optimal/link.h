// SPDX-License-Identifier: Apache-2.0
// link.h: the joint cost of two arrays' layouts.
//
// What     A Link says that between two nodes (layout_nodes.h) data may have to move: kRead is a
//          copy, where a value is read in another layout than it is stored; kMove the operation
//          itself, a transpose, a reshape or a copy of the module; kReread a reduction, which moves
//          nothing but may read what it adds up once more. link_cost is its cost for two given
//          layouts.
// Why      All of a module's cost (hlo/pass/cost/layout_cost.h) is a sum of these. Programs repeat
//          themselves, so links of one kind and the same shapes share a table: key_of is equal for
//          those.
// Units    Bytes read and written in all runs (hlo/pass/cost/executions.h), penalties likewise, and
//          copies inserted.
// Example  [tests: hlo/optimal/layout_network_test.cc, "the model costs what the module costs"]
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/optimal/layout_nodes.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::optimal {

/// The mapping from the layout of a user's result to the one in which it reads its operand.
enum class Through : std::uint8_t { kNothing, kBroadcast, kBitcastConvert };

struct Link {
  enum class Kind : std::uint8_t { kRead, kMove, kReread };

  Kind kind = Kind::kRead;
  Through through = Through::kNothing;
  NodeId from = {};                             ///< the value, or the layout it is read in
  NodeId to = {};                               ///< the layout it is read in, or the user's result
  const notation::xla::Shape* shape = nullptr;  ///< of the array that is read
  InstructionId user = {};
  std::size_t operand = 0;  ///< of the user
  std::int64_t runs = 1;    ///< how often the data has to move
};

struct LinkCost {
  std::int64_t bytes = 0;
  std::int64_t penalty = 0;  ///< bytes that a reduction may read once more
  std::int64_t copies = 0;
};

/// The layout that the user reads if its result has `layout`.
pass::LayoutId read_through(pass::Problem& problem, Through through, InstructionId user,
                            pass::LayoutId layout);

LinkCost link_cost(pass::Problem& problem, const Link& link, pass::LayoutId from,
                   pass::LayoutId to);

struct LinkKey {
  Link::Kind kind = Link::Kind::kRead;
  Through through = Through::kNothing;
  const notation::xla::Shape* shape = nullptr;
  const notation::xla::Shape* result = nullptr;  ///< the user's, where it matters
  std::vector<std::int64_t> dimensions = {};     ///< the user's, where they matter
  std::size_t operand = 0;
  std::int64_t runs = 1;
  friend auto operator<=>(const LinkKey&, const LinkKey&) = default;
};

LinkKey key_of(const pass::Problem& problem, const Link& link);

}  // namespace tileglot::hlo::optimal
