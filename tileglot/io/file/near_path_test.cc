// SPDX-License-Identifier: Apache-2.0
#include "tileglot/io/file/near_path.h"

#include <gtest/gtest.h>

#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::io {
namespace {

TEST(NearPath, AMisspeltFileIsFoundInItsFolder) {
  const TemporaryFolder folder;
  write_text(folder / "model.safetensors", "x");
  EXPECT_EQ(nearest_file(folder / "modl.safetensors"), folder / "model.safetensors");
  EXPECT_FALSE(nearest_file(folder / "weights.npy").has_value());
  EXPECT_FALSE(nearest_file(folder / "nosuch/model.safetensors").has_value());
  EXPECT_EQ(MappedFile::open(folder / "modle.safetensors").error()->help,
            "did you mean '" + (folder / "model.safetensors") + "'?");
}

}  // namespace
}  // namespace tileglot::io
