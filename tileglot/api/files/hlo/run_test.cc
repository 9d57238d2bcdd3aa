// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/hlo/run.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/api/files/output/redirected.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/source_text.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/io/npy/file.h"
#include "tileglot/io/npy/text.h"

namespace tileglot::api::files {
namespace {

const std::string kNegate = R"(ENTRY main {
  p = s32[2]{0} parameter(0)
  ROOT r = s32[2]{0} negate(p)
}
)";

const std::string kTranspose =
    R"(HloModule t, entry_computation_layout={(f32[2,3]{0,1})->f32[3,2]{1,0}}
ENTRY main {
  p = f32[2,3]{0,1} parameter(0)
  ROOT r = f32[3,2]{1,0} bitcast(p)
}
)";

class HloRunFiles : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }
  std::string module(const std::string& text) const {
    std::ofstream(path("m.hlo")) << text;
    return path("m.hlo");
  }
  /// A file of elements of one dimension.
  std::string npy(const std::string& descr, int count, const std::string& data) const {
    io::write_text(path("i.npy"),
                   io::npy_text("{'descr': '" + descr + "', 'fortran_order': False, 'shape': (" +
                                    std::to_string(count) + ",), }\n",
                                data));
    return path("i.npy");
  }

 private:
  io::TemporaryFolder folder_;
};

TEST_F(HloRunFiles, LimitsAreTheCallers) {
  const auto code = [&](const RunLimits& limits) {
    const Reply reply = hlo_run({.path = module(kNegate), .random = 1, .limits = limits});
    return reply ? std::string("runs") : reply.error()->code;
  };
  EXPECT_EQ(code({}), "runs");
  EXPECT_EQ(code({.steps = 10}), "run.steps");
  EXPECT_EQ(code({.elements = 1}), "run.memory");
  EXPECT_EQ(code({.bytes = 7}), "run.memory");
  EXPECT_EQ(code({.elements = 2, .bytes = 64, .steps = 1 << 20}), "runs");
  EXPECT_EQ(code({.elements = 0}), "run.limit");
  EXPECT_EQ(code({.steps = kMostRunSteps + 1}), "run.limit");
}

TEST_F(HloRunFiles, AnArrayOfMoreThan2To26ElementsRunsWhereAllowed) {
  const std::string text =
      "ENTRY e { i = s8[67108865]{0} iota(), iota_dimension=0\n"
      "  ROOT s = s8[1]{0} slice(i), slice={[67108864:67108865]} }";
  const Reply refused = hlo_run({.path = module(text), .random = 1});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error()->code, "run.memory");
  EXPECT_NE(refused.error()->help.find("--max-elements"), std::string::npos);
  const Reply runs = hlo_run({.path = module(text), .random = 1, .limits = {.elements = 67108865}});
  ASSERT_TRUE(runs) << core::render(runs.error());
  EXPECT_EQ(runs->text, "s8[1]{0} 0\n");
}

TEST_F(HloRunFiles, OneDevicesProgramIsNotSpreadAgain) {
  const std::string text =
      "ENTRY main_spmd { p = s32[2]{0} parameter(0), sharding={devices=[2]<=[2]}\n"
      "  ROOT r = s32[2]{0} negate(p) }";
  HloRunRequest request{.path = module(text), .random = 1, .sharded = true};
  const Reply refused = hlo_run(request);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error()->code, "run.sharding");
  EXPECT_NE(refused.error()->message.find("main_spmd"), std::string::npos);
  request.partitioned = "no";
  EXPECT_TRUE(hlo_run(request));
}

TEST_F(HloRunFiles, ASeedMakesTheInputs) {
  HloRunRequest request{.path = module(kTranspose), .random = 1, .integers = true};
  const Reply first = hlo_run(request);
  ASSERT_TRUE(first) << first.error()->message;
  EXPECT_EQ(first->text, hlo_run(request)->text);
  EXPECT_EQ(first->text.substr(0, 14), "f32[3,2]{1,0} ");
  request.random = 2;
  EXPECT_NE(first->text, hlo_run(request)->text);
}

TEST_F(HloRunFiles, WhatIsWrittenIsReadAgain) {
  const std::string pair = R"(ENTRY main {
  p = f32[2,3]{1,0} parameter(0)
  n = f32[2,3]{1,0} negate(p)
  ROOT r = (f32[2,3]{1,0}, f32[2,3]{1,0}) tuple(p, n)
}
)";
  const HloRunRequest both{.path = module(pair), .random = 1, .output = path("o.npy")};
  const Reply made = hlo_run(both);
  ASSERT_TRUE(made) << made.error()->message;
  EXPECT_EQ(io::open_npy(path("o-0.npy"))->array.header.shape, std::vector<std::int64_t>({2, 3}));
  const HloRunRequest again{.path = module(pair), .inputs = {path("o-0.npy")}};
  EXPECT_EQ(hlo_run(again)->text, made->text);
  EXPECT_EQ(hlo_run(both).error()->code, "io.exists");
}

TEST_F(HloRunFiles, ARefusedResultLeavesNoOther) {
  const std::string pair =
      "ENTRY main { p = f32[2] parameter(0) n = f32[2] negate(p) "
      "ROOT r = (f32[2], f32[2]) tuple(p, n) }";
  HloRunRequest request{.path = module(pair), .random = 1, .output = path("o.npy")};
  io::write_text(path("o-1.npy"), "precious");
  EXPECT_EQ(hlo_run(request).error()->code, "io.exists");
  EXPECT_FALSE(std::filesystem::exists(path("o-0.npy")));
  EXPECT_EQ(io::read_text(path("o-1.npy")), "precious");
  std::filesystem::remove(path("o-1.npy"));
  std::filesystem::create_directory(path("o-1.npy"));
  request.force = true;
  EXPECT_EQ(hlo_run(request).error()->code, "io.is_directory");
  EXPECT_FALSE(std::filesystem::exists(path("o-0.npy")));
}

TEST_F(HloRunFiles, OneResultGoesToStdout) {
  HloRunRequest request{.path = module(kNegate), .random = 1, .output = path("o.npy")};
  const Reply to_file = hlo_run(request);
  ASSERT_TRUE(to_file);
  request.output = "-";
  const auto redirected_run = [&] {
    const RedirectedOutput redirected(path("stdout"));
    return hlo_run(request);
  };
  const Reply written = redirected_run();
  ASSERT_TRUE(written) << core::render(written.error());
  EXPECT_EQ(written->text, "");
  EXPECT_EQ(written->note, to_file->text);
  EXPECT_EQ(io::read_text(path("stdout")), io::read_text(path("o.npy")));
  request.replicas = 2;
  EXPECT_EQ(redirected_run().error()->code, "hlo.outputs");
  EXPECT_EQ(io::read_text(path("stdout")), "");
}

TEST_F(HloRunFiles, InputsThatDoNotFit) {
  const HloRunRequest none{.path = module(kTranspose)};
  EXPECT_EQ(hlo_run(none).error()->message, "the module takes 1 input, and 0 are given");
  const HloRunRequest missing{.path = path("no.hlo")};
  EXPECT_EQ(hlo_run(missing).error()->code, "io.not_found");
  const HloRunRequest made{.path = module(kNegate), .random = 1, .output = path("s.npy")};
  ASSERT_TRUE(hlo_run(made));
  const HloRunRequest other{.path = module(kTranspose), .inputs = {path("s.npy")}};
  EXPECT_EQ(hlo_run(other).error()->code, "run.inputs");
}

TEST_F(HloRunFiles, AnInputHasTheTypeOfItsParameter) {
  struct Case {
    std::string type;
    std::string descr;
    std::string data;
    std::string values;  ///< empty: refused
    std::string help = {};
  };
  const std::string help = "inputs are not converted; save it as the parameter's type: array.";
  const std::string one("\0\0\x80\x3f", 4);
  const std::string e5m2 = "\x3c";
  const std::vector<Case> cases = {
      {"f32", "<f4", one, "[1.0]"},
      {"f32", "<V4", one, "[1.0]"},
      {"f32", "<i4", one, "", "astype('float32')"},
      {"f32", "<u4", one, "", "astype('float32')"},
      {"f32", "<f8", one + one, "", "astype('float32')"},
      {"u32", "<i4", one, "", "astype('uint32')"},
      {"pred", "|u1", "\1", "", "astype('bool')"},
      {"bf16", "<V2", one.substr(2), "[1.0]"},
      {"bf16", "<u2", one.substr(2), "[1.0]"},
      {"bf16", "<i2", one.substr(2), "", "astype(ml_dtypes.bfloat16)"},
      {"bf16", "<f2", one.substr(2), "", "astype(ml_dtypes.bfloat16)"},
      {"f8e5m2", "<f1", e5m2, "[1.0]"},
      {"f8e5m2", "|V1", e5m2, "[1.0]"},
      {"f8e5m2", "|u1", e5m2, "[1.0]"},
      {"f8e4m3fn", "|u1", "\x38", "[1.0]"},
      {"f8e4m3fn", "<f1", "\x38", "", "astype(ml_dtypes.float8_e4m3fn)"},
      {"s4", "|V1", "\x0d", "[-3]"},
      {"s4", "|i1", "\xfd", "[-3]"},
      {"s4", "|u1", "\x0d", "[-3]"},
      {"s4", "<i8", one + one, "", "astype('int8')"},
      {"u4", "|i1", "\xfd", "", "astype('uint8')"},
  };
  for (const auto& [type, descr, data, values, advice] : cases) {
    SCOPED_TRACE(type + " of a file of " + descr);
    const std::string text = "ENTRY e { ROOT p = " + type + "[1] parameter(0) }";
    const Reply reply = hlo_run({.path = module(text), .inputs = {npy(descr, 1, data)}});
    ASSERT_EQ(reply.has_value(), !values.empty());
    if (reply) {
      EXPECT_EQ(reply->json["outputs"][0]["values"].dump(), values);
    } else {
      EXPECT_EQ(reply.error()->code, "run.inputs");
      EXPECT_EQ(reply.error()->help, help + advice);
    }
  }
}

TEST_F(HloRunFiles, AnInputOfAnotherTypeIsNamed) {
  const std::string text = "ENTRY e { ROOT p = bf16[2] parameter(0) }";
  for (const auto& [descr, type] : {std::pair("<f4", "f32"), std::pair("<V4", "<V4")}) {
    const std::string file = npy(descr, 2, "12345678");
    EXPECT_EQ(hlo_run({.path = module(text), .inputs = {file}}).error()->message,
              file + " holds " + type + " of shape (2), and the parameter is bf16[2]");
  }
}

const std::string kSumOverDevices = R"(add {
  a = s32[] parameter(0)
  b = s32[] parameter(1)
  ROOT c = s32[] add(a, b)
}
ENTRY main {
  x = u32[] partition-id()
  p = s32[] convert(x)
  ROOT r = s32[] all-reduce(p), channel_id=1, to_apply=add
}
)";

TEST_F(HloRunFiles, DevicesAnswerOneByOne) {
  const HloRunRequest request{.path = module(kSumOverDevices), .partitions = 2};
  const Reply reply = hlo_run(request);
  ASSERT_TRUE(reply) << reply.error()->message;
  EXPECT_EQ(reply->text,
            "device 0, replica 0, partition 0:\ns32[] 1\n"
            "device 1, replica 0, partition 1:\ns32[] 1\n");
  EXPECT_EQ(reply->json["devices"][1].dump(),
            R"({"device":1,"replica":0,"partition":1,)"
            R"("outputs":[{"shape":"s32[]","layout":"{}","values":[1]}]})");
  const HloRunRequest alone{.path = module(kSumOverDevices)};
  EXPECT_EQ(hlo_run(alone)->text, "s32[] 0\n");
  const HloRunRequest none{.path = module(kSumOverDevices), .replicas = -1};
  EXPECT_EQ(hlo_run(none).error()->code, "run.devices");
}

TEST_F(HloRunFiles, AShardedModuleGivesWholeArrays) {
  const std::string text = R"(ENTRY main {
  p = f32[3,5]{1,0} parameter(0), sharding={devices=[2,2]<=[4]}
  n = f32[3,5]{0,1} negate(p), sharding={devices=[1,4]3,2,1,0}
  ROOT r = f32[5,3]{1,0} transpose(n), dimensions={1,0}, sharding={devices=[4,1]<=[4]}
}
)";
  HloRunRequest request{.path = module(text), .random = 1};
  const Reply plain = hlo_run(request);
  request.sharded = true;
  const Reply sharded = hlo_run(request);
  ASSERT_TRUE(sharded) << sharded.error()->message;
  EXPECT_EQ(sharded->text, plain->text);
  const HloRunRequest bad{
      .path = module("ENTRY e { ROOT p = f32[3] parameter(0), sharding={devices=[1,2]<=[2]} }"),
      .random = 1,
      .sharded = true};
  EXPECT_EQ(hlo_run(bad).error()->code, "hlo.verify");
}

TEST_F(HloRunFiles, DevicesHaveTheirOwnFiles) {
  const HloRunRequest made{
      .path = module(kNegate), .random = 1, .replicas = 2, .output = path("d.npy")};
  const Reply first = hlo_run(made);
  ASSERT_TRUE(first) << first.error()->message;
  const HloRunRequest each{.path = module(kNegate),
                           .inputs = {path("d-0.npy"), path("d-1.npy")},
                           .replicas = 2,
                           .output = path("n.npy")};
  ASSERT_TRUE(hlo_run(each));
  const HloRunRequest again{
      .path = module(kNegate), .inputs = {path("n-0.npy"), path("n-1.npy")}, .replicas = 2};
  EXPECT_EQ(hlo_run(again)->text, first->text);
  const HloRunRequest same{.path = module(kNegate), .inputs = {path("n-0.npy")}, .replicas = 3};
  EXPECT_TRUE(hlo_run(same));
  const HloRunRequest odd{
      .path = module(kNegate), .inputs = {path("n-0.npy"), path("n-1.npy")}, .replicas = 3};
  EXPECT_EQ(hlo_run(odd).error()->message,
            "the module takes 1 input on each device, and 2 are given");
}

TEST_F(HloRunFiles, AnInputThatIsRefusedShowsItsOwnHeader) {
  const Reply refused = hlo_run({.path = module(kNegate), .inputs = {npy(">i4", 2, "12345678")}});
  ASSERT_FALSE(refused);
  ASSERT_TRUE(refused.error()->line.has_value());
  EXPECT_EQ(refused.error()->line->text,
            "{'descr': '>i4', 'fortran_order': False, 'shape': (2,), }");
  EXPECT_EQ(refused.error()->line->carets, "          ^^^^^");
}

TEST_F(HloRunFiles, AnErrorShowsItsPlace) {
  const HloRunRequest request{
      .path = module("ENTRY main { p = f32[2,2] parameter(0)  ROOT r = f32[2,2] cholesky(p) }"),
      .random = 1};
  const Reply refused = hlo_run(request);
  ASSERT_FALSE(refused);
  EXPECT_EQ(exit_code_of(refused.error()), kImpossible);
  EXPECT_NE(core::render(refused.error()).find("error[run.unsupported]: cholesky is not evaluated"),
            std::string::npos);
  EXPECT_TRUE(refused.error()->span.has_value());
}

}  // namespace
}  // namespace tileglot::api::files
