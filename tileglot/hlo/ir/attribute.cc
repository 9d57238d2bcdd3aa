// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/attribute.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>

namespace tileglot::hlo {
namespace {

constexpr std::array kWordsOfMode = std::to_array<std::string_view>(
    {"cross_replica", "cross_partition", "cross_replica_and_partition", "flattened_id"});
constexpr std::array kWordsOfDirection =
    std::to_array<std::string_view>({"EQ", "NE", "GE", "GT", "LE", "LT"});
constexpr std::array kWordsOfType =
    std::to_array<std::string_view>({"FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"});
constexpr std::array kWordsOfOperandPrecision =
    std::to_array<std::string_view>({"default", "high", "highest", "packed_nibble"});
constexpr std::array kWordsOfAlgorithm = std::to_array<std::string_view>(
    {"rng_default", "rng_three_fry", "rng_philox", "dot_unset", "dot_any_f8_any_f8_f32",
     "dot_any_f8_any_f8_f32_fast_accum", "dot_any_f8_any_f8_any",
     "dot_any_f8_any_f8_any_fast_accum", "dot_f16_f16_f16", "dot_f16_f16_f32", "dot_bf16_bf16_bf16",
     "dot_bf16_bf16_f32", "dot_bf16_bf16_f32_x3", "dot_bf16_bf16_f32_x6", "dot_bf16_bf16_f32_x9",
     "dot_tf32_tf32_f32", "dot_tf32_tf32_f32_x3", "dot_f32_f32_f32", "dot_f64_f64_f64"});
constexpr std::array kWordsOfPaddingType =
    std::to_array<std::string_view>({"PADDING_INVALID", "PADDING_VALID", "PADDING_SAME"});
constexpr std::array kWordsOfFftType =
    std::to_array<std::string_view>({"FFT", "IFFT", "RFFT", "IRFFT"});
constexpr std::array kWordsOfTransposeA =
    std::to_array<std::string_view>({"NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"});
constexpr std::array kWordsOfDistribution =
    std::to_array<std::string_view>({"rng_invalid", "rng_uniform", "rng_normal"});
constexpr std::array kWordsOfKind =
    std::to_array<std::string_view>({"kLoop", "kInput", "kOutput", "kCustom"});
constexpr std::array kWordsOfConvolutionKind =
    std::to_array<std::string_view>({"fprop", "wgrad", "dgrad", "unset"});
constexpr std::array kWordsOfCustomCallSchedule =
    std::to_array<std::string_view>({"SCHEDULE_NONE", "SCHEDULE_LATEST", "SCHEDULE_EARLIEST"});
constexpr std::array kWordsOfApiVersion = std::to_array<std::string_view>(
    {"API_VERSION_ORIGINAL", "API_VERSION_STATUS_RETURNING", "API_VERSION_STATUS_RETURNING_UNIFIED",
     "API_VERSION_TYPED_FFI"});

constexpr std::array<AttributeRow, kAttributeKeyCount> kRows{{
    {AttributeKey::kParameterNumber, "parameter_number", AttributeKind::kNumber, {}},
    {AttributeKey::kLiteral, "literal", AttributeKind::kLiteral, {}},
    {AttributeKey::kK, "k", AttributeKind::kInt, {}},
    {AttributeKey::kLargest, "largest", AttributeKind::kBool, {}},
    {AttributeKey::kIotaDimension, "iota_dimension", AttributeKind::kInt, {}},
    {AttributeKey::kIndex, "index", AttributeKind::kInt, {}},
    {AttributeKey::kChannelId, "channel_id", AttributeKind::kInt, {}},
    {AttributeKey::kIsHostTransfer, "is_host_transfer", AttributeKind::kBool, {}},
    {AttributeKey::kReplicaGroups, "replica_groups", AttributeKind::kReplicaGroups, {}},
    {AttributeKey::kSourceTargetPairs, "source_target_pairs", AttributeKind::kPairs, {}},
    {AttributeKey::kConstrainLayout, "constrain_layout", AttributeKind::kBool, {}},
    {AttributeKey::kMode, "mode", AttributeKind::kWord, kWordsOfMode},
    {AttributeKey::kDimensions, "dimensions", AttributeKind::kInts, {}},
    {AttributeKey::kNumCarries, "num_carries", AttributeKind::kInt, {}},
    {AttributeKey::kIsReverse, "is_reverse", AttributeKind::kBool, {}},
    {AttributeKey::kIsAssociative, "is_associative", AttributeKind::kBool, {}},
    {AttributeKey::kInferredDimension, "inferred_dimension", AttributeKind::kInt, {}},
    {AttributeKey::kUseGlobalDeviceIds, "use_global_device_ids", AttributeKind::kBool, {}},
    {AttributeKey::kIsStable, "is_stable", AttributeKind::kBool, {}},
    {AttributeKey::kCrossProgramPrefetchIndex,
     "cross_program_prefetch_index",
     AttributeKind::kInt,
     {}},
    {AttributeKey::kDirection, "direction", AttributeKind::kWord, kWordsOfDirection},
    {AttributeKey::kType, "type", AttributeKind::kWord, kWordsOfType},
    {AttributeKey::kSlice, "slice", AttributeKind::kSlice, {}},
    {AttributeKey::kDynamicSliceSizes, "dynamic_slice_sizes", AttributeKind::kInts, {}},
    {AttributeKey::kPadding, "padding", AttributeKind::kPadding, {}},
    {AttributeKey::kWindow, "window", AttributeKind::kWindow, {}},
    {AttributeKey::kDimLabels, "dim_labels", AttributeKind::kDimLabels, {}},
    {AttributeKey::kFeatureGroupCount, "feature_group_count", AttributeKind::kInt, {}},
    {AttributeKey::kBatchGroupCount, "batch_group_count", AttributeKind::kInt, {}},
    {AttributeKey::kConvolutionKind, "convolution_kind", AttributeKind::kWord,
     kWordsOfConvolutionKind},
    {AttributeKey::kLhsBatchDims, "lhs_batch_dims", AttributeKind::kInts, {}},
    {AttributeKey::kLhsContractingDims, "lhs_contracting_dims", AttributeKind::kInts, {}},
    {AttributeKey::kRhsBatchDims, "rhs_batch_dims", AttributeKind::kInts, {}},
    {AttributeKey::kRhsContractingDims, "rhs_contracting_dims", AttributeKind::kInts, {}},
    {AttributeKey::kLhsRaggedDims, "lhs_ragged_dims", AttributeKind::kInts, {}},
    {AttributeKey::kRhsGroupDims, "rhs_group_dims", AttributeKind::kInts, {}},
    {AttributeKey::kOperandPrecision, "operand_precision", AttributeKind::kWords,
     kWordsOfOperandPrecision},
    {AttributeKey::kAlgorithm, "algorithm", AttributeKind::kAnyCase, kWordsOfAlgorithm},
    {AttributeKey::kPaddingType, "padding_type", AttributeKind::kWord, kWordsOfPaddingType},
    {AttributeKey::kResultAccuracy, "result_accuracy", AttributeKind::kBraces, {}},
    {AttributeKey::kCustomCallTarget, "custom_call_target", AttributeKind::kQuoted, {}},
    {AttributeKey::kCustomCallHasSideEffect,
     "custom_call_has_side_effect",
     AttributeKind::kBool,
     {}},
    {AttributeKey::kOperandLayoutConstraints,
     "operand_layout_constraints",
     AttributeKind::kShapes,
     {}},
    {AttributeKey::kFftType, "fft_type", AttributeKind::kWord, kWordsOfFftType},
    {AttributeKey::kFftLength, "fft_length", AttributeKind::kInts, {}},
    {AttributeKey::kLeftSide, "left_side", AttributeKind::kBool, {}},
    {AttributeKey::kLower, "lower", AttributeKind::kBool, {}},
    {AttributeKey::kUnitDiagonal, "unit_diagonal", AttributeKind::kBool, {}},
    {AttributeKey::kTransposeA, "transpose_a", AttributeKind::kWord, kWordsOfTransposeA},
    {AttributeKey::kEpsilon, "epsilon", AttributeKind::kFloat, {}},
    {AttributeKey::kFeatureIndex, "feature_index", AttributeKind::kInt, {}},
    {AttributeKey::kExponentBits, "exponent_bits", AttributeKind::kInt, {}},
    {AttributeKey::kMantissaBits, "mantissa_bits", AttributeKind::kInt, {}},
    {AttributeKey::kDistribution, "distribution", AttributeKind::kAnyCase, kWordsOfDistribution},
    {AttributeKey::kDelta, "delta", AttributeKind::kInt, {}},
    {AttributeKey::kOffsetDims, "offset_dims", AttributeKind::kInts, {}},
    {AttributeKey::kCollapsedSliceDims, "collapsed_slice_dims", AttributeKind::kInts, {}},
    {AttributeKey::kStartIndexMap, "start_index_map", AttributeKind::kInts, {}},
    {AttributeKey::kOperandBatchingDims, "operand_batching_dims", AttributeKind::kInts, {}},
    {AttributeKey::kStartIndicesBatchingDims,
     "start_indices_batching_dims",
     AttributeKind::kInts,
     {}},
    {AttributeKey::kUpdateWindowDims, "update_window_dims", AttributeKind::kInts, {}},
    {AttributeKey::kInsertedWindowDims, "inserted_window_dims", AttributeKind::kInts, {}},
    {AttributeKey::kScatterDimsToOperandDims,
     "scatter_dims_to_operand_dims",
     AttributeKind::kInts,
     {}},
    {AttributeKey::kInputBatchingDims, "input_batching_dims", AttributeKind::kInts, {}},
    {AttributeKey::kScatterIndicesBatchingDims,
     "scatter_indices_batching_dims",
     AttributeKind::kInts,
     {}},
    {AttributeKey::kIndexVectorDim, "index_vector_dim", AttributeKind::kInt, {}},
    {AttributeKey::kSliceSizes, "slice_sizes", AttributeKind::kInts, {}},
    {AttributeKey::kIndicesAreSorted, "indices_are_sorted", AttributeKind::kBool, {}},
    {AttributeKey::kUniqueIndices, "unique_indices", AttributeKind::kBool, {}},
    {AttributeKey::kInfeedConfig, "infeed_config", AttributeKind::kQuoted, {}},
    {AttributeKey::kOutfeedShape, "outfeed_shape", AttributeKind::kShape, {}},
    {AttributeKey::kOutfeedConfig, "outfeed_config", AttributeKind::kQuoted, {}},
    {AttributeKey::kDomain, "domain", AttributeKind::kBraces, {}},
    {AttributeKey::kKind, "kind", AttributeKind::kWord, kWordsOfKind},
    {AttributeKey::kOutputToOperandAliasing,
     "output_to_operand_aliasing",
     AttributeKind::kAliases,
     {}},
    {AttributeKey::kCustomCallSchedule, "schedule", AttributeKind::kWord,
     kWordsOfCustomCallSchedule},
    {AttributeKey::kApiVersion, "api_version", AttributeKind::kWord, kWordsOfApiVersion},
    {AttributeKey::kAsyncExecutionThread, "async_execution_thread", AttributeKind::kQuoted, {}},
    {AttributeKey::kCondition, "condition", AttributeKind::kComputation, {}},
    {AttributeKey::kBody, "body", AttributeKind::kComputation, {}},
    {AttributeKey::kSelect, "select", AttributeKind::kComputation, {}},
    {AttributeKey::kScatter, "scatter", AttributeKind::kComputation, {}},
    {AttributeKey::kToApply, "to_apply", AttributeKind::kComputation, {}},
    {AttributeKey::kCalls, "calls", AttributeKind::kComputation, {}},
    {AttributeKey::kTrueComputation, "true_computation", AttributeKind::kComputation, {}},
    {AttributeKey::kFalseComputation, "false_computation", AttributeKind::kComputation, {}},
    {AttributeKey::kBranchComputations, "branch_computations", AttributeKind::kComputations, {}},
    {AttributeKey::kCalledComputations, "called_computations", AttributeKind::kComputations, {}},
    {AttributeKey::kIsComposite, "is_composite", AttributeKind::kBool, {}},
    {AttributeKey::kParameterReplication, "parameter_replication", AttributeKind::kBools, {}},
    {AttributeKey::kSharding, "sharding", AttributeKind::kSharding, {}},
    {AttributeKey::kFrontendAttributes, "frontend_attributes", AttributeKind::kBraces, {}},
    {AttributeKey::kControlPredecessors, "control-predecessors", AttributeKind::kInstructions, {}},
    {AttributeKey::kStatistics, "statistics", AttributeKind::kBraces, {}},
    {AttributeKey::kOrigin, "origin", AttributeKind::kBraces, {}},
    {AttributeKey::kMetadata, "metadata", AttributeKind::kBraces, {}},
    {AttributeKey::kBackendConfig, "backend_config", AttributeKind::kConfig, {}},
    {AttributeKey::kUnknown, "unknown", AttributeKind::kVerbatim, {}},
}};

constexpr bool rows_are_in_order() {
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (kRows[i].key != static_cast<AttributeKey>(i)) return false;
  }
  return true;
}
static_assert(rows_are_in_order());

std::unordered_map<std::string_view, AttributeKey> keys_by_name() {
  std::unordered_map<std::string_view, AttributeKey> result;
  for (const AttributeRow& row : kRows) result.emplace(row.name, row.key);
  return result;
}

}  // namespace

std::span<const AttributeRow> attribute_rows() { return kRows; }

const AttributeRow& row_of(AttributeKey key) { return kRows[static_cast<std::size_t>(key)]; }

std::string_view name_of(AttributeKey key) { return row_of(key).name; }

std::optional<AttributeKey> attribute_named(std::string_view name) {
  static const auto by_name = keys_by_name();
  const auto found = by_name.find(name);
  if (found == by_name.end()) return std::nullopt;
  return found->second;
}

}  // namespace tileglot::hlo
