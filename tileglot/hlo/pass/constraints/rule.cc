// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/constraints/rule.h"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace tileglot::hlo::pass {
namespace {

constexpr std::array<RuleRow, kRuleCount> kRules{{
    {Rule::kEntryParameter, "entry.parameter", "the entry layout fixes the layout of parameter @"},
    {Rule::kEntryResult, "entry.result",
     "the entry layout fixes the layout of the result, which is @"},
    {Rule::kOpenParameter, "entry.open_parameter",
     "parameter @ is open and keeps the layout that the first round chose"},
    {Rule::kOpenResult, "entry.open_result",
     "the result is open and keeps the layout that the first round chose, which is @"},
    {Rule::kCalledParameter, "called.parameter",
     "parameter @ has the layout that its computation chose in the first round"},
    {Rule::kCalledResult, "called.result",
     "the result @ has the layout that its computation chose in the first round"},
    {Rule::kInfeed, "infeed", "@ brings its data as it is written"},
    {Rule::kOutfeed, "outfeed", "@ takes its data as it is written"},
    {Rule::kConstrainedCollective, "collective.constrained",
     "@ has constrain_layout=true: its written layout is binding"},
    {Rule::kChannel, "collective.channel",
     "@ has the layout of the first all-reduce of its channel"},
    {Rule::kCall, "call", "@ passes and gets arrays as the called computation has them"},
    {Rule::kLoop, "loop", "@ carries its state in the layout of its body's result"},
    {Rule::kBranch, "branch", "@ passes and gets arrays as its branches have them"},
    {Rule::kConstrainedCall, "custom_call.constrained",
     "@ fixes the layouts of its operands by operand_layout_constraints, and of its result by its "
     "shape"},
    {Rule::kLayoutConstraint, "custom_call.layout_constraint", "@ exists to require this layout"},
    {Rule::kCpuRowMajorOperation, "cpu.row_major_operation",
     "@ runs in a library or kernel that reads and writes row-major arrays"},
    {Rule::kCpuColumnMajorConstant, "cpu.column_major_constant",
     "@ multiplies a vector by this constant matrix, column by column"},
    {Rule::kCpuRowMajorOperand, "cpu.row_major_operand", "@ reads its operands in row-major order"},
    {Rule::kMostMajorDimension, "collective.most_major_dimension",
     "@ moves whole blocks of memory, so the dimension that it splits is the most major"},
    {Rule::kGpuDotContractingMinor, "gpu.dot.contracting_minor",
     "@ multiplies types for which the contracted dimensions must be the most minor"},
    {Rule::kGpuDotOperand, "gpu.dot.operand",
     "@ needs matrices: batch, rows and columns each adjacent in the order, the batch not most "
     "minor"},
    {Rule::kGpuDotOpenParameter, "gpu.dot.open_parameter",
     "@ multiplies what comes from a parameter whose layout is open"},
    {Rule::kGpuDotResult, "gpu.dot.result",
     "@ writes matrices: batch, rows and columns each adjacent in the order, the batch not most "
     "minor"},
    {Rule::kGpuTransposeOfDot, "gpu.dot.transposed",
     "@ costs nothing if the dot before it writes its result in that layout"},
    {Rule::kGpuConvolution, "gpu.convolution",
     "@ runs in cuDNN, in the form that is best on this GPU"},
    {Rule::kGpuFft, "gpu.fft", "@ runs in cuFFT on row-major arrays"},
    {Rule::kGpuSort, "gpu.sort", "@ sorts row-major arrays"},
    {Rule::kGpuTopK, "gpu.top_k", "@ writes row-major arrays"},
    {Rule::kGpuBitcastConvert, "gpu.bitcast_convert",
     "@ splits or joins elements, so the dimension that appears or goes is the most minor"},
    {Rule::kGpuTriangularSolve, "gpu.triangular_solve",
     "@ runs in cuBLAS on column-major matrices"},
    {Rule::kGpuTransfer, "gpu.transfer", "@ moves row-major arrays between memories"},
    {Rule::kOperandAsResult, "spread.operand_as_result",
     "@ reads its operand in the layout of its result"},
    {Rule::kOperandAsSibling, "spread.operand_as_sibling", "@ reads all its operands alike"},
    {Rule::kResultAsOperand, "spread.result_as_operand",
     "@ writes its result in the layout of its operands"},
    {Rule::kResultThrough, "spread.result_through",
     "@ moves nothing if its result has the layout of its operand"},
    {Rule::kOperandThrough, "spread.operand_through",
     "@ moves nothing if its operand has the layout of its result"},
    {Rule::kBroadcastOperand, "spread.broadcast_operand",
     "@ reads its operand in the order of its result"},
    {Rule::kBitcastConvertOperand, "spread.bitcast_convert_operand",
     "@ reads its operand in the order of its result, but for the dimension that appears or goes"},
    {Rule::kAllReduce, "spread.all_reduce", "@ reads and writes each array alike"},
    {Rule::kReadAsMade, "spread.read_as_made", "@ would read the array as it is made"},
    {Rule::kMadeAsRead, "spread.made_as_read", "@ could be made as it is read"},
    {Rule::kLoopState, "spread.loop_state",
     "@ is the loop's next state, so the state has its layout"},
    {Rule::kSharedMemory, "spread.shared_memory", "@ writes into its operand's memory"},
    {Rule::kCheapest, "strategy.cheapest",
     "the module as a whole moves the fewest bytes where @ has it so"},
    {Rule::kConstantAsWritten, "default.constant",
     "@ is a constant, and nothing requires another layout"},
    {Rule::kRowMajorDefault, "default.row_major",
     "nothing requires a layout of @, so it is row-major"},
}};

}  // namespace

std::span<const RuleRow> rules() { return kRules; }

const RuleRow& row_of(Rule rule) { return kRules[static_cast<std::size_t>(rule)]; }

std::string_view name_of(Rule rule) { return row_of(rule).name; }

}  // namespace tileglot::hlo::pass
