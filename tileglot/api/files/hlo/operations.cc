// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/hlo/operations.h"

#include <span>
#include <vector>

#include "tileglot/api/eval/hlo_operations.h"
#include "tileglot/api/files/hlo/milp_solver.h"
#include "tileglot/api/files/hlo/run.h"
#include "tileglot/api/hlo/assign.h"
#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/calculator/operation/operation.h"
#include "tileglot/calculator/operation/operation_table.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/calculator/operations.h"
#include "tileglot/core/error.h"

namespace tileglot::api::files {
namespace {

using calculator::Arguments;
using calculator::Operation;
using calculator::Value;

core::Result<Value> assign_optimal(const Arguments& args) {
  return assigned_json(args.text(0), args.text(1),
                       {.strategy = "optimal", .solver = solver_program()});
}

core::Result<Value> run(const Arguments& args) { return hlo_run_json(args.text(0), args.text(1)); }

}  // namespace

const calculator::OperationTable& eval_operations() {
  static const calculator::OperationTable table = [] {
    std::vector<Operation> rows = hlo_operations(assign_optimal);
    rows.push_back({"hlo.run", "text, inputs",
                    "the results of the module for inputs; of a list of shapes with their values",
                    "hlo.run(ENTRY e { p = s32[2] parameter(0) ROOT n = s32[2] negate(p) }, "
                    "[{\"shape\":\"s32[2]\",\"values\":[1,2]}])",
                    run});
    const std::span<const Operation> groups[] = {rows};
    return calculator::operations().with(groups);
  }();
  return table;
}

}  // namespace tileglot::api::files
