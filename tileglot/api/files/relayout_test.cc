// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/relayout.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/api/files/output/redirected.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/source_text.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/io/npy/header.h"

namespace tileglot::api::files {
namespace {

using Extents = std::vector<std::int64_t>;
using Names = std::vector<std::string>;

std::size_t product(const Extents& extents) {
  std::size_t product = 1;
  for (const std::int64_t extent : extents) product *= static_cast<std::size_t>(extent);
  return product;
}

/// Bytes that repeat with no period that a layout has.
std::string some_bytes(std::size_t size) {
  std::string bytes(size, '\0');
  std::uint32_t state = 1;
  for (char& byte : bytes) {
    state = state * 1664525U + 1013904223U;
    byte = static_cast<char>(state >> 24);
  }
  return bytes;
}

struct Npy {
  std::string descr = "<f4";
  std::size_t item_bytes = 4;
  Extents shape = {};
  bool fortran_order = false;

  std::string header() const { return io::npy_header_bytes(descr, fortran_order, shape); }
  std::string file() const { return header() + some_bytes(product(shape) * item_bytes); }
};

std::string code_of(const RelayoutTensorRequest& request) {
  const Reply reply = relayout_tensor(request);
  return reply ? "" : reply.error()->code;
}

/// The header of a file, without its data.
std::string data_of(const std::string& path, const Npy& npy) {
  const std::string file = io::read_text(path);
  EXPECT_EQ(file.substr(0, npy.header().size()), npy.header());
  return file.substr(std::min(file.size(), npy.header().size()));
}

/// Moves element by element with the notations' own evaluators; padding is zero.
std::string moved_directly(const std::string& data, std::size_t item, std::string_view from,
                           std::string_view to) {
  const auto source = *bridge::Evaluator::of(*bridge::parse_layout(from));
  const auto target = *bridge::Evaluator::of(*bridge::parse_layout(to));
  std::string moved(static_cast<std::size_t>(target.codomain_size()) * item, '\0');
  const Extents extents(target.extents().begin(), target.extents().end());
  Extents x(extents.size(), 0);
  for (std::int64_t n = target.size(); n > 0; --n) {
    moved.replace(static_cast<std::size_t>(target.offset(x)) * item, item, data,
                  static_cast<std::size_t>(source.offset(x)) * item, item);
    for (std::size_t k = x.size(); k-- > 0;) {
      if (++x[k] < extents[k]) break;
      x[k] = 0;
    }
  }
  return moved;
}

struct Trip {
  Npy npy;
  std::optional<std::string> dtype;
  std::string from;  ///< the whole text of the file's layout
  std::string to;
  Extents stored;
};

class RelayoutTrip : public testing::TestWithParam<Trip> {};

TEST_P(RelayoutTrip, ThereAndBackIsTheSameFile) {
  const Trip& trip = GetParam();
  const io::TemporaryFolder folder;
  io::write_text(folder / "in.npy", trip.npy.file());
  const Reply there = relayout_tensor({.input = folder / "in.npy",
                                       .output = folder / "out.npy",
                                       .to = trip.to,
                                       .dtype = trip.dtype});
  ASSERT_TRUE(there.has_value()) << core::render(there.error());
  Npy stored = trip.npy;
  stored.shape = trip.stored;
  EXPECT_EQ(data_of(folder / "out.npy", stored),
            moved_directly(data_of(folder / "in.npy", trip.npy), trip.npy.item_bytes, trip.from,
                           there->json["to"].get<std::string>()));
  EXPECT_EQ(there->json["from"], trip.from);
  EXPECT_EQ(there->json["stored_shape"], Json(trip.stored));
  EXPECT_EQ(there->json["extents"], Json(trip.npy.shape));

  const Reply back = relayout_tensor({.input = folder / "out.npy",
                                      .output = folder / "back.npy",
                                      .to = trip.from,
                                      .from = there->json["to"].get<std::string>(),
                                      .dtype = trip.dtype,
                                      .threads = 3});
  ASSERT_TRUE(back.has_value()) << core::render(back.error());
  EXPECT_EQ(io::read_text(folder / "back.npy"), trip.npy.file());
  EXPECT_EQ(folder.names(), (Names{"back.npy", "in.npy", "out.npy"}));
}

INSTANTIATE_TEST_SUITE_P(
    relayout, RelayoutTrip,
    testing::Values(
        Trip{{"<V2", 2, {16, 256}},
             "bf16",
             "bf16[16,256]{1,0}",
             "{1,0:T(8,128)(2,1)}",
             {2, 2, 4, 128, 2, 1}},
        Trip{{"<V2", 2, {33, 57}},
             {},
             "bf16[33,57]{1,0}",
             "bf16[33,57]{0,1:T(8,16)(2,1)}",
             {8, 3, 4, 16, 2, 1}},
        Trip{{"<f4", 4, {33, 57}}, {}, "f32[33,57]{1,0}", "{0,1:T(8,128)}", {8, 1, 8, 128}},
        Trip{{"|u1", 1, {7, 5, 11}}, {}, "u8[7,5,11]{2,1,0}", "{2,1,0:T(*,2,3)}", {18, 4, 2, 3}},
        Trip{{"|V1", 1, {7, 9}}, "s4", "s4[7,9]{1,0}", "{1,0:T(4,4)}", {2, 3, 4, 4}},
        Trip{{"<c16", 16, {3, 5}}, {}, "c128[3,5]{1,0}", "{1,0:T(2,2)}", {2, 3, 2, 2}},
        Trip{{"|b1", 1, {3, 5}}, {}, "pred[3,5]{1,0}", "{0,1}", {5, 3}},
        Trip{{"<f4", 4, {4, 6}}, {}, "f32[4,6]{1,0}", "(4,6):(1,4)", {6, 4}},
        Trip{{"<f4", 4, {4, 6}}, {}, "f32[4,6]{1,0}", "((2,2),(2,3)):((2,12),(1,4))", {2, 3, 2, 2}},
        Trip{{"<f4", 4, {3, 5}}, {}, "f32[3,5]{1,0}", "(3,5):(8,1)", {21}},
        Trip{{"<V4", 4, {3, 5}}, {}, "(3,5):(5,1)", "(3,5):(1,4)", {19}},
        Trip{{"|V1", 1, {4, 6}}, "f6e2m3fn", "(4,6):(6,1)", "(4,6):(1,4)", {6, 4}},
        Trip{{"<f4", 4, {64, 64}}, {}, "f32[64,64]{1,0}", "Sw<3,4,3> o 0 o (64,64):(64,1)", {4096}},
        Trip{{"<f4", 4, {5, 8}}, {}, "f32[5,8]{1,0}", "Sw<2,1,-3> o 3 o (5,8):(8,1)", {64}},
        Trip{{"<V4", 4, {}}, {}, "():()", "():()", {}},
        Trip{{"<V4", 4, {0, 5}}, {}, "(0,5):(5,1)", "(0,5):(1,1)", {0, 5}},
        Trip{{"<f8", 8, {}}, {}, "f64[]", "{}", {}},
        Trip{{"<f8", 8, {1}}, {}, "f64[1]{0}", "{0:T(4)}", {1, 4}},
        Trip{{"<f4", 4, {0, 5}}, {}, "f32[0,5]{1,0}", "{1,0:T(2,2)}", {0, 3, 2, 2}}));

TEST(Relayout, ATagTakesTheExtentsOfTheFile) {
  const io::TemporaryFolder folder;
  const Npy npy{"<f4", 4, {3, 5}};
  io::write_text(folder / "in.npy", npy.file());
  for (const std::string to : {"AB2a2b", "XY2x2y", "AB2a2b 3x5"}) {
    const Reply there = relayout_tensor(
        {.input = folder / "in.npy", .output = folder / "out.npy", .to = to, .force = true});
    ASSERT_TRUE(there.has_value()) << to << ": " << core::render(there.error());
    EXPECT_EQ(data_of(folder / "out.npy", {"<f4", 4, {2, 3, 2, 2}}),
              moved_directly(data_of(folder / "in.npy", npy), 4, "f32[3,5]{1,0}", "AB2a2b 3x5"));
  }
  const Reply back = relayout_tensor({.input = folder / "out.npy",
                                      .output = folder / "back.npy",
                                      .to = "{1,0}",
                                      .from = "AB2a2b 3x5"});
  ASSERT_TRUE(back.has_value()) << core::render(back.error());
  EXPECT_EQ(io::read_text(folder / "back.npy"), npy.file());
}

TEST(Relayout, TheTailIsWrittenAndReadBack) {
  const io::TemporaryFolder folder;
  const Npy npy{"<f4", 4, {33, 200}};
  const std::string tailed = "f32[33,200]{1,0:T(8,128)L(4096)}";
  io::write_text(folder / "in.npy", npy.file());
  const Reply there = relayout_tensor(
      {.input = folder / "in.npy", .output = folder / "out.npy", .to = "{1,0:T(8,128)L(4096)}"});
  ASSERT_TRUE(there.has_value()) << core::render(there.error());
  const std::string data = data_of(folder / "out.npy", {"<f4", 4, {12288}});
  EXPECT_EQ(data.size(), 49152U);
  EXPECT_EQ(data, moved_directly(data_of(folder / "in.npy", npy), 4, "f32[33,200]{1,0}", tailed));
  const Reply back = relayout_tensor(
      {.input = folder / "out.npy", .output = folder / "back.npy", .to = "{1,0}", .from = tailed});
  ASSERT_TRUE(back.has_value()) << core::render(back.error());
  EXPECT_EQ(io::read_text(folder / "back.npy"), npy.file());
}

TEST(Relayout, AFileInFortranOrderIsColumnMajor) {
  const io::TemporaryFolder folder;
  const Npy fortran{"<f4", 4, {3, 5}, true};
  io::write_text(folder / "in.npy", fortran.file());
  const Reply reply = relayout_tensor(
      {.input = folder / "in.npy", .output = folder / "out.npy", .to = "{1,0:T(2,2)}"});
  ASSERT_TRUE(reply.has_value()) << core::render(reply.error());
  EXPECT_EQ(reply->json["from"], "f32[3,5]{0,1}");
  EXPECT_EQ(data_of(folder / "out.npy", {"<f4", 4, {2, 3, 2, 2}}),
            moved_directly(data_of(folder / "in.npy", fortran), 4, "f32[3,5]{0,1}",
                           "f32[3,5]{1,0:T(2,2)}"));
}

TEST(Relayout, WhereNoElementMovesTheSourceMayBeMisnamed) {
  const io::TemporaryFolder folder;
  io::write_text(folder / "in.npy", Npy{"<f4", 4, {3, 5}}.file());
  const auto text_to = [&](const char* to) {
    return relayout_tensor({.input = folder / "in.npy", .output = folder / "out.npy", .to = to})
        ->text;
  };
  EXPECT_NE(text_to("{1,0}").find("no element moves: "), std::string::npos);
  EXPECT_EQ(text_to("{0,1}").find("no element moves: "), std::string::npos);
}

TEST(Relayout, AnInterruptedMoveWritesNothing) {
  const io::TemporaryFolder folder;
  io::write_text(folder / "in.npy", Npy{"<V2", 2, {16, 200}}.file());
  const Reply reply = relayout_tensor({.input = folder / "in.npy",
                                       .output = folder / "out.npy",
                                       .to = "{0,1}",
                                       .dtype = "bf16",
                                       .is_interrupted = [] { return true; }});
  ASSERT_FALSE(reply.has_value());
  EXPECT_EQ(reply.error()->code, "io.interrupted");
  EXPECT_NE(::access((folder / "out.npy").c_str(), F_OK), 0);
}

TEST(Relayout, TheAnswerSaysWhatWasMoved) {
  const io::TemporaryFolder folder;
  io::write_text(folder / "in.npy", Npy{"<V2", 2, {16, 200}}.file());
  const Reply reply = relayout_tensor({.input = folder / "in.npy",
                                       .output = folder / "out.npy",
                                       .to = "{1,0:T(8,128)(2,1)}",
                                       .dtype = "bf16",
                                       .threads = 1,
                                       .measure = true});
  ASSERT_TRUE(reply.has_value()) << core::render(reply.error());
  EXPECT_TRUE(
      reply->text.starts_with("bf16[16,200]{1,0} -> bf16[16,200]{1,0:T(8,128)(2,1)}\n"
                              "stored as (2, 2, 4, 128, 2, 1): 3200 elements of 2 bytes, "
                              "896 positions of padding\n"
                              "moved 14592 bytes, read and written, in "))
      << reply->text;
  EXPECT_EQ(reply->json["type"], "bf16");
  EXPECT_EQ(reply->json["elements"], 3200);
  EXPECT_EQ(reply->json["source_bytes"], 6400);
  EXPECT_EQ(reply->json["target_bytes"], 8192);
  EXPECT_EQ(reply->json["padding"], 896);
  EXPECT_EQ(reply->json["threads"], 1);
  EXPECT_EQ(reply->json["written"], true);
  EXPECT_GT(reply->json["gb_per_s"].get<double>(), 0);
  EXPECT_GT(reply->json["ratio_to_memcpy"].get<double>(), 0);
  EXPECT_EQ(reply->note, "");
}

TEST(Relayout, ADryRunStopsAfterThePlan) {
  const io::TemporaryFolder folder;
  io::write_text(folder / "in.npy", Npy{"<V2", 2, {16, 256}}.file());
  const Reply reply = relayout_tensor({.input = folder / "in.npy",
                                       .output = folder / "out.npy",
                                       .to = "bf16[16,256]{1,0:T(8,128)(2,1)}",
                                       .dry_run = true,
                                       .print_plan = true});
  ASSERT_TRUE(reply.has_value()) << core::render(reply.error());
  EXPECT_NE(reply->text.find("transpose blocks of 256 rows x 2 columns"), std::string::npos)
      << reply->text;
  EXPECT_EQ(reply->json["written"], false);
  EXPECT_TRUE(reply->json["plan"].is_string());
  EXPECT_EQ(folder.names(), Names{"in.npy"});
}

/// A folder with one tensor, and requests that all fail.
class RelayoutRefused : public testing::Test {
 protected:
  void SetUp() override { io::write_text(folder / "in.npy", Npy{"<V2", 2, {4, 6}}.file()); }
  void TearDown() override { EXPECT_EQ(folder.names(), Names{"in.npy"}); }

  RelayoutTensorRequest request(std::string to, std::optional<std::string> from = {}) const {
    return {.input = folder / "in.npy",
            .output = folder / "out.npy",
            .to = std::move(to),
            .from = std::move(from)};
  }
  RelayoutTensorRequest with_dtype(std::string dtype, std::string to) const {
    RelayoutTensorRequest asked = request(std::move(to));
    asked.dtype = std::move(dtype);
    return asked;
  }

  io::TemporaryFolder folder;
};

TEST_F(RelayoutRefused, TypesThatContradictOneAnother) {
  EXPECT_EQ(code_of(with_dtype("f32", "{0,1}")), "npy.dtype_size");
  EXPECT_EQ(code_of(with_dtype("float", "{0,1}")), "type.unknown");
  EXPECT_EQ(code_of(with_dtype("bf16", "f16[4,6]{0,1}")), "layout.type");
  EXPECT_EQ(code_of(request("f32[4,6]{0,1}")), "npy.dtype_size");
  EXPECT_EQ(code_of(request("{0,1}")), "npy.type_unknown");
  const Reply reply = relayout_tensor(request("f16[4,6]{0,1}", "bf16[4,6]{1,0}"));
  ASSERT_FALSE(reply.has_value());
  EXPECT_EQ(reply.error()->message,
            "bf16[4,6]{1,0} says that the elements are bf16, and f16[4,6]{0,1} says f16");
  EXPECT_EQ(exit_code_of(reply.error()), kUsage);
}

TEST_F(RelayoutRefused, ExtentsAndSizesThatDoNotFit) {
  const Reply other = relayout_tensor(request("bf16[4,7]{1,0}"));
  ASSERT_FALSE(other.has_value());
  EXPECT_EQ(other.error()->code, "layout.extents");
  EXPECT_NE(other.error()->message.find("[4,6]"), std::string::npos);
  EXPECT_NE(other.error()->message.find("[4,7]"), std::string::npos);
  EXPECT_EQ(exit_code_of(other.error()), kUsage);

  const Reply size = relayout_tensor(request("{1,0}", "bf16[3,5]{1,0:T(2,4)}"));
  ASSERT_FALSE(size.has_value());
  EXPECT_EQ(size.error()->code, "layout.size");
  EXPECT_TRUE(size.error()->message.starts_with("bf16[3,5]{1,0:T(2,4)} owns 32 positions, and '"));
  EXPECT_TRUE(size.error()->message.ends_with("' holds 24 elements"));
}

TEST_F(RelayoutRefused, LayoutsThatCannotBeATarget) {
  EXPECT_EQ(code_of(request("(4,6):(1,0)")), "relayout.not_injective");
  EXPECT_EQ(code_of(request("(4,6):(-1,4)")), "relayout.negative_offset");
  EXPECT_EQ(code_of(request("bf16[4,6]{1,1}")), "xla.order");
  EXPECT_EQ(code_of(request("nonsense")), "notation.unknown");
  EXPECT_EQ(code_of(request("(4,6):(1000000000000000000,1)")), "relayout.too_large");
  EXPECT_TRUE(code_of(request("(4,6):(10000000000000000,1)")).starts_with("io."));
}

TEST_F(RelayoutRefused, PlacesThatCannotBeWrittenOrRead) {
  RelayoutTensorRequest asked = request("(4,6):(1,4)");
  asked.output = folder.path();
  EXPECT_EQ(code_of(asked), "io.is_directory");
  asked.output = folder / "missing/out.npy";
  EXPECT_EQ(code_of(asked), "io.not_found");
  asked.output = folder / "out.safetensors";
  EXPECT_EQ(code_of(asked), "checkpoint.kind");
  asked = request("(4,6):(1,4)");
  asked.input = folder / "missing.npy";
  const Reply missing = relayout_tensor(asked);
  EXPECT_EQ(missing.error()->code, "io.not_found");
  EXPECT_EQ(exit_code_of(missing.error()), kInputOutput);
  asked.input = folder.path();
  EXPECT_EQ(code_of(asked), "io.is_directory");
}

TEST_F(RelayoutRefused, MoreMemoryThanAllowed) {
  RelayoutTensorRequest asked = request("(4,6):(1,4)");
  asked.threads = 2;
  asked.max_memory_bytes = (2 << 20) - 1;
  const Reply reply = relayout_tensor(asked);
  ASSERT_FALSE(reply.has_value());
  EXPECT_EQ(reply.error()->code, "relayout.max_memory");
  EXPECT_EQ(reply.error()->message,
            "2097152 bytes of memory are needed besides the mapped files, and 2097151 are allowed");
  EXPECT_EQ(reply.error()->help, "use fewer threads: each takes up to 1048576 bytes");
  asked.max_memory_bytes = 1;
  EXPECT_TRUE(relayout_tensor(asked).error()->help.starts_with("raise --max-memory"));
  asked.threads = 1;
  asked.measure = true;
  asked.max_memory_bytes = (1 << 20) + 2 * 48 - 1;
  EXPECT_EQ(code_of(asked), "relayout.max_memory");
}

TEST_F(RelayoutRefused, ElementsThatALayoutPacks) {
  EXPECT_EQ(code_of(with_dtype("bf16", "{0,1:E(4)}")), "layout.packing");
  RelayoutTensorRequest from = request("bf16[4,6]{0,1}");
  from.from = "bf16[4,6]{1,0:E(8)}";
  EXPECT_EQ(code_of(from), "layout.packing");
  RelayoutTensorRequest whole = with_dtype("bf16", "{0,1:E(16)}");
  whole.dry_run = true;
  EXPECT_EQ(code_of(whole), "");
}

TEST(Relayout, ElementsOfFewerThan8BitsAreRawBytes) {
  const io::TemporaryFolder folder;
  io::write_text(folder / "in.npy", Npy{"|u1", 1, {4, 6}}.file());
  RelayoutTensorRequest request{
      .input = folder / "in.npy", .output = folder / "out.npy", .to = "{0,1}", .dtype = "u4"};
  const Reply reply = relayout_tensor(request);
  ASSERT_FALSE(reply.has_value());
  EXPECT_EQ(reply.error()->code, "layout.type");
  EXPECT_NE(reply.error()->help.find("|V1"), std::string::npos) << reply.error()->help;
  io::write_text(folder / "in.npy", Npy{"|V1", 1, {4, 6}}.file());
  EXPECT_EQ(code_of(request), "");
}

TEST(Relayout, ADtypeThatContradictsTheHeaderIsRefused) {
  const io::TemporaryFolder folder;
  io::write_text(folder / "in.npy", Npy{"<f4", 4, {4, 6}}.file());
  RelayoutTensorRequest request{
      .input = folder / "in.npy", .output = folder / "out.npy", .to = "{0,1}", .dtype = "s32"};
  const Reply reply = relayout_tensor(request);
  ASSERT_FALSE(reply.has_value());
  EXPECT_EQ(reply.error()->code, "layout.type");
  EXPECT_EQ(folder.names(), Names{"in.npy"});
  request.dtype = "f32";
  EXPECT_EQ(code_of(request), "");
}

TEST(Relayout, NoElementsAreMovedWhateverTheOtherExtentsAre) {
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  for (const char* descr : {"<f4", "<V2"}) {
    const io::TemporaryFolder folder;
    io::write_text(folder / "in.npy", io::npy_header_bytes(descr, false, Extents{0, most, most}));
    EXPECT_EQ(code_of({.input = folder / "in.npy",
                       .output = folder / "out.npy",
                       .to = "(0,9223372036854775807,9223372036854775807):(1,1,1)"}),
              "")
        << descr;
  }
}

TEST(Relayout, AnExistingOutputIsReplacedOnlyByForce) {
  const io::TemporaryFolder folder;
  io::write_text(folder / "in.npy", Npy{"<f4", 4, {4, 6}}.file());
  io::write_text(folder / "out.npy", "precious");
  RelayoutTensorRequest asked{
      .input = folder / "in.npy", .output = folder / "out.npy", .to = "{0,1}"};
  EXPECT_EQ(code_of(asked), "io.exists");
  EXPECT_EQ(io::read_text(folder / "out.npy"), "precious");
  asked.force = true;
  EXPECT_EQ(code_of(asked), "");
  EXPECT_NE(io::read_text(folder / "out.npy"), "precious");
  EXPECT_EQ(folder.names(), (Names{"in.npy", "out.npy"}));
}

TEST(Relayout, AFileCanTakeThePlaceOfItsSource) {
  const io::TemporaryFolder folder;
  const Npy npy{"<f4", 4, {4, 6}};
  io::write_text(folder / "w.npy", npy.file());
  EXPECT_EQ(
      code_of(
          {.input = folder / "w.npy", .output = folder / "w.npy", .to = "{0,1}", .force = true}),
      "");
  EXPECT_EQ(
      data_of(folder / "w.npy", {"<f4", 4, {6, 4}}),
      moved_directly(npy.file().substr(npy.header().size()), 4, "f32[4,6]{1,0}", "f32[4,6]{0,1}"));
}

TEST(Relayout, ATensorTakesTheTilingThatAWordNames) {
  const io::TemporaryFolder folder;
  const Npy npy{"<f4", 4, {4, 6}};
  io::write_text(folder / "w.npy", npy.file());
  const auto from_of = [&](const std::string& to) {
    const Reply reply = relayout_tensor(
        {.input = folder / "w.npy", .output = folder / "o.npy", .to = to, .force = true});
    return reply ? reply->json["to"].get<std::string>() : reply.error()->message;
  };
  EXPECT_EQ(from_of("tpu"), "f32[4,6]{1,0:T(4,128)}");
  EXPECT_EQ(data_of(folder / "o.npy", {"<f4", 4, {1, 1, 4, 128}}),
            moved_directly(npy.file().substr(npy.header().size()), 4, "f32[4,6]{1,0}",
                           "f32[4,6]{1,0:T(4,128)}"));
  EXPECT_EQ(from_of("row-major"), "f32[4,6]{1,0}");
  io::write_text(folder / "w.npy", Npy{"<f8", 8, {4, 6}}.file());
  EXPECT_EQ(from_of("tpu"), "--to tpu has no layout for '" + folder.path() +
                                "/w.npy': there is no TPU tiling for elements of 64 bits");
}

TEST(Relayout, AMisspeltWordIsGuessed) {
  const io::TemporaryFolder folder;
  io::write_text(folder / "w.npy", Npy{"<f4", 4, {4, 6}}.file());
  const Reply reply =
      relayout_tensor({.input = folder / "w.npy", .output = folder / "o.npy", .to = "tpuu"});
  ASSERT_FALSE(reply.has_value());
  EXPECT_EQ(reply.error()->help, "did you mean 'tpu'?");
}

Reply relayout_redirected(const RelayoutTensorRequest& request, const std::string& from,
                          const std::string& to) {
  const Redirected input(STDIN_FILENO, from, O_RDONLY);
  const RedirectedOutput output(to);
  return relayout_tensor(request);
}

TEST(Relayout, ADashIsStdinAndStdout) {
  const io::TemporaryFolder folder;
  const Npy npy{"<f4", 4, {4, 6}};
  io::write_text(folder / "in.npy", npy.file());
  RelayoutTensorRequest asked{.input = "-", .output = "-", .to = "{0,1:T(4,4)}"};
  const Reply reply = relayout_redirected(asked, folder / "in.npy", folder / "out.npy");
  ASSERT_TRUE(reply.has_value()) << core::render(reply.error());
  EXPECT_EQ(reply->text, "");
  EXPECT_TRUE(reply->note.starts_with("f32[4,6]{1,0} -> f32[4,6]{0,1:T(4,4)}\n"));
  EXPECT_EQ(data_of(folder / "out.npy", {"<f4", 4, {2, 1, 4, 4}}),
            moved_directly(npy.file().substr(npy.header().size()), 4, "f32[4,6]{1,0}",
                           "f32[4,6]{0,1:T(4,4)}"));

  asked.max_memory_bytes = 100;  // the file is longer
  EXPECT_EQ(relayout_redirected(asked, folder / "in.npy", folder / "none").error()->code,
            "io.too_large");
  asked.max_memory_bytes = (1 << 20) + 300;  // a thread and the input, but not the output
  asked.threads = 1;
  EXPECT_EQ(relayout_redirected(asked, folder / "in.npy", folder / "none").error()->code,
            "relayout.max_memory");
  EXPECT_EQ(io::read_text(folder / "none"), "");
}

TEST(Relayout, AStreamThatMemoryShouldNotHoldIsRefused) {
  const io::TemporaryFolder folder;
  io::write_text(folder / "in.npy", Npy{"<f4", 4, {2}}.file());
  const RelayoutTensorRequest asked{
      .input = folder / "in.npy", .output = "-", .to = "2:2000000000"};
  EXPECT_EQ(relayout_redirected(asked, folder / "in.npy", folder / "none").error()->code,
            "io.too_large");
}

}  // namespace
}  // namespace tileglot::api::files
