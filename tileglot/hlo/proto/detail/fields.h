// SPDX-License-Identifier: Apache-2.0
// fields.h: the numbers of the fields of XLA's messages for HLO.
//
// Why      Only the fields that HLO text shows are here; all others are skipped.
// Source   XLA, xla/service/hlo.proto and xla/xla_data.proto.
#pragma once

#include <cstdint>

namespace tileglot::hlo {

/// HloModuleProto.
enum ModuleField : std::uint32_t {
  kModuleName = 1,
  kEntryName = 2,
  kComputations = 3,
  kHostProgramShape = 4,
  kEntryId = 6,
  kSchedule = 7,
  kInputOutputAlias = 8,
  kStackFrameIndex = 17,
  kBufferDonor = 18,
  kModuleFrontendAttributes = 19,
  kPayloads = 22,
};

/// HloComputationProto.
enum ComputationField : std::uint32_t {
  kComputationName = 1,
  kInstructions = 2,
  kComputationId = 5,
  kRootId = 6,
  kExecutionThread = 8,
};

/// HloInstructionProto.
enum InstructionField : std::uint32_t {
  kInstructionName = 1,
  kOpcode = 2,
  kInstructionShape = 3,
  kMetadata = 7,
  kConstantLiteral = 8,
  kParameterNumber = 9,
  kFusionKind = 11,
  kTupleIndex = 13,
  kDimensions = 14,
  kWindow = 15,
  kConvolutionDimensions = 16,
  kSliceDimensions = 17,
  kExponentBits = 18,
  kMantissaBits = 19,
  kDynamicSliceSizes = 20,
  kPaddingConfig = 21,
  kOutfeedConfig = 22,
  kDistribution = 23,
  kEpsilon = 24,
  kFeatureIndex = 25,
  kChannelId = 26,
  kInfeedConfig = 27,
  kCustomCallTarget = 28,
  kOutfeedShape = 29,
  kDotDimensions = 30,
  kFftType = 31,
  kFftLength = 32,
  kGatherDimensions = 33,
  kGatherSliceSizes = 34,
  kInstructionId = 35,
  kOperandIds = 36,
  kControlPredecessorIds = 37,
  kCalledComputationIds = 38,
  kSharding = 40,
  kBackendConfig = 43,
  kAllReduceId = 45,
  kIsHostTransfer = 47,
  kScatterDimensions = 48,
  kReplicaGroups = 49,
  kFeatureGroupCount = 50,
  kPrecisionConfig = 51,
  kSourceTargetPairs = 52,
  kDomainEntry = 54,
  kDomainExit = 55,
  kConstrainLayout = 56,
  kOperandShapes = 57,
  kBatchGroupCount = 58,
  kTriangularSolve = 59,
  kIsStable = 60,
  kParameterReplication = 61,
  kCholesky = 62,
  kComparisonDirection = 63,
  kHasSideEffect = 65,
  kDelta = 66,
  kIndicesAreSorted = 67,
  kFrontendAttributes = 68,
  kUniqueIndices = 69,
  kRngAlgorithm = 70,
  kUseGlobalDeviceIds = 71,
  kComparisonType = 72,
  kOperandAliasing = 74,
  kPaddingType = 75,
  kCustomCallSchedule = 76,
  kApiVersion = 77,
  kAsyncThread = 79,
  kPrefetchIndex = 80,
  kTopK = 81,
  kStatistics = 82,
  kLargest = 85,
  kDeviceList = 87,
  kIsComposite = 89,
  kRaggedDotDimensions = 90,
  kResultAccuracy = 91,
  kIotaDeviceList = 92,
  kMeshDeviceList = 93,
  kIsReverse = 94,
  kNumCarries = 95,
  kIsAssociative = 96,
  kConvolutionKind = 97,
  kBackendConfigPayload = 99,
};

/// Payload: its bytes, or where they are in the list of the module.
enum PayloadField : std::uint32_t { kPayloadValue = 1, kPayloadId = 2 };

/// LiteralProto; its other fields are in literal_text.cc, by type.
enum LiteralField : std::uint32_t { kLiteralShape = 1, kTupleLiterals = 10 };

}  // namespace tileglot::hlo
