// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/api/reply.h"

namespace tileglot::api {
namespace {

std::string answer(const ShowRequest& request) {
  const Reply reply = show(request);
  return reply ? reply->text : reply.error().error.code;
}

TEST(show, the_worked_example) {
  EXPECT_EQ(
      answer({.layout = "f32[3,5]{1,0:T(2,2)}"}),
      "f32[3,5]{1,0:T(2,2)}\n"
      "  read as xla; logical [3,5] = 15 elements; in memory 24 (96 B); padding 9 = 37.5 %\n"
      "\n"
      "       0   1 │   2   3 │   4   5\n"
      "  0    0   1 │   4   5 │   8  ·9\n"
      "  1    2   3 │   6   7 │  10 ·11\n"
      "    ─────────┼─────────┼────────\n"
      "  2   12  13 │  16  17 │  20 ·21\n"
      "  3  ·14 ·15 │ ·18 ·19 │ ·22 ·23\n"
      "\n"
      "  rows and columns are the last two dimensions; lines are tile borders; ·n is padding\n");
}

TEST(show, json_has_the_cells) {
  const Reply reply = show({.layout = "(2,2):(1,2)", .as = "json"});
  ASSERT_TRUE(reply.has_value());
  EXPECT_EQ(reply->json["grids"][0]["cells"][1]["offset"], 2);
  EXPECT_EQ(Json::parse(reply->text)["ok"], true);
}

TEST(show, a_large_layout_is_cut) {
  const Reply reply = show({.layout = "f32[1000,1000]"});
  ASSERT_TRUE(reply.has_value());
  EXPECT_FALSE(reply->note.empty());
  EXPECT_EQ(reply->json["grids"][0]["cells"].size(), 64U * 64U);
  EXPECT_EQ(show({.layout = "f32[1000,1000]", .crop = "10:12,0:3"})
                ->json["grids"][0]["cells"][0]["offset"],
            10000);
}

TEST(show, empty_scalar_and_deep_layouts_are_shown) {
  EXPECT_NE(answer({.layout = "f32[0,3]"}).find("0 elements"), std::string::npos);
  EXPECT_NE(answer({.layout = "f32[]"}).find("1 elements"), std::string::npos);
  EXPECT_NE(answer({.layout = "f32[7,5,11]{2,1,0:T(*,2,3)}"}).find("[x0=1]"), std::string::npos);
}

TEST(show, padding_that_takes_long_to_count_is_left_out) {
  EXPECT_NE(answer({.layout = "f32[3,5]{1,0:T(2,2)}"}).find("; padding 9"), std::string::npos);
  const Reply slow = show({.layout = "f32[4096,16,1000]{2,1,0:T(16)(8,3)(2)(4)}"});
  ASSERT_TRUE(slow.has_value());
  EXPECT_EQ(slow->text.find("; padding"), std::string::npos);
  EXPECT_FALSE(slow->json.contains("padding"));
}

TEST(show, small_elements_take_whole_bytes_unless_they_are_packed) {
  const auto bytes_of = [](const char* layout) { return show({.layout = layout})->json["bytes"]; };
  EXPECT_EQ(bytes_of("s4[3]"), 3);
  EXPECT_EQ(bytes_of("s4[5]{0:E(4)}"), 3);
  EXPECT_EQ(bytes_of("s4[3,5]{1,0:E(4)}"), 8);
  EXPECT_EQ(bytes_of("s4[9,130]{1,0:T(8,128)E(4)}"), 2048);
  EXPECT_EQ(bytes_of("pred[9]"), 9);
  EXPECT_EQ(bytes_of("bf16[9,200]{1,0:T(8,128)(2,1)}"), 8192);
  EXPECT_EQ(show({.layout = "5:1", .dtype = "s4"})->json["bytes"], 3);
}

TEST(show, keys_of_empty_lists_are_there) {
  const Reply scalar = show({.layout = "f32[]"});
  EXPECT_EQ(scalar->json["extents"], Json::array());
  const Reply empty = show({.layout = "f32[0,3]"});
  EXPECT_EQ(empty->json["grids"], Json::array());
}

TEST(show, negative_strides_have_negative_offsets) {
  const Reply reply = show({.layout = "(3,5):(-5,1)"});
  ASSERT_TRUE(reply.has_value());
  EXPECT_NE(reply->text.find("in memory 15, offsets -10 to 4"), std::string::npos);
  EXPECT_EQ(reply->json["first_offset"], -10);
  EXPECT_EQ(reply->json["last_offset"], 4);
}

TEST(show, no_elements_are_shown_whatever_the_other_extents_are) {
  EXPECT_NE(answer({.layout = "f32[0,9223372036854775807,9223372036854775807]{2,1,0:T(8,128)}"})
                .find("= 0 elements; in memory 0"),
            std::string::npos);
}

TEST(show, a_window_is_bounded_and_says_so) {
  const Reply wide = show({.layout = "f32[8,5000,5000]", .crop = "0:4096,0:4096"});
  ASSERT_FALSE(wide.has_value());
  EXPECT_EQ(wide.error().error.code, "show.crop");
  EXPECT_EQ(wide.error().error.message,
            "a window of 4096 rows and 4096 columns has more than 65536 cells");
  EXPECT_TRUE(show({.layout = "f32[2,65536]", .crop = "0:1,0:65536"}).has_value());
}

TEST(show, a_type_that_contradicts_the_layout_is_refused) {
  EXPECT_EQ(answer({.layout = "f32[3]", .dtype = "bf16"}), "layout.type");
}

TEST(show, bad_requests_are_refused) {
  EXPECT_EQ(answer({.layout = "f32[3]", .as = "gif"}), "show.as");
  EXPECT_EQ(answer({.layout = "f32[3]", .crop = "1"}), "show.crop");
  EXPECT_EQ(answer({.layout = "f32[3]", .crop = "4:1,0:2"}), "show.crop");
  EXPECT_EQ(answer({.layout = "f32[3]", .dtype = "f23"}), "type.unknown");
}

TEST(show, a_tensor_gives_a_bare_layout_its_shape) {
  const Reply reply = show({.layout = "{1,0:T(2,2)}", .tensor = "tensor<3x5xf32>"});
  ASSERT_TRUE(reply.has_value());
  EXPECT_EQ(reply->json["layout"], "f32[3,5]{1,0:T(2,2)}");
  const Reply other = show({.layout = "f32[3,5]", .tensor = "tensor<4x4xf32>"});
  EXPECT_EQ(other.error().error.code, "layout.tensor");
  EXPECT_EQ(other.error().error.message,
            "f32[3,5]{1,0} is another tensor than -t says, f32 of [4,4]");
  EXPECT_EQ(show({.layout = "f32[3,5]", .tensor = "f33[3]"}).error().source, "f33[3]");
}

TEST(show, what_threads_hold_has_a_row_for_each_register) {
  const Reply reply =
      show({.layout = "{register: [[0,1]], lane: [[1,0],[2,0]], warp: []} -> {dim0: 4, dim1: 2}"});
  ASSERT_TRUE(reply.has_value());
  EXPECT_EQ(reply->text,
            "{register: [[0,1]], lane: [[1,0],[2,0]], warp: []} -> {dim0: 4, dim1: 2}\n"
            "  read as linear; inputs [2,4,1] = 8 places; outputs [4,2] = 8\n"
            "\n"
            "     0  1  2  3\n"
            " 0   0  2  4  6\n"
            " 1   1  3  5  7\n"
            "\n"
            "  a row is a register, a column a lane; numbers count the outputs, row-major\n");
  EXPECT_EQ(reply->json["extents"], Json({2, 4, 1}));
}

}  // namespace
}  // namespace tileglot::api
