// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/hlo/requests.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/api/files/output/redirected.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/source_text.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::api::files {
namespace {

constexpr const char* kNegate =
    "HloModule m, entry_computation_layout={(f32[4,6]{0,1})->f32[4,6]{0,1}}\n"
    "ENTRY e { p = f32[4,6]{0,1} parameter(0) ROOT n = f32[4,6] negate(p) }\n";

class HloFiles : public testing::Test {
 protected:
  HloFiles() { io::write_text(module, kNegate); }

  /// The code of the error, or "none".
  static std::string code(const Reply& reply) { return reply ? "none" : reply.error()->code; }

 private:
  io::TemporaryFolder folder_;

 protected:
  const std::string module = folder_ / "m.hlo";
  const std::string output = folder_ / "out.hlo";
  const std::string missing = folder_ / "no.hlo";
};

TEST_F(HloFiles, AModuleIsWrittenToAFile) {
  HloAssignFile request;
  request.path = module;
  const Reply answered = hlo_assign(request);
  ASSERT_TRUE(answered) << core::render(answered.error());
  request.output = output;
  const Reply written = hlo_assign(request);
  ASSERT_TRUE(written);
  EXPECT_EQ(written->text, "4 instructions, 2 copies inserted\n");
  EXPECT_EQ(io::read_text(output), answered->text);
  EXPECT_EQ(code(hlo_assign(request)), "io.exists");
  request.force = true;
  EXPECT_TRUE(hlo_assign(request));
}

TEST_F(HloFiles, ADashIsStdout) {
  HloAssignFile request;
  request.path = module;
  const Reply answered = hlo_assign(request);
  ASSERT_TRUE(answered);
  request.output = "-";
  const Reply written = [&] {
    const RedirectedOutput redirected(output);
    return hlo_assign(request);
  }();
  ASSERT_TRUE(written) << core::render(written.error());
  EXPECT_EQ(written->text, "");
  EXPECT_EQ(written->note, "4 instructions, 2 copies inserted\n");
  EXPECT_EQ(io::read_text(output), answered->text);
  HloPrintFile print;
  print.path = module;
  const Reply printed = hlo_print(print);
  print.output = "-";
  EXPECT_EQ(hlo_print(print)->text, printed->text);
}

TEST_F(HloFiles, AReportIsPrintedBesideTheFile) {
  HloAssignFile request;
  request.path = module;
  request.report = true;
  const Reply answered = hlo_assign(request);
  ASSERT_TRUE(answered);
  request.output = output;
  EXPECT_EQ(hlo_assign(request)->text, answered->text);
  EXPECT_TRUE(io::read_text(output).starts_with("HloModule m"));
}

TEST_F(HloFiles, APassSaysWhatItDidToTheFileThatItWrites) {
  HloPassFile request;
  request.path = module;
  request.name = "layout-assignment";
  request.target = "cpu";
  request.output = output;
  const Reply written = hlo_pass(request);
  ASSERT_TRUE(written) << core::render(written.error());
  EXPECT_EQ(written->text, "layout-assignment: 2 changes\n");
  EXPECT_EQ(code(hlo_pass(request)), "io.exists");
}

TEST_F(HloFiles, PrintedTextGoesToAFile) {
  HloPrintFile request;
  request.path = module;
  const Reply printed = hlo_print(request);
  ASSERT_TRUE(printed);
  request.output = output;
  const Reply written = hlo_print(request);
  ASSERT_TRUE(written);
  EXPECT_EQ(written->text, "");
  EXPECT_EQ(written->note, "wrote '" + output + "'\n");
  EXPECT_EQ(io::read_text(output), printed->text);
  EXPECT_EQ(code(hlo_print(request)), "io.exists");
}

TEST_F(HloFiles, AnAnswerNamesTheFile) {
  EXPECT_EQ(hlo_verify({{}, module})->text,
            "'" + module + "': 2 instructions in 1 computation, valid\n");
  EXPECT_TRUE(hlo_stats({{}, module})->text.starts_with("'" + module + "': 2 instructions"));
  EXPECT_EQ(hlo_diff({.path = module, .after_path = module})->text, "no layout differs\n");
}

TEST_F(HloFiles, ABadFirstModuleIsRefusedBeforeTheSecondIsRead) {
  io::write_text(output, "ENTRY e { p = ");
  EXPECT_EQ(code(hlo_diff({.path = output, .after_path = missing})), "hlo.syntax");
  EXPECT_EQ(code(hlo_diff({.path = missing, .after_path = output})), "io.not_found");
}

TEST_F(HloFiles, OneModuleComesFromStdin) {
  EXPECT_EQ(code(hlo_diff({.path = "-", .after_path = "-"})), "hlo.one_stdin");
}

TEST_F(HloFiles, AMissingFileIsAnErrorAfterWrongOptions) {
  EXPECT_EQ(code(hlo_verify({{}, missing})), "io.not_found");
  EXPECT_EQ(code(hlo_stats({{}, missing})), "io.not_found");
  EXPECT_EQ(code(hlo_diff({.path = module, .after_path = missing})), "io.not_found");
  HloPassFile pass;
  pass.path = missing;
  EXPECT_EQ(code(hlo_pass(pass)), "io.not_found");
  pass.target = "tpu";
  EXPECT_EQ(code(hlo_pass(pass)), "target.kind");
  HloPrintFile print;
  print.path = missing;
  print.style = "shrot";
  EXPECT_EQ(code(hlo_print(print)), "hlo.style");
}

}  // namespace
}  // namespace tileglot::api::files
