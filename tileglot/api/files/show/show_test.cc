// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/show/show.h"

#include <gtest/gtest.h>

#include "tileglot/api/reply/reply.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::api::files {
namespace {

TEST(ShowFiles, AFileIsWrittenOnceUnlessForced) {
  const io::TemporaryFolder folder;
  ShowFile request;
  request.layout = "f32[2,2]";
  const Reply shown = show(request);
  ASSERT_TRUE(shown.has_value());
  request.output = folder / "picture.txt";
  const Reply written = show(request);
  ASSERT_TRUE(written.has_value());
  EXPECT_EQ(written->text, "");
  EXPECT_EQ(written->json["output"], request.output);
  EXPECT_EQ(written->note, "wrote '" + request.output + "'\n");
  EXPECT_EQ(io::read_text(request.output), shown->text);
  EXPECT_EQ(show(request).error()->code, "io.exists");
  request.force = true;
  EXPECT_TRUE(show(request).has_value());
}

TEST(ShowFiles, MinusIsTheAnswersText) {
  ShowFile request;
  request.layout = "f32[2,2]";
  const Reply shown = show(request);
  request.output = "-";
  EXPECT_EQ(show(request)->text, shown->text);
}

}  // namespace
}  // namespace tileglot::api::files
