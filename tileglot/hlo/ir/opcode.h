// SPDX-License-Identifier: Apache-2.0
// opcode.h: the operations of HLO and their fixed properties.
//
// What     Opcode, and one table with a row per operation: its name in texts, and how many operands
//          it takes.
// Why      Parser, verifier, passes and evaluator all need the same facts about an operation.
// Example  opcode_named("get-tuple-element") = kGetTupleElement, which takes exactly one operand;
//          concatenate takes one or more.
//          [tests: hlo/ir/opcode_test.cc, "every name reads back as its operation"]
// Source   XLA, hlo_opcode.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tileglot::hlo {

enum class Opcode : std::uint8_t {
  kAbs,
  kAcos,
  kAcosh,
  kAdd,
  kAddDependency,
  kAfterAll,
  kAllGather,
  kAllGatherDone,
  kAllGatherStart,
  kAllReduce,
  kAllReduceDone,
  kAllReduceStart,
  kAllToAll,
  kAnd,
  kAsin,
  kAsinh,
  kAsyncDone,
  kAsyncStart,
  kAsyncUpdate,
  kAtan2,
  kAtanh,
  kBatchNormGrad,
  kBatchNormInference,
  kBatchNormTraining,
  kBitcast,
  kBitcastConvert,
  kBroadcast,
  kCall,
  kCbrt,
  kCeil,
  kCholesky,
  kClamp,
  kCollectiveBroadcast,
  kCollectivePermute,
  kCollectivePermuteDone,
  kCollectivePermuteStart,
  kCompare,
  kComplex,
  kConcatenate,
  kConditional,
  kConstant,
  kConvert,
  kConvolution,
  kCopy,
  kCopyDone,
  kCopyStart,
  kCosh,
  kCosine,
  kCountLeadingZeros,
  kCustomCall,
  kDivide,
  kDomain,
  kDot,
  kDynamicReshape,
  kDynamicSlice,
  kDynamicUpdateSlice,
  kErf,
  kExponential,
  kExponentialMinusOne,
  kFft,
  kFloor,
  kFusion,
  kGather,
  kGetDimensionSize,
  kGetTupleElement,
  kImag,
  kInfeed,
  kIota,
  kIsFinite,
  kLog,
  kLogistic,
  kLogPlusOne,
  kMap,
  kMaximum,
  kMinimum,
  kMulhi,
  kMultiply,
  kNegate,
  kNot,
  kOptBarrier,
  kOr,
  kOutfeed,
  kPad,
  kParameter,
  kPartitionId,
  kPopcnt,
  kPower,
  kRaggedAllToAll,
  kRaggedDot,
  kReal,
  kRecv,
  kRecvDone,
  kReduce,
  kReducePrecision,
  kReduceScatter,
  kReduceWindow,
  kRemainder,
  kReplicaId,
  kReshape,
  kReverse,
  kRng,
  kRngBitGenerator,
  kRngGetAndUpdateState,
  kRoundNearestAfz,
  kRoundNearestEven,
  kRsqrt,
  kScaledDot,
  kScan,
  kScatter,
  kSelect,
  kSelectAndScatter,
  kSend,
  kSendDone,
  kSetDimensionSize,
  kShiftLeft,
  kShiftRightArithmetic,
  kShiftRightLogical,
  kSign,
  kSine,
  kSinh,
  kSlice,
  kSort,
  kSqrt,
  kStochasticConvert,
  kSubtract,
  kTan,
  kTanh,
  kTopK,
  kTranspose,
  kTriangularSolve,
  kTuple,
  kWhile,
  kXor,
};

inline constexpr std::size_t kOpcodeCount = static_cast<std::size_t>(Opcode::kXor) + 1;

struct OpcodeRow {
  Opcode opcode = Opcode::kAbs;
  std::string_view name = {};
  std::size_t min_operands = 0;
  std::optional<std::size_t> max_operands = {};  ///< nothing: any number
  bool elementwise = false;  ///< each element of the result comes from those at its place
};

/// All rows, in the order of the enumerators.
std::span<const OpcodeRow> opcodes();
const OpcodeRow& row_of(Opcode opcode);

/// "get-tuple-element"
std::string_view name_of(Opcode opcode);
std::optional<Opcode> opcode_named(std::string_view name);

/// True if each element of the result depends only on the operands' elements at its place;
/// scalars of clamp and select apply to every place.
bool is_elementwise(Opcode opcode);

}  // namespace tileglot::hlo
