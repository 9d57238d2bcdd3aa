// SPDX-License-Identifier: Apache-2.0
// The checks of verify, each by a module that fails it alone, and by what passes all of them.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tileglot/hlo/text/verdicts.h"

namespace tileglot::hlo {
namespace {

TEST(VerifyChecks, ACopyThatStartsHasDestinationSourceAndContext) {
  expect_verdicts(std::vector<VerifyCase>{
      {"",
       "ENTRY e { p = f32[2,3] parameter(0) s = (f32[2,3], f32[2,3], u32[]) copy-start(p) "
       "ROOT d = f32[2,3] copy-done(s) }"},
      {"ShapeVerifier::HandleCopyStart",
       "ENTRY e { p = f32[2,3] parameter(0) s = f32[2,3] copy-start(p) "
       "ROOT d = f32[2,3] copy-done(s) }"},
      {"ShapeVerifier::HandleCopyStart",
       "ENTRY e { p = f32[2,3] parameter(0) s = (f32[2,3], f32[3,2], u32[]) copy-start(p) "
       "ROOT d = f32[2,3] copy-done(s) }"},
      {"ShapeVerifier::HandleCopyDone",
       "ENTRY e { p = f32[2,3] parameter(0) s = (f32[2,3], f32[2,3], u32[]) copy-start(p) "
       "ROOT d = f32[3,2] copy-done(s) }"},
      {"VerifyAsynchronousInstructionPairs",
       "ENTRY e { p = f32[2,3] parameter(0) "
       "ROOT s = (f32[2,3], f32[2,3], u32[]) copy-start(p) }"},
      {"VerifyAsynchronousInstructionPairs",
       "ENTRY e { p = f32[2,3] parameter(0) s = (f32[2,3], f32[2,3], u32[]) copy-start(p) "
       "a = f32[2,3] copy-done(s) b = f32[2,3] copy-done(s) ROOT t = tuple(a, b) }"}});
}

TEST(VerifyChecks, AStartWithManyUsersIsRefused) {
  std::string text =
      "ENTRY e { p = f32[2] parameter(0) s = (f32[2], f32[2], u32[]) copy-start(p)\n";
  for (int i = 0; i < 100'000; ++i) {
    text += "d" + std::to_string(i) + " = f32[2] copy-done(s)\n";
  }
  EXPECT_EQ(verdict(text + "ROOT r = f32[2] negate(d0) }"), "VerifyAsynchronousInstructionPairs");
}

TEST(VerifyChecks, SendsAndReceivesEndWhereTheyBegan) {
  expect_verdicts(std::vector<VerifyCase>{
      {"",
       "ENTRY e { p = f32[2] parameter(0) t = token[] after-all() "
       "s = (f32[2], u32[], token[]) send(p, t), channel_id=1 "
       "ROOT d = token[] send-done(s), channel_id=1 }"},
      {"VerifyChannels",
       "ENTRY e { p = f32[2] parameter(0) t = token[] after-all() "
       "s = (f32[2], u32[], token[]) send(p, t), channel_id=1, is_host_transfer=true "
       "ROOT d = token[] send-done(s), channel_id=1 }"},
      {"VerifyChannels",
       "ENTRY e { p = f32[2] parameter(0) q = f32[4] parameter(1) t = token[] after-all() "
       "s = (f32[2], u32[], token[]) send(p, t), channel_id=1, is_host_transfer=true "
       "d = token[] send-done(s), channel_id=1, is_host_transfer=true "
       "u = (f32[4], u32[], token[]) send(q, d), channel_id=1, is_host_transfer=true "
       "ROOT v = token[] send-done(u), channel_id=1, is_host_transfer=true }"},
      {"VerifyAsynchronousInstructionPairs",
       "ENTRY e { t = token[] after-all() r = (f32[2], u32[], token[]) recv(t), channel_id=1 "
       "d = (f32[2], token[]) recv-done(r), channel_id=1 ROOT o = tuple(r, d) }"},
      {"ShapeVerifier::CheckIsTokenOperand",
       "ENTRY e { p = f32[2] parameter(0) ROOT o = token[] outfeed(p, p) }"},
      {"ShapeVerifier::CheckIsTokenOperand",
       "ENTRY e { p = f32[2] parameter(0) ROOT o = f32[2] add-dependency(p, p) }"}});
}

TEST(VerifyChecks, AnAsynchronousOperationWrapsOneComputation) {
  constexpr std::string_view kWrapped =
      "w { p = f32[2,3] parameter(0) ROOT c = f32[3,2] custom-call(p), "
      "custom_call_target=\"foo\" }\n";
  const auto entry = [&](std::string_view body) {
    return std::string(kWrapped) + "ENTRY e { p = f32[2,3] parameter(0) " + std::string(body) +
           " }";
  };
  EXPECT_EQ(verdict(entry("s = ((f32[2,3]), f32[3,2], s32[]) async-start(p), calls=w "
                          "ROOT d = f32[3,2] async-done(s), calls=w")),
            "");
  EXPECT_EQ(verdict(entry("s = ((f32[3,2]), f32[3,2], s32[]) async-start(p), calls=w "
                          "ROOT d = f32[3,2] async-done(s), calls=w")),
            "ShapeVerifier::CheckAsyncOpComputationShapes");
  EXPECT_EQ(verdict(entry("s = ((f32[2,3]), f32[2,2], s32[]) async-start(p), calls=w "
                          "ROOT d = f32[3,2] async-done(s), calls=w")),
            "ShapeVerifier::CheckAsyncOpComputationShapes");
  EXPECT_EQ(verdict(entry("q = f32[3,2] transpose(p), dimensions={1,0} "
                          "s = ((f32[2,3]), f32[3,2], s32[]) async-start(q), calls=w "
                          "ROOT d = f32[3,2] async-done(s), calls=w")),
            "ShapeVerifier::CheckAsyncOpOperands");
  EXPECT_EQ(verdict(entry("s = ((f32[2,3]), f32[3,2], s32[]) async-start(p), calls=w "
                          "ROOT d = f32[2,3] async-done(s), calls=w")),
            "ShapeVerifier::CheckAsyncOpComputationShapes");
  EXPECT_EQ(verdict(entry("s = ((f32[2,3]), f32[3,2], s32[]) async-start(p), calls=w "
                          "ROOT n = f32[2,3] negate(p)")),
            "VerifyAsynchronousInstructionPairs");
  EXPECT_EQ(
      verdict("w { p = f32[2] parameter(0) n = f32[2] negate(p) ROOT c = f32[2] exponential(n) }\n"
              "ENTRY e { p = f32[2] parameter(0) "
              "s = ((f32[2]), f32[2]) async-start(p), calls=w "
              "ROOT d = f32[2] async-done(s), calls=w }"),
      "VerifyAsyncComputation");
}

TEST(VerifyChecks, GroupsOfACollectiveNameEachDeviceOnce) {
  expect_verdicts_with_add(std::vector<VerifyCase>{
      {"",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[8] all-reduce(p), "
       "replica_groups={{0,1},{2}}, to_apply=add }"},
      {"CheckReplicaGroups",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[8] all-reduce(p), "
       "replica_groups={{0,1},{}}, to_apply=add }"},
      {"CheckReplicaGroups",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[8] all-reduce(p), "
       "replica_groups={{0,1},{1}}, to_apply=add }"},
      {"CheckReplicaGroups",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[8] all-reduce(p), "
       "replica_groups={{0,2}}, to_apply=add }"},
      {"CheckReplicaGroups",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[4] reduce-scatter(p), "
       "replica_groups={{0,1},{2,3,4}}, dimensions={0}, to_apply=add }"},
      {"ShapeVerifier::HandleAllReduce",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = bf16[8] all-reduce(p), to_apply=add }"},
      {"InstructionVerifier::HandleAllReduce",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[8] all-reduce(p), channel_id=0, "
       "to_apply=add }"},
      {"ShapeVerifier::HandleReduceScatter",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[4] reduce-scatter(p), "
       "replica_groups={{0,1}}, dimensions={1}, to_apply=add }"},
      {"ShapeVerifier::HandleReduceScatter",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[4] reduce-scatter(p), "
       "replica_groups={{0,1,2,3}}, dimensions={0}, to_apply=add }"},
      {"ShapeVerifier::HandleReduceScatter",
       "ENTRY e { p = f32[9] parameter(0) ROOT r = f32[4] reduce-scatter(p), "
       "replica_groups={{0,1}}, dimensions={0}, to_apply=add }"},
      {"ShapeVerifier::HandleAllReduceStart",
       "ENTRY e { p = f32[8] parameter(0) s = f32[4] all-reduce-start(p), to_apply=add "
       "ROOT d = f32[4] all-reduce-done(s) }"},
      {"VerifyLayoutConstrainedAllReduce",
       "ENTRY e { p = f32[8] parameter(0) r = f32[8] all-reduce(p), constrain_layout=true, "
       "to_apply=add ROOT s = f32[8] all-reduce(r), to_apply=add }"}});
  EXPECT_EQ(verdict("HloModule m, replica_count=4\n" + std::string(kAddition) +
                    "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[8] all-reduce(p), "
                    "replica_groups={{0,1}}, to_apply=add }"),
            "CheckReplicaGroups");
}

TEST(VerifyChecks, GathersAndExchangesMultiplyOrDivideOneDimension) {
  expect_verdicts(std::vector<VerifyCase>{
      {"",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[16] all-gather(p), "
       "replica_groups={{0,1}}, dimensions={0} }"},
      {"ShapeVerifier::HandleAllGather",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[16] all-gather(p), "
       "replica_groups={{0,1,2,3}}, dimensions={0} }"},
      {"ShapeVerifier::HandleAllGather",
       "ENTRY e { p = f32[8,2] parameter(0) ROOT r = f32[16,4] all-gather(p), "
       "replica_groups={{0,1}}, dimensions={0} }"},
      {"ShapeVerifier::HandleAllGatherStart",
       "ENTRY e { p = f32[8] parameter(0) s = (f32[4], f32[16]) all-gather-start(p), "
       "replica_groups={{0,1}}, dimensions={0} ROOT d = f32[16] all-gather-done(s) }"},
      {"ShapeVerifier::HandleAllGatherDone",
       "ENTRY e { p = f32[8] parameter(0) s = (f32[8], f32[16]) all-gather-start(p), "
       "replica_groups={{0,1}}, dimensions={0} ROOT d = f32[8] all-gather-done(s) }"},
      {"",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[8] all-to-all(p), "
       "replica_groups={{0,1}}, dimensions={0} }"},
      {"ShapeInference::InferAllToAllShape",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[8] all-to-all(p), "
       "replica_groups={{0,1,2}}, dimensions={0} }"},
      {"ShapeVerifier::HandleAllToAll",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = (f32[8], f32[8]) all-to-all(p, p), "
       "replica_groups={{0,1,2}} }"},
      {"ShapeInference::InferAllToAllTupleShape",
       "ENTRY e { p = f32[8] parameter(0) q = f32[4] parameter(1) "
       "ROOT r = (f32[8], f32[4]) all-to-all(p, q), replica_groups={{0,1}} }"},
      {"ShapeVerifier::HandleRaggedAllToAll",
       "ENTRY e { p = f32[8] parameter(0) o = s32[2] parameter(1) q = s32[4] parameter(2) "
       "ROOT r = f32[8] ragged-all-to-all(p, p, o, o, o, q), replica_groups={{0,1}} }"},
      {"ShapeVerifier::HandleCollectiveBroadcast",
       "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[4] collective-broadcast(p), "
       "replica_groups={{0,1}} }"}});
}

TEST(VerifyChecks, ADeviceSendsOnceAndReceivesOnce) {
  const auto permute = [](std::string_view pairs) {
    return verdict(
        "ENTRY e { p = f32[8] parameter(0) ROOT r = f32[8] collective-permute(p), "
        "source_target_pairs=" +
        std::string(pairs) + " }");
  };
  EXPECT_EQ(permute("{{0,1},{1,0}}"), "");
  EXPECT_EQ(permute("{{0,1},{0,2}}"), "CheckDuplicatedSourceOrTarget");
  EXPECT_EQ(permute("{{0,2},{1,2}}"), "CheckDuplicatedSourceOrTarget");
  EXPECT_EQ(verdict("HloModule m, num_partitions=2\nENTRY e { p = f32[8] parameter(0) "
                    "ROOT r = f32[8] collective-permute(p), channel_id=1, "
                    "source_target_pairs={{0,2}} }"),
            "CheckDuplicatedSourceOrTarget");
  EXPECT_EQ(verdict("ENTRY e { p = f32[8] parameter(0) s = f32[8] collective-permute-start(p), "
                    "source_target_pairs={{0,1}} ROOT d = f32[8] collective-permute-done(s) }"),
            "ShapeVerifier::HandleCollectivePermuteStart");
  EXPECT_EQ(verdict("ENTRY e { p = f32[8] parameter(0) "
                    "s = (f32[8], f32[8], u32[], u32[]) collective-permute-start(p), "
                    "source_target_pairs={{0,1}} ROOT d = f32[4] collective-permute-done(s) }"),
            "ShapeVerifier::HandleCollectivePermuteDone");
}

TEST(VerifyChecks, ACalledComputationRunsOnItsCallersThread) {
  EXPECT_EQ(verdict("f { ROOT p = f32[4] parameter(0) }, execution_thread=\"host\"\n"
                    "ENTRY e { p = f32[4] parameter(0) ROOT c = f32[4] call(p), to_apply=f }"),
            "CheckCallableInstructionThreadName");
}

TEST(VerifyChecks, ACompositeHasAName) {
  const auto call = [](std::string_view attributes) {
    return verdict(
        "f { ROOT p = f32[4] parameter(0) }\nENTRY e { p = f32[4] parameter(0) "
        "ROOT c = f32[4] call(p), is_composite=true, to_apply=f, frontend_attributes={" +
        std::string(attributes) + "} }");
  };
  EXPECT_EQ(call("composite.name=\"foo\",composite.version=\"1\""), "");
  EXPECT_EQ(call("composite.version=\"1\""), "ShapeVerifier::HandleCall");
  EXPECT_EQ(call("composite.name=\"foo\",composite.version=\"-1\""), "ShapeVerifier::HandleCall");
}

TEST(VerifyChecks, AFusedComputationIsOneFusionsAndReadInFull) {
  expect_verdicts(std::vector<VerifyCase>{
      {"",
       "f { p = f32[4] parameter(0) ROOT n = f32[4] negate(p) }\n"
       "ENTRY e { p = f32[4] parameter(0) ROOT c = f32[4] fusion(p), kind=kLoop, calls=f }"},
      {"CheckFusionInstruction",
       "f { p = f32[4] parameter(0) ROOT n = f32[4] negate(p) }\n"
       "ENTRY e { p = f32[4] parameter(0) a = f32[4] fusion(p), kind=kLoop, calls=f "
       "ROOT c = f32[4] fusion(a), kind=kLoop, calls=f }"},
      {"CheckFusionInstruction",
       "f { p = f32[4] parameter(0) u = f32[4] abs(p) ROOT n = f32[4] negate(p) }\n"
       "ENTRY e { p = f32[4] parameter(0) ROOT c = f32[4] fusion(p), kind=kLoop, calls=f }"},
      {"ShapeVerifier::HandleFusion",
       "f { p = f32[4] parameter(0) ROOT n = f32[4] negate(p) }\n"
       "ENTRY e { p = f32[4] parameter(0) ROOT c = f32[4] fusion(p), kind=kLoop, calls=f, "
       "output_to_operand_aliasing={{}: (1, {})} }"}});
}

TEST(VerifyChecks, CustomCallsShareMemoryThatIsThere) {
  expect_verdicts(std::vector<VerifyCase>{
      {"ShapeVerifier::HandleCustomCall",
       "ENTRY e { p = f32[4] parameter(0) ROOT c = f32[5] custom-call(p), "
       "custom_call_target=\"foo\", output_to_operand_aliasing={{}: (0, {})} }"},
      {"ShapeVerifier::HandleCustomCall",
       "ENTRY e { p = f32[4] parameter(0) ROOT c = f32[4] custom-call(p), "
       "custom_call_target=\"foo\", output_to_operand_aliasing={{1}: (0, {})} }"},
      {"InstructionVerifier::HandleCustomCall",
       "ENTRY e { ROOT c = u32[] custom-call(), custom_call_target=\"GetRngSeed\" }"}});
}

/// A module that pins f32[4] p as b, and then `rest`.
std::string pinned(std::string_view rest) {
  return verdict(
      "ENTRY e { p = f32[4] parameter(0) b = b(f32[4]) custom-call(p), "
      "custom_call_target=\"Pin\", output_to_operand_aliasing={{}: (0, {})} " +
      std::string(rest) + " }");
}

TEST(VerifyChecks, ABufferIsPinnedWrittenOnceAndGivenBack) {
  constexpr std::string_view kUnpin =
      ", custom_call_target=\"Unpin\", output_to_operand_aliasing={{}: (0, {})}";
  const auto unpin = [&](std::string_view name, std::string_view of) {
    return std::string(name) + " = f32[4] custom-call(" + std::string(of) + ")" +
           std::string(kUnpin) + " ";
  };
  EXPECT_EQ(pinned("ROOT " + unpin("u", "b")), "");
  EXPECT_EQ(pinned("c = b(f32[4]) copy(b) ROOT " + unpin("u", "c")), "VerifyNoBuffers");
  EXPECT_EQ(pinned("c = b(f32[4]) add(b, b) ROOT " + unpin("u", "c")), "ShapeVerifier::CheckShape");
  EXPECT_EQ(pinned(unpin("u", "b") + unpin("v", "b") + "ROOT t = tuple(u, v)"),
            "CheckBufferHasUniqueWriter");
  EXPECT_EQ(pinned("w = b(f32[4]) custom-call(b), custom_call_target=\"w\", "
                   "output_to_operand_aliasing={{}: (0, {})} ROOT " +
                   unpin("u", "w")),
            "");
  EXPECT_EQ(
      pinned("w = b(f32[4]) custom-call(b), custom_call_target=\"w\" ROOT " + unpin("u", "w")),
      "VerifyBuffersInOperands");
  EXPECT_EQ(pinned("ROOT t = (b(f32[4]), f32[4]) tuple(b, p)"), "");
  EXPECT_EQ(verdict("ENTRY e { p = f32[4] parameter(0) ROOT b = b(f32[5]) custom-call(p), "
                    "custom_call_target=\"Pin\" }"),
            "VerifyPin");
  EXPECT_EQ(verdict("ENTRY e { ROOT p = b(f32[4]) parameter(0) }"), "VerifyNoBuffers");
  EXPECT_EQ(verdict("ENTRY e { p = f32[4] parameter(0) ROOT b = b(f32[4]) custom-call(p), "
                    "custom_call_target=\"CreateBuffer\" }"),
            "VerifyCreateBuffer");
}

TEST(VerifyChecks, AShardingFitsItsShapeAndItsLoop) {
  expect_verdicts(std::vector<VerifyCase>{
      {"", "ENTRY e { ROOT p = f32[4,2] parameter(0), sharding={devices=[2,1]0,1} }"},
      {"HloSharding::Validate",
       "ENTRY e { ROOT p = f32[4,2] parameter(0), sharding={devices=[2]0,1} }"},
      {"HloSharding::Validate",
       "ENTRY e { ROOT p = f32[4,2] parameter(0), sharding={maximal device=-1} }"},
      {"HloSharding::Validate",
       "ENTRY e { p = f32[4] parameter(0) ROOT t = (f32[4], f32[4]) tuple(p, p), "
       "sharding={{replicated}} }"},
      {"InstructionVerifier::VerifyConsistentSharding",
       "c { p = f32[4] parameter(0) ROOT t = pred[] constant(true) }\n"
       "b { ROOT p = f32[4] parameter(0), sharding={devices=[2]0,1} }\n"
       "ENTRY e { p = f32[4] parameter(0) ROOT w = f32[4] while(p), condition=c, body=b, "
       "sharding={devices=[2]1,0} }"}});
}

TEST(VerifyChecks, TheHeaderNamesWhatTheEntryHas) {
  const auto aliased = [](std::string_view aliases) {
    return verdict("HloModule m, input_output_alias={" + std::string(aliases) +
                   "}\nENTRY e { a = f32[4] parameter(0) b = f32[5] parameter(1) "
                   "ROOT t = (f32[4], f32[5]) tuple(a, b) }");
  };
  EXPECT_EQ(aliased(" {0}: (0, {}, may-alias), {1}: (1, {}, may-alias) "), "");
  EXPECT_EQ(aliased(" {0}: (2, {}, may-alias) "), "HloInputOutputAliasConfig::Verify");
  EXPECT_EQ(aliased(" {0}: (0, {1}, may-alias) "), "HloInputOutputAliasConfig::Verify");
  EXPECT_EQ(aliased(" {0}: (0, {}, may-alias), {1}: (0, {}, may-alias) "),
            "HloInputOutputAliasConfig::Verify");
  EXPECT_EQ(aliased(" {0}: (1, {}, must-alias) "), "ShapeVerifier::VerifyEntryComputationLayout");
  EXPECT_EQ(verdict("HloModule m, buffer_donor={ (3, {}) }\nENTRY e { ROOT a = f32[4] "
                    "parameter(0) }"),
            "HloBufferDonorConfig::Verify");
}

TEST(VerifyChecks, AnOriginHasTheTuplesOfItsShape) {
  expect_verdicts(std::vector<VerifyCase>{
      {"", "ENTRY e { ROOT p = f32[] parameter(0), origin={{\"v\"}} }"},
      {"VerifyOriginalValue",
       "ENTRY e { ROOT p = f32[] parameter(0), origin={({\"v\"},{\"w\"})} }"},
      {"", "ENTRY e { ROOT p = (f32[], f32[]) parameter(0), origin={({\"v\"},{\"w\"})} }"}});
}

TEST(VerifyChecks, DimensionsHaveBounds) {
  EXPECT_EQ(verdict("ENTRY e { ROOT p = f32[?,4] parameter(0) }"), "ShapeVerifier::Preprocess");
}

}  // namespace
}  // namespace tileglot::hlo
