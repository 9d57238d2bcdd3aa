// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/opcode.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>

namespace tileglot::hlo {
namespace {

constexpr std::array<OpcodeRow, kOpcodeCount> kRows{{
    {Opcode::kAbs, "abs", 1, 1, true},
    {Opcode::kAcos, "acos", 1, 1, true},
    {Opcode::kAcosh, "acosh", 1, 1, true},
    {Opcode::kAdd, "add", 2, 2, true},
    {Opcode::kAddDependency, "add-dependency", 2, 2, false},
    {Opcode::kAfterAll, "after-all", 0, {}, false},
    {Opcode::kAllGather, "all-gather", 1, {}, false},
    {Opcode::kAllGatherDone, "all-gather-done", 1, 1, false},
    {Opcode::kAllGatherStart, "all-gather-start", 1, {}, false},
    {Opcode::kAllReduce, "all-reduce", 1, {}, false},
    {Opcode::kAllReduceDone, "all-reduce-done", 1, 1, false},
    {Opcode::kAllReduceStart, "all-reduce-start", 1, {}, false},
    {Opcode::kAllToAll, "all-to-all", 1, {}, false},
    {Opcode::kAnd, "and", 2, 2, true},
    {Opcode::kAsin, "asin", 1, 1, true},
    {Opcode::kAsinh, "asinh", 1, 1, true},
    {Opcode::kAsyncDone, "async-done", 1, 1, false},
    {Opcode::kAsyncStart, "async-start", 0, {}, false},
    {Opcode::kAsyncUpdate, "async-update", 1, 1, false},
    {Opcode::kAtan2, "atan2", 2, 2, true},
    {Opcode::kAtanh, "atanh", 1, 1, true},
    {Opcode::kBatchNormGrad, "batch-norm-grad", 5, 5, false},
    {Opcode::kBatchNormInference, "batch-norm-inference", 5, 5, false},
    {Opcode::kBatchNormTraining, "batch-norm-training", 3, 3, false},
    {Opcode::kBitcast, "bitcast", 1, 1, false},
    {Opcode::kBitcastConvert, "bitcast-convert", 1, 1, false},
    {Opcode::kBroadcast, "broadcast", 1, 1, false},
    {Opcode::kCall, "call", 0, {}, false},
    {Opcode::kCbrt, "cbrt", 1, 1, true},
    {Opcode::kCeil, "ceil", 1, 1, true},
    {Opcode::kCholesky, "cholesky", 1, 1, false},
    {Opcode::kClamp, "clamp", 3, 3, true},
    {Opcode::kCollectiveBroadcast, "collective-broadcast", 1, {}, false},
    {Opcode::kCollectivePermute, "collective-permute", 1, {}, false},
    {Opcode::kCollectivePermuteDone, "collective-permute-done", 1, 1, false},
    {Opcode::kCollectivePermuteStart, "collective-permute-start", 1, {}, false},
    {Opcode::kCompare, "compare", 2, 2, true},
    {Opcode::kComplex, "complex", 2, 2, true},
    {Opcode::kConcatenate, "concatenate", 1, {}, false},
    {Opcode::kConditional, "conditional", 2, {}, false},
    {Opcode::kConstant, "constant", 0, 0, false},
    {Opcode::kConvert, "convert", 1, 1, true},
    {Opcode::kConvolution, "convolution", 2, 2, false},
    {Opcode::kCopy, "copy", 1, 1, true},
    {Opcode::kCopyDone, "copy-done", 1, 1, false},
    {Opcode::kCopyStart, "copy-start", 1, 1, false},
    {Opcode::kCosh, "cosh", 1, 1, true},
    {Opcode::kCosine, "cosine", 1, 1, true},
    {Opcode::kCountLeadingZeros, "count-leading-zeros", 1, 1, true},
    {Opcode::kCustomCall, "custom-call", 0, {}, false},
    {Opcode::kDivide, "divide", 2, 2, true},
    {Opcode::kDomain, "domain", 1, 1, false},
    {Opcode::kDot, "dot", 2, 2, false},
    {Opcode::kDynamicReshape, "dynamic-reshape", 1, {}, false},
    {Opcode::kDynamicSlice, "dynamic-slice", 1, {}, false},
    {Opcode::kDynamicUpdateSlice, "dynamic-update-slice", 2, {}, false},
    {Opcode::kErf, "erf", 1, 1, true},
    {Opcode::kExponential, "exponential", 1, 1, true},
    {Opcode::kExponentialMinusOne, "exponential-minus-one", 1, 1, true},
    {Opcode::kFft, "fft", 1, 1, false},
    {Opcode::kFloor, "floor", 1, 1, true},
    {Opcode::kFusion, "fusion", 0, {}, false},
    {Opcode::kGather, "gather", 2, 2, false},
    {Opcode::kGetDimensionSize, "get-dimension-size", 1, 1, false},
    {Opcode::kGetTupleElement, "get-tuple-element", 1, 1, false},
    {Opcode::kImag, "imag", 1, 1, true},
    {Opcode::kInfeed, "infeed", 1, 1, false},
    {Opcode::kIota, "iota", 0, 0, false},
    {Opcode::kIsFinite, "is-finite", 1, 1, true},
    {Opcode::kLog, "log", 1, 1, true},
    {Opcode::kLogistic, "logistic", 1, 1, true},
    {Opcode::kLogPlusOne, "log-plus-one", 1, 1, true},
    {Opcode::kMap, "map", 0, {}, true},
    {Opcode::kMaximum, "maximum", 2, 2, true},
    {Opcode::kMinimum, "minimum", 2, 2, true},
    {Opcode::kMulhi, "mulhi", 2, 2, true},
    {Opcode::kMultiply, "multiply", 2, 2, true},
    {Opcode::kNegate, "negate", 1, 1, true},
    {Opcode::kNot, "not", 1, 1, true},
    {Opcode::kOptBarrier, "opt-barrier", 1, 1, false},
    {Opcode::kOr, "or", 2, 2, true},
    {Opcode::kOutfeed, "outfeed", 2, 2, false},
    {Opcode::kPad, "pad", 2, 2, false},
    {Opcode::kParameter, "parameter", 0, 0, false},
    {Opcode::kPartitionId, "partition-id", 0, 0, false},
    {Opcode::kPopcnt, "popcnt", 1, 1, true},
    {Opcode::kPower, "power", 2, 2, true},
    {Opcode::kRaggedAllToAll, "ragged-all-to-all", 6, 6, false},
    {Opcode::kRaggedDot, "ragged-dot", 3, 3, false},
    {Opcode::kReal, "real", 1, 1, true},
    {Opcode::kRecv, "recv", 1, 1, false},
    {Opcode::kRecvDone, "recv-done", 1, 1, false},
    {Opcode::kReduce, "reduce", 2, {}, false},
    {Opcode::kReducePrecision, "reduce-precision", 1, 1, true},
    {Opcode::kReduceScatter, "reduce-scatter", 1, {}, false},
    {Opcode::kReduceWindow, "reduce-window", 2, {}, false},
    {Opcode::kRemainder, "remainder", 2, 2, true},
    {Opcode::kReplicaId, "replica-id", 0, 0, false},
    {Opcode::kReshape, "reshape", 1, 1, false},
    {Opcode::kReverse, "reverse", 1, 1, false},
    {Opcode::kRng, "rng", 0, {}, false},
    {Opcode::kRngBitGenerator, "rng-bit-generator", 1, 1, false},
    {Opcode::kRngGetAndUpdateState, "rng-get-and-update-state", 0, 0, false},
    {Opcode::kRoundNearestAfz, "round-nearest-afz", 1, 1, true},
    {Opcode::kRoundNearestEven, "round-nearest-even", 1, 1, true},
    {Opcode::kRsqrt, "rsqrt", 1, 1, true},
    {Opcode::kScaledDot, "scaled-dot", 4, 4, false},
    {Opcode::kScan, "scan", 0, {}, false},
    {Opcode::kScatter, "scatter", 3, {}, false},
    {Opcode::kSelect, "select", 3, 3, true},
    {Opcode::kSelectAndScatter, "select-and-scatter", 3, 3, false},
    {Opcode::kSend, "send", 2, 2, false},
    {Opcode::kSendDone, "send-done", 1, 1, false},
    {Opcode::kSetDimensionSize, "set-dimension-size", 2, 2, false},
    {Opcode::kShiftLeft, "shift-left", 2, 2, true},
    {Opcode::kShiftRightArithmetic, "shift-right-arithmetic", 2, 2, true},
    {Opcode::kShiftRightLogical, "shift-right-logical", 2, 2, true},
    {Opcode::kSign, "sign", 1, 1, true},
    {Opcode::kSine, "sine", 1, 1, true},
    {Opcode::kSinh, "sinh", 1, 1, true},
    {Opcode::kSlice, "slice", 1, 1, false},
    {Opcode::kSort, "sort", 1, {}, false},
    {Opcode::kSqrt, "sqrt", 1, 1, true},
    {Opcode::kStochasticConvert, "stochastic-convert", 2, 2, true},
    {Opcode::kSubtract, "subtract", 2, 2, true},
    {Opcode::kTan, "tan", 1, 1, true},
    {Opcode::kTanh, "tanh", 1, 1, true},
    {Opcode::kTopK, "topk", 1, 1, false},
    {Opcode::kTranspose, "transpose", 1, 1, false},
    {Opcode::kTriangularSolve, "triangular-solve", 2, 2, false},
    {Opcode::kTuple, "tuple", 0, {}, false},
    {Opcode::kWhile, "while", 1, 1, false},
    {Opcode::kXor, "xor", 2, 2, true},
}};

constexpr bool rows_are_in_order() {
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (kRows[i].opcode != static_cast<Opcode>(i)) return false;
  }
  return true;
}
static_assert(rows_are_in_order());

std::unordered_map<std::string_view, Opcode> opcodes_by_name() {
  std::unordered_map<std::string_view, Opcode> result;
  for (const OpcodeRow& row : kRows) result.emplace(row.name, row.opcode);
  return result;
}

}  // namespace

std::span<const OpcodeRow> opcodes() { return kRows; }

const OpcodeRow& row_of(Opcode opcode) { return kRows[static_cast<std::size_t>(opcode)]; }

std::string_view name_of(Opcode opcode) { return row_of(opcode).name; }

std::optional<Opcode> opcode_named(std::string_view name) {
  static const auto by_name = opcodes_by_name();
  const auto found = by_name.find(name);
  if (found == by_name.end()) return std::nullopt;
  return found->second;
}

bool is_elementwise(Opcode opcode) { return row_of(opcode).elementwise; }

}  // namespace tileglot::hlo
