// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/opcode_attributes.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <string_view>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/opcode.h"

namespace tileglot::hlo {
namespace {

struct Row {
  Opcode opcode = Opcode::kAbs;
  std::vector<AttributeKey> required = {};
  std::vector<AttributeKey> possible = {};
};

/// Operations that are not here have only the common attributes.
std::vector<Row> rows() {  // NOLINT(readability-function-size): a table
  return {
      {Opcode::kAcos, {}, {AttributeKey::kResultAccuracy}},
      {Opcode::kAcosh, {}, {AttributeKey::kResultAccuracy}},
      {Opcode::kAllGather,
       {AttributeKey::kDimensions},
       {AttributeKey::kChannelId, AttributeKey::kReplicaGroups, AttributeKey::kConstrainLayout,
        AttributeKey::kUseGlobalDeviceIds}},
      {Opcode::kAllGatherStart,
       {AttributeKey::kDimensions},
       {AttributeKey::kChannelId, AttributeKey::kReplicaGroups, AttributeKey::kConstrainLayout,
        AttributeKey::kUseGlobalDeviceIds}},
      {Opcode::kAllReduce,
       {AttributeKey::kToApply},
       {AttributeKey::kChannelId, AttributeKey::kReplicaGroups, AttributeKey::kConstrainLayout,
        AttributeKey::kUseGlobalDeviceIds, AttributeKey::kMode}},
      {Opcode::kAllReduceStart,
       {AttributeKey::kToApply},
       {AttributeKey::kChannelId, AttributeKey::kReplicaGroups, AttributeKey::kConstrainLayout,
        AttributeKey::kUseGlobalDeviceIds, AttributeKey::kMode}},
      {Opcode::kAllToAll,
       {},
       {AttributeKey::kChannelId, AttributeKey::kReplicaGroups, AttributeKey::kConstrainLayout,
        AttributeKey::kDimensions}},
      {Opcode::kAsin, {}, {AttributeKey::kResultAccuracy}},
      {Opcode::kAsinh, {}, {AttributeKey::kResultAccuracy}},
      {Opcode::kAsyncDone, {}, {AttributeKey::kCalls, AttributeKey::kAsyncExecutionThread}},
      {Opcode::kAsyncStart,
       {},
       {AttributeKey::kCalls, AttributeKey::kAsyncExecutionThread,
        AttributeKey::kOutputToOperandAliasing}},
      {Opcode::kAsyncUpdate, {}, {AttributeKey::kCalls, AttributeKey::kAsyncExecutionThread}},
      {Opcode::kAtanh, {}, {AttributeKey::kResultAccuracy}},
      {Opcode::kBatchNormGrad, {AttributeKey::kEpsilon, AttributeKey::kFeatureIndex}, {}},
      {Opcode::kBatchNormInference, {AttributeKey::kEpsilon, AttributeKey::kFeatureIndex}, {}},
      {Opcode::kBatchNormTraining, {AttributeKey::kEpsilon, AttributeKey::kFeatureIndex}, {}},
      {Opcode::kBroadcast, {}, {AttributeKey::kDimensions}},
      {Opcode::kCall,
       {AttributeKey::kToApply},
       {AttributeKey::kIsComposite, AttributeKey::kOutputToOperandAliasing}},
      {Opcode::kCbrt, {}, {AttributeKey::kResultAccuracy}},
      {Opcode::kCholesky, {}, {AttributeKey::kLower}},
      {Opcode::kCollectiveBroadcast, {}, {AttributeKey::kChannelId, AttributeKey::kReplicaGroups}},
      {Opcode::kCollectivePermute,
       {AttributeKey::kSourceTargetPairs},
       {AttributeKey::kChannelId, AttributeKey::kSliceSizes}},
      {Opcode::kCollectivePermuteStart,
       {AttributeKey::kSourceTargetPairs},
       {AttributeKey::kChannelId, AttributeKey::kSliceSizes}},
      {Opcode::kCompare, {AttributeKey::kDirection}, {AttributeKey::kType}},
      {Opcode::kConcatenate, {AttributeKey::kDimensions}, {}},
      {Opcode::kConditional,
       {},
       {AttributeKey::kBranchComputations, AttributeKey::kTrueComputation,
        AttributeKey::kFalseComputation}},
      {Opcode::kConstant, {AttributeKey::kLiteral}, {}},
      {Opcode::kConvolution,
       {AttributeKey::kDimLabels},
       {AttributeKey::kWindow, AttributeKey::kFeatureGroupCount, AttributeKey::kBatchGroupCount,
        AttributeKey::kConvolutionKind, AttributeKey::kOperandPrecision}},
      {Opcode::kCopyStart, {}, {AttributeKey::kCrossProgramPrefetchIndex}},
      {Opcode::kCosh, {}, {AttributeKey::kResultAccuracy}},
      {Opcode::kCosine, {}, {AttributeKey::kResultAccuracy}},
      {Opcode::kCustomCall,
       {AttributeKey::kCustomCallTarget},
       {AttributeKey::kWindow, AttributeKey::kDimLabels, AttributeKey::kFeatureGroupCount,
        AttributeKey::kBatchGroupCount, AttributeKey::kOperandLayoutConstraints,
        AttributeKey::kCustomCallHasSideEffect, AttributeKey::kToApply,
        AttributeKey::kCalledComputations, AttributeKey::kOutputToOperandAliasing,
        AttributeKey::kPaddingType, AttributeKey::kSlice, AttributeKey::kOperandPrecision,
        AttributeKey::kLiteral, AttributeKey::kCustomCallSchedule, AttributeKey::kApiVersion}},
      {Opcode::kDomain, {AttributeKey::kDomain}, {}},
      {Opcode::kDot,
       {},
       {AttributeKey::kLhsBatchDims, AttributeKey::kLhsContractingDims, AttributeKey::kRhsBatchDims,
        AttributeKey::kRhsContractingDims, AttributeKey::kOperandPrecision,
        AttributeKey::kAlgorithm}},
      {Opcode::kDynamicReshape, {}, {}},
      {Opcode::kDynamicSlice, {AttributeKey::kDynamicSliceSizes}, {}},
      {Opcode::kErf, {}, {AttributeKey::kResultAccuracy}},
      {Opcode::kExponential, {}, {AttributeKey::kResultAccuracy}},
      {Opcode::kExponentialMinusOne, {}, {AttributeKey::kResultAccuracy}},
      {Opcode::kFft, {AttributeKey::kFftType, AttributeKey::kFftLength}, {}},
      {Opcode::kFusion,
       {AttributeKey::kKind, AttributeKey::kCalls},
       {AttributeKey::kOutputToOperandAliasing}},
      {Opcode::kGather,
       {AttributeKey::kOffsetDims, AttributeKey::kCollapsedSliceDims, AttributeKey::kStartIndexMap,
        AttributeKey::kIndexVectorDim, AttributeKey::kSliceSizes},
       {AttributeKey::kOperandBatchingDims, AttributeKey::kStartIndicesBatchingDims,
        AttributeKey::kIndicesAreSorted}},
      {Opcode::kGetDimensionSize, {AttributeKey::kDimensions}, {}},
      {Opcode::kGetTupleElement, {AttributeKey::kIndex}, {}},
      {Opcode::kInfeed, {}, {AttributeKey::kInfeedConfig}},
      {Opcode::kIota, {AttributeKey::kIotaDimension}, {}},
      {Opcode::kLog, {}, {AttributeKey::kResultAccuracy}},
      {Opcode::kLogPlusOne, {}, {AttributeKey::kResultAccuracy}},
      {Opcode::kLogistic, {}, {AttributeKey::kResultAccuracy}},
      {Opcode::kMap, {AttributeKey::kToApply}, {AttributeKey::kDimensions}},
      {Opcode::kOutfeed, {}, {AttributeKey::kOutfeedConfig, AttributeKey::kOutfeedShape}},
      {Opcode::kPad, {AttributeKey::kPadding}, {}},
      {Opcode::kParameter, {AttributeKey::kParameterNumber}, {}},
      {Opcode::kRaggedAllToAll,
       {},
       {AttributeKey::kChannelId, AttributeKey::kReplicaGroups, AttributeKey::kDimensions}},
      {Opcode::kRaggedDot,
       {},
       {AttributeKey::kLhsBatchDims, AttributeKey::kLhsContractingDims, AttributeKey::kRhsBatchDims,
        AttributeKey::kRhsContractingDims, AttributeKey::kOperandPrecision,
        AttributeKey::kLhsRaggedDims, AttributeKey::kRhsGroupDims}},
      {Opcode::kRecv, {}, {AttributeKey::kChannelId, AttributeKey::kIsHostTransfer}},
      {Opcode::kRecvDone, {}, {AttributeKey::kChannelId, AttributeKey::kIsHostTransfer}},
      {Opcode::kReduce, {AttributeKey::kDimensions, AttributeKey::kToApply}, {}},
      {Opcode::kReducePrecision, {AttributeKey::kExponentBits, AttributeKey::kMantissaBits}, {}},
      {Opcode::kReduceScatter,
       {AttributeKey::kDimensions, AttributeKey::kToApply},
       {AttributeKey::kChannelId, AttributeKey::kReplicaGroups, AttributeKey::kConstrainLayout,
        AttributeKey::kUseGlobalDeviceIds, AttributeKey::kMode}},
      {Opcode::kReduceWindow, {AttributeKey::kToApply}, {AttributeKey::kWindow}},
      {Opcode::kReshape, {}, {AttributeKey::kInferredDimension}},
      {Opcode::kReverse, {AttributeKey::kDimensions}, {}},
      {Opcode::kRng, {AttributeKey::kDistribution}, {}},
      {Opcode::kRngBitGenerator, {AttributeKey::kAlgorithm}, {}},
      {Opcode::kRngGetAndUpdateState, {AttributeKey::kDelta}, {}},
      {Opcode::kRsqrt, {}, {AttributeKey::kResultAccuracy}},
      {Opcode::kScaledDot,
       {},
       {AttributeKey::kLhsBatchDims, AttributeKey::kLhsContractingDims, AttributeKey::kRhsBatchDims,
        AttributeKey::kRhsContractingDims, AttributeKey::kOperandPrecision,
        AttributeKey::kAlgorithm}},
      {Opcode::kScan,
       {AttributeKey::kDimensions, AttributeKey::kNumCarries, AttributeKey::kToApply},
       {AttributeKey::kIsReverse, AttributeKey::kIsAssociative}},
      {Opcode::kScatter,
       {AttributeKey::kUpdateWindowDims, AttributeKey::kInsertedWindowDims,
        AttributeKey::kScatterDimsToOperandDims, AttributeKey::kIndexVectorDim,
        AttributeKey::kToApply},
       {AttributeKey::kInputBatchingDims, AttributeKey::kScatterIndicesBatchingDims,
        AttributeKey::kIndicesAreSorted, AttributeKey::kUniqueIndices}},
      {Opcode::kSelectAndScatter,
       {AttributeKey::kSelect, AttributeKey::kScatter},
       {AttributeKey::kWindow}},
      {Opcode::kSend, {}, {AttributeKey::kChannelId, AttributeKey::kIsHostTransfer}},
      {Opcode::kSendDone, {}, {AttributeKey::kChannelId, AttributeKey::kIsHostTransfer}},
      {Opcode::kSetDimensionSize, {AttributeKey::kDimensions}, {}},
      {Opcode::kSine, {}, {AttributeKey::kResultAccuracy}},
      {Opcode::kSinh, {}, {AttributeKey::kResultAccuracy}},
      {Opcode::kSlice, {AttributeKey::kSlice}, {}},
      {Opcode::kSort,
       {AttributeKey::kDimensions, AttributeKey::kToApply},
       {AttributeKey::kIsStable}},
      {Opcode::kSqrt, {}, {AttributeKey::kResultAccuracy}},
      {Opcode::kTan, {}, {AttributeKey::kResultAccuracy}},
      {Opcode::kTanh, {}, {AttributeKey::kResultAccuracy}},
      {Opcode::kTopK, {AttributeKey::kK}, {AttributeKey::kLargest}},
      {Opcode::kTranspose, {AttributeKey::kDimensions}, {}},
      {Opcode::kTriangularSolve,
       {},
       {AttributeKey::kLeftSide, AttributeKey::kLower, AttributeKey::kUnitDiagonal,
        AttributeKey::kTransposeA}},
      {Opcode::kWhile, {AttributeKey::kCondition, AttributeKey::kBody}, {}},
  };
}

constexpr std::array kCommon = {
    AttributeKey::kSharding,           AttributeKey::kParameterReplication,
    AttributeKey::kFrontendAttributes, AttributeKey::kControlPredecessors,
    AttributeKey::kStatistics,         AttributeKey::kOrigin,
    AttributeKey::kMetadata,           AttributeKey::kBackendConfig};

std::size_t index_of(AttributeKey key) { return static_cast<std::size_t>(key); }

struct Rules {
  std::bitset<kAttributeKeyCount> allowed = {};
  std::vector<AttributeKey> required = {};
};

std::vector<Rules> make_rules() {
  std::vector<Rules> result(kOpcodeCount);
  for (Rules& rules : result) {
    for (const AttributeKey key : kCommon) rules.allowed.set(index_of(key));
  }
  for (const Row& row : rows()) {
    Rules& rules = result[static_cast<std::size_t>(row.opcode)];
    rules.required = row.required;
    for (const AttributeKey key : row.required) rules.allowed.set(index_of(key));
    for (const AttributeKey key : row.possible) rules.allowed.set(index_of(key));
  }
  return result;
}

const Rules& rules_of(Opcode opcode) {
  static const std::vector<Rules> all = make_rules();
  return all[static_cast<std::size_t>(opcode)];
}

}  // namespace

bool is_allowed(Opcode opcode, AttributeKey key) { return rules_of(opcode).allowed[index_of(key)]; }

const std::vector<AttributeKey>& required_attributes(Opcode opcode) {
  return rules_of(opcode).required;
}

std::vector<std::string_view> allowed_attribute_names(Opcode opcode) {
  std::vector<std::string_view> result;
  result.reserve(kAttributeKeyCount);
  for (const AttributeRow& row : attribute_rows()) {
    const bool between_parentheses =
        row.kind == AttributeKind::kNumber ||
        (row.kind == AttributeKind::kLiteral && opcode == Opcode::kConstant);
    if (is_allowed(opcode, row.key) && !between_parentheses) result.push_back(row.name);
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace tileglot::hlo
