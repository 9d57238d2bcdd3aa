// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/show/png.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::api::files {
namespace {

constexpr std::string_view kSvg =
    R"x(<svg xmlns="http://www.w3.org/2000/svg" width="24" height="10" viewBox="0 0 24 10">)x"
    R"x(<rect width="24" height="10" fill="#fff"/></svg>)x";

/// A big-endian number of the header.
int number_at(const std::string& png, std::size_t at) {
  int number = 0;
  for (std::size_t i = 0; i < 4; ++i)
    number = number * 256 + static_cast<unsigned char>(png[at + i]);
  return number;
}

bool is_installed() { return std::system("rsvg-convert --version > /dev/null 2>&1") == 0; }

/// A program that a test writes.
class Program {
 public:
  explicit Program(std::string_view script) : path(folder_ / "program") {
    io::write_text(path, "#!/bin/sh\n" + std::string(script));
    ::chmod(path.c_str(), 0700);
  }

 private:
  io::TemporaryFolder folder_;

 public:
  const std::string path;
};

TEST(Png, ThePictureHasTheSizeOfTheSvgTimesTheZoom) {
  if (!is_installed()) GTEST_SKIP() << "SKIP: rsvg-convert is not installed";
  for (const int zoom : {1, 2, 3}) {
    const auto png = to_png(std::string(kSvg), {.zoom = static_cast<double>(zoom)});
    ASSERT_TRUE(png) << png.error()->message;
    EXPECT_EQ(number_at(*png, 16), 24 * zoom);
    EXPECT_EQ(number_at(*png, 20), 10 * zoom);
  }
}

TEST(Png, WhatIsNotAnSvgIsAnErrorWithTheProgramsWords) {
  if (!is_installed()) GTEST_SKIP() << "SKIP: rsvg-convert is not installed";
  const auto png = to_png("nonsense");
  ASSERT_FALSE(png);
  EXPECT_EQ(png.error()->code, "show.png");
  EXPECT_TRUE(png.error()->message.starts_with("'rsvg-convert' drew no PNG: "))
      << png.error()->message;
}

TEST(Png, AMissingProgramIsAnErrorThatSaysWhatToInstall) {
  const auto png = to_png(std::string(kSvg), {.program = "no-such-rsvg-convert"});
  ASSERT_FALSE(png);
  EXPECT_EQ(png.error()->code, "show.png_missing");
  EXPECT_EQ(png.error()->message,
            "a PNG is drawn by 'no-such-rsvg-convert', which is not installed");
}

TEST(Png, AProgramThatMayNotRunIsAnErrorOfTheSystem) {
  const io::TemporaryFolder folder;
  io::write_text(folder / "program", "");
  const auto png = to_png(std::string(kSvg), {.program = folder / "program"});
  ASSERT_FALSE(png);
  EXPECT_EQ(png.error()->code, "io.permission");
}

TEST(Png, AProgramThatFailsIsQuoted) {
  const auto message = [](std::string_view script) {
    const Program program(script);
    const auto png = to_png(std::string(kSvg), {.program = program.path});
    if (png) return std::string("no error");
    EXPECT_EQ(png.error()->code, "show.png");
    return png.error()->message.substr(png.error()->message.find(": ") + 2);
  };
  EXPECT_EQ(message("echo first >&2; echo second >&2; exit 3"), "first");
  EXPECT_EQ(message("exit 3"), "it ended with 3");
  EXPECT_EQ(message("kill -9 $$"), "it was ended by signal 9");
  EXPECT_EQ(message("echo no picture"), "it ended with 0");
}

TEST(Png, AProgramThatDoesNotEndIsEnded) {
  const Program program("exec sleep 1000");
  const auto png = to_png(std::string(kSvg), {.program = program.path, .seconds = 0.1});
  ASSERT_FALSE(png);
  EXPECT_EQ(png.error()->code, "process.time");
  EXPECT_EQ(png.error()->help, "write --as svg, or show a smaller part by --crop");
}

TEST(Png, LargePicturesDoNotBlock) {
  // It reads nothing before it has written more than a pipe holds.
  const Program program(
      "printf '\\211PNG\\r\\n\\032\\n'; head -c 3000000 /dev/zero; head -c 300000 /dev/zero >&2; "
      "cat");
  const std::string svg(2000000, 'x');
  const auto png = to_png(svg, {.program = program.path});
  ASSERT_TRUE(png) << png.error()->message;
  EXPECT_EQ(png->size(), 8 + 3000000 + svg.size());
  EXPECT_TRUE(png->ends_with("xxx"));
}

}  // namespace
}  // namespace tileglot::api::files
