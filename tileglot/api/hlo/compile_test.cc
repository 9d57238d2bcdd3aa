// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/compile.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tileglot/api/hlo/run.h"
#include "tileglot/api/hlo/tensors.h"
#include "tileglot/api/hlo/verify.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/source_text.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/io/npy/text.h"
#include "tileglot/io/npy/writer.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::api {
namespace {

using Texts = std::vector<std::string>;

constexpr const char* kNegate =
    "ENTRY e { p = f32[4,6] parameter(0) ROOT n = f32[4,6] negate(p) }\n";

class HloCompile : public testing::Test {
 protected:
  HloCompileRequest request(const std::string& text = kNegate) {
    io::write_text(path("m.hlo"), text);
    return {.path = path("m.hlo")};
  }
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }

  /// The code of the error, or "none".
  static std::string code(const HloCompileRequest& request) {
    const Reply reply = hlo_compile(request);
    return reply ? "none" : reply.error()->code;
  }

 private:
  io::TemporaryFolder folder_;
};

TEST_F(HloCompile, EachArgumentHasAModeAndALayout) {
  HloCompileRequest asked = request();
  asked.argument_layouts = {"0={0,1}"};
  const Reply reply = hlo_compile(asked);
  ASSERT_TRUE(reply) << core::render(reply.error());
  EXPECT_EQ(
      reply->text,
      "'" + asked.path +
          "' for cpu: 3 instructions, 1 copy moves 96 B\n"
          "                           mode            shape          at run time  LayoutProto\n"
          "  argument 0  parameter p  {0,1} (option)  f32[4,6]{0,1}  {0,1}        "
          "0a020001800101\n"
          "  result 0    result       default         f32[4,6]{1,0}  {1,0}        "
          "0a020100800101  reported as default\n");
  const Json& json = reply->json;
  EXPECT_EQ(json["entry_layout"], "{(f32[4,6]{0,1})->f32[4,6]{1,0}}");
  EXPECT_EQ(json["arguments"][0].dump(),
            R"({"value":"parameter p","shape":"f32[4,6]{0,1}","source":"option","sharding":null,)"
            R"("room":"f32[4,6]{0,1}","mode":"{0,1}","layout":"{0,1}","wire":"0a020001800101"})");
  EXPECT_TRUE(json["results"][0]["reported"].is_null());
}

TEST_F(HloCompile, AResultThatSomeoneChoseIsReported) {
  HloCompileRequest asked = request();
  asked.result_layouts = {"auto"};
  EXPECT_EQ(hlo_compile(asked)->json["results"][0]["reported"], "{1,0}");
}

TEST_F(HloCompile, AnOptionGoesBeforeAnAttribute) {
  HloCompileRequest asked = request(
      std::string("HloModule m, frontend_attributes={arg_layout_modes=\"{0,1}\"}\n") + kNegate);
  EXPECT_EQ(hlo_compile(asked)->json["arguments"][0]["source"], "attribute");
  asked.argument_layouts = {"{1,0}"};
  const Reply reply = hlo_compile(asked);
  EXPECT_EQ(reply->json["arguments"][0]["layout"], "{1,0}");
  EXPECT_EQ(reply->note, "note: argument 0 is {1,0}, but attribute says {0,1}\n");
}

TEST_F(HloCompile, EachDeviceHasATile) {
  HloCompileRequest asked = request(
      "ENTRY e { p = bf16[10,256] parameter(0), sharding={devices=[4,1]<=[4]}"
      " ROOT n = bf16[10,256] negate(p) }");
  asked.representation = "tpu";
  const Reply reply = hlo_compile(asked);
  ASSERT_TRUE(reply) << core::render(reply.error());
  EXPECT_EQ(reply->json["devices"], 4);
  EXPECT_EQ(reply->json["arguments"][0]["room"], "bf16[3,256]{1,0:T(4,128)(2,1)}");
  EXPECT_EQ(reply->json["results"][0]["layout"], "{1,0:T(8,128)(2,1)}");
}

TEST_F(HloCompile, AWrongAttributeIsShownAtItsPlace) {
  const Reply reply = hlo_compile(
      request(std::string("HloModule m, frontend_attributes={arg_layout_modes=\"auto;auto\"}\n") +
              kNegate));
  ASSERT_FALSE(reply);
  EXPECT_EQ(core::render(reply.error()),
            "error[xla.mode_count]: arg_layout_modes: 1 values, and 'auto;auto' names 2\n"
            "  1 | {arg_layout_modes=\"auto;auto\"}\n"
            "    |                    ^^^^^^^^^\n"
            "  help: write one for each value, joined by ;\n");
}

TEST_F(HloCompile, StrategiesAndRepresentationsHaveNames) {
  HloCompileRequest asked = request();
  asked.strategy.strategy = "xla";
  EXPECT_EQ(code(asked), "none");
  asked.strategy.strategy = "xlaa";
  EXPECT_EQ(code(asked), "hlo.strategy");
  asked = request();
  asked.representation = "column-major";
  EXPECT_EQ(code(asked), "hlo.representation");
  asked = request();
  asked.target = "tpu";
  EXPECT_EQ(code(asked), "target.kind");
}

TEST_F(HloCompile, TwoOutputsHaveTwoFiles) {
  HloCompileRequest asked = request();
  asked.output = path("same");
  asked.runtime_layouts = path("./same");
  const Reply reply = hlo_compile(asked);
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error()->code, "hlo.outputs");
}

TEST_F(HloCompile, WhoSharesMemoryMayNotLieDifferently) {
  HloCompileRequest asked =
      request(std::string("HloModule m, input_output_alias={ {}: (0, {}) }\n") + kNegate);
  asked.argument_layouts = {"0={0,1}"};
  const Reply reply = hlo_compile(asked);
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error()->message,
            "parameter p and result share memory, but are to have the layouts {0,1} and {1,0}");
  asked.result_layouts = {"auto"};
  EXPECT_EQ(hlo_compile(asked)->json["results"][0]["layout"], "{0,1}");
}

TEST_F(HloCompile, FilesAreWritten) {
  HloCompileRequest asked = request();
  asked.output = path("c.hlo");
  asked.runtime_layouts = path("layouts.json");
  asked.report = true;
  const Reply reply = hlo_compile(asked);
  ASSERT_TRUE(reply) << core::render(reply.error());
  EXPECT_EQ(reply->text.substr(0, 16), "module module_e ") << reply->text;
  EXPECT_TRUE(hlo_verify({.path = path("c.hlo")}));
  const Json json = Json::parse(io::read_text(path("layouts.json")));
  EXPECT_EQ(json.dump(),
            R"({"version":1,"arguments":[{"mode":"default","layout":"{1,0}",)"
            R"("wire":"0a020100800101"}],"results":[{"mode":"default","layout":"{1,0}",)"
            R"("wire":"0a020100800101","reported":null}]})");
  EXPECT_EQ(code(asked), "io.exists");
}

/// A file in Fortran order and one by rows are the same array, whatever layout is chosen.
TEST_F(HloCompile, InputsMoveIntoTheChosenLayouts) {
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
      HloCompileRequest asked =
          request("ENTRY e { p = s32[2,3] parameter(0) ROOT n = s32[2,3] negate(p) }");
      asked.argument_layouts = {layout};
      asked.run = CompiledRunRequest{.inputs = {path(file)}};
      const Reply reply = hlo_compile(asked);
      ASSERT_TRUE(reply) << core::render(reply.error());
      EXPECT_EQ(reply->json["outputs"][0]["values"].dump(), "[-1,-2,-3,-4,-5,-6]");
    }
  }
  HloCompileRequest asked = request();
  asked.run = CompiledRunRequest{.inputs = {path("c.npy")}};
  EXPECT_EQ(code(asked), "run.inputs");
  asked.run = CompiledRunRequest{};
  EXPECT_EQ(code(asked), "run.inputs");
}

TEST_F(HloCompile, AnInputThatIsRefusedShowsItsOwnHeader) {
  HloCompileRequest asked = request();
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

class CompiledExamples : public HloCompile {
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
      const Json asked = hlo_compile({.path = module, .target = target})->json;
      const Texts expected = plain(module, asked["results"].size());
      const std::array<std::array<Texts, 2>, 3> modes{
          {{Texts{"default"}, Texts{"default"}},
           {Texts{"auto"}, Texts{"auto"}},
           {reversed_layouts(asked["arguments"]), reversed_layouts(asked["results"])}}};
      for (const auto& [arguments, results] : modes) {
        const HloCompileRequest request{
            .path = module,
            .target = target,
            .argument_layouts = arguments,
            .result_layouts = results,
            .run = CompiledRunRequest{
                .random = 3, .integers = true, .output = path("compiled.npy"), .force = true}};
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
}  // namespace tileglot::api
