// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/hlo/compile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "tileglot/api/files/hlo/compile_run.h"
#include "tileglot/api/files/hlo/requests.h"
#include "tileglot/api/files/hlo/run.h"
#include "tileglot/api/files/hlo/tensors.h"
#include "tileglot/api/files/output/redirected.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/source_text.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/io/npy/text.h"
#include "tileglot/io/npy/writer.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::api::files {
namespace {

using Texts = std::vector<std::string>;

constexpr const char* kNegate =
    "ENTRY e { p = f32[4,6] parameter(0) ROOT n = f32[4,6] negate(p) }\n";

class HloCompileFiles : public testing::Test {
 protected:
  HloCompileFile request(const std::string& text = kNegate) {
    io::write_text(path("m.hlo"), text);
    HloCompileFile result;
    result.path = path("m.hlo");
    return result;
  }
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }

  /// The code of the error, or "none".
  static std::string code(const HloCompileFile& request) {
    const Reply reply = hlo_compile(request);
    return reply ? "none" : reply.error()->code;
  }

 private:
  io::TemporaryFolder folder_;
};

TEST_F(HloCompileFiles, TwoOutputsHaveTwoFiles) {
  HloCompileFile asked = request();
  asked.output = path("same");
  asked.runtime_layouts = path("./same");
  const Reply reply = hlo_compile(asked);
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error()->code, "hlo.outputs");
}

TEST_F(HloCompileFiles, ARefusedOutputLeavesNoOther) {
  HloCompileFile asked = request();
  asked.output = path("c.hlo");
  asked.runtime_layouts = path("layouts.json");
  asked.run = CompiledRunRequest{.random = 1, .output = path("r.npy")};
  for (const std::string name : {"layouts.json", "r.npy"}) {
    io::write_text(path(name), "precious");
    EXPECT_EQ(code(asked), "io.exists");
    EXPECT_FALSE(std::filesystem::exists(path("c.hlo")));
    EXPECT_EQ(io::read_text(path(name)), "precious");
    std::filesystem::remove(path(name));
  }
}

TEST_F(HloCompileFiles, LayoutsGoToStdoutBesideAFile) {
  HloCompileFile asked = request();
  const Reply answered = hlo_compile(asked);
  ASSERT_TRUE(answered);
  asked.output = path("c.hlo");
  asked.runtime_layouts = "-";
  const Reply written = [&] {
    const RedirectedOutput redirected(path("stdout"));
    return hlo_compile(asked);
  }();
  ASSERT_TRUE(written) << core::render(written.error());
  EXPECT_EQ(written->text, "");
  EXPECT_EQ(written->note, answered->text);
  EXPECT_TRUE(hlo_verify({{}, path("c.hlo")}));
  EXPECT_EQ(Json::parse(io::read_text(path("stdout")))["version"], 1);
  asked.output = "-";
  EXPECT_EQ(code(asked), "hlo.outputs");
}

TEST_F(HloCompileFiles, FilesAreWritten) {
  HloCompileFile asked = request();
  asked.output = path("c.hlo");
  asked.runtime_layouts = path("layouts.json");
  asked.report = true;
  const Reply reply = hlo_compile(asked);
  ASSERT_TRUE(reply) << core::render(reply.error());
  EXPECT_EQ(reply->text.substr(0, 16), "module module_e ") << reply->text;
  EXPECT_TRUE(hlo_verify({{}, path("c.hlo")}));
  const Json json = Json::parse(io::read_text(path("layouts.json")));
  EXPECT_EQ(json.dump(),
            R"({"version":1,"arguments":[{"mode":"default","layout":"{1,0}",)"
            R"("wire":"0a020100800101"}],"results":[{"mode":"default","layout":"{1,0}",)"
            R"("wire":"0a020100800101","reported":null}]})");
  EXPECT_EQ(code(asked), "io.exists");
}

/// A file in Fortran order and one by rows are the same array, whatever layout is chosen.
TEST_F(HloCompileFiles, InputsMoveIntoTheChosenLayouts) {
  const std::array<std::int32_t, 6> rows{1, 2, 3, 4, 5, 6};
  const std::array<std::int32_t, 6> columns{1, 4, 2, 5, 3, 6};
  const std::array<std::int64_t, 2> extents{2, 3};
  for (const bool is_fortran : {false, true}) {
    auto writer =
        io::NpyWriter::create(path(is_fortran ? "f.npy" : "c.npy"), "<i4", is_fortran, extents);
    std::ranges::copy(std::as_bytes(std::span(is_fortran ? columns : rows)),
                      writer->data().begin());
    ASSERT_TRUE(writer->commit());
  }
  for (const std::string layout : {"default", "auto", "{0,1}", "{0,1:T(2,2)}"}) {
    for (const std::string file : {"f.npy", "c.npy"}) {
      HloCompileFile asked =
          request("ENTRY e { p = s32[2,3] parameter(0) ROOT n = s32[2,3] negate(p) }");
      asked.argument_layouts = {layout};
      asked.run = CompiledRunRequest{.inputs = {path(file)}};
      const Reply reply = hlo_compile(asked);
      ASSERT_TRUE(reply) << core::render(reply.error());
      EXPECT_EQ(reply->json["outputs"][0]["values"].dump(), "[-1,-2,-3,-4,-5,-6]");
    }
  }
  HloCompileFile asked = request();
  asked.run = CompiledRunRequest{.inputs = {path("c.npy")}};
  EXPECT_EQ(code(asked), "run.inputs");
  asked = request("ENTRY e { ROOT p = f32[2,3] parameter(0) }");
  asked.run = CompiledRunRequest{.inputs = {path("c.npy")}};
  EXPECT_EQ(code(asked), "run.inputs");
  asked.run = CompiledRunRequest{};
  EXPECT_EQ(code(asked), "run.inputs");
}

TEST_F(HloCompileFiles, AnInputThatIsRefusedShowsItsOwnHeader) {
  HloCompileFile asked = request();
  io::write_text(path("i.npy"),
                 io::npy_text("{'descr': '>f4', 'fortran_order': False, 'shape': (4, 6), }\n"));
  asked.run = CompiledRunRequest{.inputs = {path("i.npy")}};
  const Reply refused = hlo_compile(asked);
  ASSERT_FALSE(refused);
  ASSERT_TRUE(refused.error()->line.has_value());
  EXPECT_EQ(refused.error()->line->text,
            "{'descr': '>f4', 'fortran_order': False, 'shape': (4, 6), }");
}

/// `0={1,0}`, .. in which every array lies the other way round; some have tiles.
Texts reversed_layouts(const Json& values) {
  Texts texts;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto shape = *notation::xla::parse_shape(values[i]["shape"].get<std::string>());
    if (!is_array(shape)) continue;
    std::string order;
    for (std::size_t d = 0; d < rank(shape); ++d) {
      if (d > 0) order += ',';
      order += std::to_string(d);
    }
    const std::string tiles = rank(shape) > 1 && i % 2 == 1 ? ":T(2,3)" : "";
    texts.push_back(std::to_string(i) + "={" + order + tiles + "}");
  }
  return texts;
}

class CompiledExamples : public HloCompileFiles {
 protected:
  /// The bytes of the files that plain `hlo run` makes of the module.
  Texts plain(const std::string& module, std::size_t count) {
    const Reply reply = hlo_run({.path = module,
                                 .random = 3,
                                 .integers = true,
                                 .output = path("plain.npy"),
                                 .force = true});
    EXPECT_TRUE(reply) << core::render(reply.error());
    return files("plain.npy", count);
  }
  Texts files(const std::string& name, std::size_t count) const {
    Texts texts;
    for (std::size_t i = 0; i < count; ++i) {
      const std::string number = count > 1 ? "-" + std::to_string(i) : "";
      texts.push_back(io::read_text(numbered_path(path(name), number)));
      EXPECT_FALSE(texts.back().empty());
    }
    return texts;
  }
  /// The same module in every mode for every target.
  void expect_same_bytes(const std::string& module) {
    for (const std::string target : {"cpu", "gpu:sm_90"}) {
      HloCompileFile request;
      request.path = module;
      request.target = target;
      const Json asked = hlo_compile(request)->json;
      const Texts expected = plain(module, asked["results"].size());
      const std::array<std::array<Texts, 2>, 3> modes{
          {{Texts{"default"}, Texts{"default"}},
           {Texts{"auto"}, Texts{"auto"}},
           {reversed_layouts(asked["arguments"]), reversed_layouts(asked["results"])}}};
      for (const auto& [arguments, results] : modes) {
        request.argument_layouts = arguments;
        request.result_layouts = results;
        request.run =
            CompiledRunRequest{.random = 3, .integers = true, .output = path("compiled.npy")};
        request.force = true;
        const Reply reply = hlo_compile(request);
        ASSERT_TRUE(reply) << core::render(reply.error());
        EXPECT_EQ(files("compiled.npy", expected.size()), expected) << reply->text;
      }
    }
  }
};

TEST_F(CompiledExamples, ALayerWithATransposeADotAndAReduction) {
  expect_same_bytes(TILEGLOT_SOURCE_DIR "/docs/guide/layer.hlo");
}

TEST_F(CompiledExamples, Movement) {
  expect_same_bytes(TILEGLOT_SOURCE_DIR "/tileglot/hlo/text/examples/movement.hlo");
}

TEST_F(CompiledExamples, ControlFlow) {
  expect_same_bytes(TILEGLOT_SOURCE_DIR "/tileglot/hlo/text/examples/control.hlo");
}

TEST_F(CompiledExamples, BinaryOperations) {
  expect_same_bytes(TILEGLOT_SOURCE_DIR "/tileglot/hlo/text/examples/binary.hlo");
}

}  // namespace
}  // namespace tileglot::api::files
