// SPDX-License-Identifier: Apache-2.0
// npy/header_test.cc: spellings, refusals and the round trip of the header.
#include "tileglot/io/npy/header.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/law.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/io/npy/text.h"

namespace tileglot::io {
namespace {

using Shape = std::vector<std::int64_t>;

constexpr std::string_view kPlain = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";

/// The dictionary stands for the plain one, in another spelling.
void expect_plain(std::string_view dictionary) {
  const auto header = parse_npy_header(bytes_of(npy_text(dictionary)));
  ASSERT_TRUE(header.has_value()) << dictionary << "\n" << header.error()->message;
  EXPECT_EQ(header->descr, "<f4") << dictionary;
  EXPECT_FALSE(header->fortran_order) << dictionary;
  EXPECT_EQ(header->shape, (Shape{2, 3})) << dictionary;
}

void expect_refused(std::string_view dictionary, std::string_view code) {
  const auto header = parse_npy_header(bytes_of(npy_text(dictionary)));
  ASSERT_FALSE(header.has_value()) << dictionary;
  EXPECT_EQ(header.error()->code, code) << dictionary << "\n" << header.error()->message;
}

std::string code_of(const std::string& file) {
  const auto header = parse_npy_header(bytes_of(file));
  return header ? "" : header.error()->code;
}

Shape shape_of(std::string_view shape) {
  const std::string dictionary =
      "{'descr': '<f4', 'fortran_order': False, 'shape': " + std::string(shape) + "}";
  const auto header = parse_npy_header(bytes_of(npy_text(dictionary)));
  EXPECT_TRUE(header.has_value()) << shape;
  return header ? header->shape : Shape{-1};
}

TEST(NpyHeader, AHeaderThatNumPyWroteIsRead) {
  // numpy.save of a bf16 [3,5] array, NumPy 2.4.6 with ml_dtypes 0.5.3.
  const std::string file = std::string("\x93NUMPY\x01\0v\0", 10) +
                           "{'descr': '<V2', 'fortran_order': False, 'shape': (3, 5), }" +
                           std::string(58, ' ') + "\n";
  const auto header = parse_npy_header(bytes_of(file));
  ASSERT_TRUE(header.has_value());
  EXPECT_EQ(header->version, 1);
  EXPECT_EQ(header->descr, "<V2");
  EXPECT_FALSE(header->fortran_order);
  EXPECT_EQ(header->shape, (Shape{3, 5}));
  EXPECT_EQ(header->data_begin_bytes, 128);
  EXPECT_EQ(npy_header_bytes("<V2", false, Shape{3, 5}), file);
}

TEST(NpyHeader, AllSpellingsOfTheDictionaryAreRead) {
  expect_plain(kPlain);
  expect_plain("{'shape': (2, 3), 'fortran_order': False, 'descr': '<f4'}");
  expect_plain("{\"descr\": \"<f4\", \"fortran_order\": False, \"shape\": (2, 3)}");
  expect_plain("{'descr':'<f4','fortran_order':False,'shape':(2,3,),}\n");
  expect_plain("  {\t'descr' : '<f4' ,\n 'fortran_order' : False , 'shape' : ( 2L , 3L ) }   \n\n");
}

TEST(NpyHeader, AllShapesAreRead) {
  EXPECT_EQ(shape_of("()"), Shape{});
  EXPECT_EQ(shape_of("(3,)"), Shape{3});
  EXPECT_EQ(shape_of("(3L,)"), Shape{3});
  EXPECT_EQ(shape_of("(0, 9223372036854775807)"), (Shape{0, core::kInt64Max}));
}

TEST(NpyHeader, TheOrderIsRead) {
  const auto header = parse_npy_header(
      bytes_of(npy_text("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }")));
  ASSERT_TRUE(header.has_value());
  EXPECT_TRUE(header->fortran_order);
}

TEST(NpyHeader, VersionsTwoAndThreeHaveALongerLength) {
  for (const int version : {2, 3}) {
    const auto header = parse_npy_header(bytes_of(npy_text_of_version(version, kPlain, "data")));
    ASSERT_TRUE(header.has_value());
    EXPECT_EQ(header->version, version);
    EXPECT_EQ(header->data_begin_bytes, 12 + static_cast<std::int64_t>(kPlain.size()));
  }
}

TEST(NpyHeader, SpansPointIntoTheText) {
  const std::string file = npy_text(kPlain);
  const auto header = parse_npy_header(bytes_of(file));
  const std::string text = npy_header_text(bytes_of(file));
  EXPECT_EQ(text, kPlain);
  const auto part = [&](core::Span span) { return text.substr(span.begin, span.end - span.begin); };
  EXPECT_EQ(part(header->descr_span), "'<f4'");
  EXPECT_EQ(part(header->shape_span), "(2, 3)");
}

TEST(NpyHeader, BrokenDictionariesAreRefused) {
  expect_refused("", "npy.header");
  expect_refused("{", "npy.header");
  expect_refused("[]", "npy.header");
  expect_refused("{'descr'", "npy.header");
  expect_refused("{'descr': '<f4' 'shape': ()}", "npy.header");
  expect_refused("{'descr': '<f4',, 'shape': ()}", "npy.header");
  expect_refused("{'descr': 4}", "npy.header");
  expect_refused("{'descr': '\\x3cf4'}", "npy.header");
  expect_refused("{'fortran_order': 0}", "npy.header");
  expect_refused("{'fortran_order': Falsely}", "npy.header");
  expect_refused("{'shape': 3}", "npy.header");
  expect_refused("{'shape': [3]}", "npy.header");
  expect_refused("{'shape': (,)}", "npy.header");
  expect_refused("{'shape': (2 3)}", "npy.header");
  expect_refused("{'shape': (2.0, 3)}", "npy.header");
  expect_refused("{'shape': (True, 3)}", "npy.header");
  expect_refused("{'shape': (((((3,),),),),)}", "npy.header");
  expect_refused(std::string(kPlain) + "x", "npy.header");
  expect_refused(std::string(kPlain) + std::string(1, '\0'), "npy.header");
  expect_refused("{'descr': '<f4', /* not Python */ 'fortran_order': False, 'shape': ()}",
                 "npy.header");
}

TEST(NpyHeader, WrongKeysAreRefused) {
  expect_refused("{}", "npy.key");
  expect_refused("{'descr: '<f4'}", "npy.key");
  expect_refused("{'descr': '<f4', 'shape': ()}", "npy.key");
  expect_refused("{'descr': '<f4', 'fortran_order': False, 'shape': (), 'extra': 1}", "npy.key");
  expect_refused("{'descr': '<f4', 'descr': '<f8', 'fortran_order': False, 'shape': ()}",
                 "npy.key");
}

TEST(NpyHeader, WrongShapesAreRefused) {
  expect_refused("{'shape': (3)}", "npy.shape");
  expect_refused("{'shape': (-3,)}", "npy.shape");
  expect_refused("{'shape': (9223372036854775808,)}", "npy.overflow");
  std::string many = "{'shape': (";
  for (int i = 0; i < 65; ++i) many += "1, ";
  expect_refused(many + ")}", "npy.rank");
}

TEST(NpyHeader, RecordsAreRefused) {
  expect_refused("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': ()}",
                 "npy.structured");
  expect_refused("{'descr': ('<f4', (2,)), 'fortran_order': False, 'shape': ()}", "npy.structured");
}

TEST(NpyHeader, AFileThatIsNotNpyIsRefused) {
  EXPECT_EQ(code_of(""), "npy.magic");
  EXPECT_EQ(code_of("PK\x03\x04"), "npy.magic");
  EXPECT_EQ(code_of("\x93NUMPX"), "npy.magic");
  EXPECT_EQ(code_of(npy_text_of_version(0, kPlain)), "npy.version");
  EXPECT_EQ(code_of(npy_text_of_version(4, kPlain)), "npy.version");
  EXPECT_EQ(code_of(std::string("\x93NUMPY\x01\x01", 8)), "npy.version");
}

TEST(NpyHeader, EveryCutOffHeaderIsTruncated) {
  for (const int version : {1, 2, 3}) {
    const std::string whole = npy_text_of_version(version, kPlain);
    for (std::size_t size = 1; size < whole.size(); ++size) {
      EXPECT_EQ(code_of(whole.substr(0, size)), "npy.truncated") << size;
    }
    EXPECT_EQ(code_of(whole), "");
  }
}

TEST(NpyHeader, ALengthBeyondTheFileIsTruncated) {
  EXPECT_EQ(code_of(std::string("\x93NUMPY\x02\0\xFF\xFF\xFF\xFF{}", 14)), "npy.truncated");
}

TEST(NpyHeader, ALongHeaderIsRefused) {
  const std::string spaces((1 << 20) - kPlain.size(), ' ');
  EXPECT_EQ(code_of(npy_text_of_version(2, std::string(kPlain) + spaces)), "");
  EXPECT_EQ(code_of(npy_text_of_version(2, std::string(kPlain) + spaces + " ")),
            "npy.header_length");
}

TEST(NpyHeader, ATextThatEndsOnTheBoundaryIsPaddedAsNumPyDoes) {
  // Sizes of the headers that NumPy 1.24.2 wrote for shapes of ones.
  for (const auto& [rank, size] : {std::pair{14, 128}, {15, 192}, {35, 192}, {36, 256}}) {
    EXPECT_EQ(npy_header_bytes("<V2", false, Shape(static_cast<std::size_t>(rank), 1)).size(),
              static_cast<std::size_t>(size))
        << rank;
  }
}

TEST(NpyHeader, AWrittenHeaderOfMoreThan65535BytesHasVersionTwo) {
  const std::string descr(70000, 'x');
  const std::string file = npy_header_bytes(descr, false, Shape{});
  EXPECT_EQ(file[6], 2);
  EXPECT_EQ(file.size() % 64, 0U);
  EXPECT_EQ(parse_npy_header(bytes_of(file))->descr, descr);
}

std::int64_t any_extent() {
  const int digits = *rc::gen::inRange(0, 19);
  std::int64_t limit = 2;
  for (int i = 0; i < digits; ++i) limit = core::saturating_mul(limit, 10);
  return *rc::gen::inRange<std::int64_t>(0, limit);
}

TEST(NpyHeader, AWrittenHeaderIsReadBack) {
  core::check_law("npy_header_round_trip", 20000, [] {
    const std::string descr = *rc::gen::element<std::string>("<V2", "|V1", "<f1", "<c16", "|b1");
    const bool fortran_order = *rc::gen::arbitrary<bool>();
    Shape shape(*rc::gen::inRange<std::size_t>(0, 65));
    for (std::int64_t& extent : shape) extent = any_extent();
    const std::string file = npy_header_bytes(descr, fortran_order, shape);
    const auto header = parse_npy_header(bytes_of(file));
    ASSERT_TRUE(header.has_value()) << header.error()->message;
    EXPECT_EQ(header->descr, descr);
    EXPECT_EQ(header->fortran_order, fortran_order);
    EXPECT_EQ(header->shape, shape);
    EXPECT_EQ(header->data_begin_bytes, static_cast<std::int64_t>(file.size()));
    EXPECT_EQ(file.size() % 64, 0U);
  });
}

}  // namespace
}  // namespace tileglot::io
