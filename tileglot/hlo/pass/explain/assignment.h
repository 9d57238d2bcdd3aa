// SPDX-License-Identifier: Apache-2.0
// explain/assignment.h: why a value has its layout, and where a copy comes from, in sentences.
//
// What     explain_copy explains one inserted copy: what it copies, for which user, why it is read
//          in one order and made in another, and which decisions the two displaced.
//          explain_instruction explains an instruction's result layout and operand layouts,
//          explain_open_entry_layouts the layouts of the entry's arrays whose layouts were open.
//          Each line of a reason is one decision (decision.h), from the nearest to the one that
//          began the chain.
// Why      The answer to "where did this copy come from" is two chains of decisions that met.
// Example  copy: %t {0,1} -> {1,0} for operand 1 of %n, 96 B
//            read as {1,0}:
//              %n reads all its operands alike [spread.operand_as_sibling, mandatory]
//              %n would read the array as it is made [spread.read_as_made]
//              the entry layout fixes the layout of parameter %p [entry.parameter, mandatory]
//            made as {0,1}:
//              ..
//          [tests: hlo/pass/assign/assign_layouts_test.cc, "a copy is told from both its ends"]
//          Of a long chain the middle is left out, with its length.
#pragma once

#include <string>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/copy_insertion.h"
#include "tileglot/hlo/pass/constraints/decision.h"

namespace tileglot::hlo::pass {

/// One decision: its rule's sentence and, in brackets, its name and strength.
std::string sentence_of(const Module& module, const Decision& decision);

/// The decision that began the chain.
const Decision& origin_of(const DecisionLog& log, DecisionId id);

/// Lines, each ended.
std::string explain_copy(const Module& module, const Assignment& assignment,
                         const InsertedCopy& copy);
/// One of Assignment::special_case_copies.
std::string explain_special_case_copy(const Module& module, InstructionId copy);
/// Empty where no leaf of the entry layout was open.
std::string explain_open_entry_layouts(const Module& module, const Assignment& assignment);
std::string explain_instruction(const Module& module, const Assignment& assignment,
                                InstructionId id);

}  // namespace tileglot::hlo::pass
