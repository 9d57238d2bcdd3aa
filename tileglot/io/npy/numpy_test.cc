// SPDX-License-Identifier: Apache-2.0
// npy/numpy_test.cc: files that NumPy wrote are read, and headers compared with its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/io/file/python_program.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/io/npy/file.h"
#include "tileglot/io/npy/header.h"
#include "tileglot/io/npy/writer.h"

namespace tileglot::io {
namespace {

class NumPyTest : public PythonTest {
 protected:
  NumPyTest() : PythonTest("numpy") {}
};

/// Files of all kinds of types and shapes in both orders; and headers alone, whose texts have every
/// length modulo 64, so that a space too few anywhere moves the data of one of them.
constexpr const char* kWriteMany = R"(
import sys, numpy
from numpy.lib import format
folder = sys.argv[1]
types = ['?', 'i1', 'u1', 'i2', 'u4', 'i8', 'f2', 'f4', 'f8', 'c8', 'c16', 'V1', 'V2', 'V16']
shapes = [(), (0,), (1,), (7,), (3, 5), (0, 7), (2, 1, 3), (1, 2, 3, 4, 1, 2, 1, 1),
          (100, 10), (10, 1000)]
number = 0
for t in types:
    for shape in shapes:
        for order in 'CF':
            count = 1
            for extent in shape: count *= extent
            data = bytes((7 * i + 3) % 251 for i in range(count * numpy.dtype(t).itemsize))
            if t == '?': data = bytes(b & 1 for b in data)
            array = numpy.ndarray(shape, t, data, order=order)
            numpy.save('%s/%d.npy' % (folder, number), array)
            number += 1
for digits in range(1, 19):
    for ones in range(20):
        for shape in [(10 ** digits,) + (1,) * ones, (1,) * ones + (10 ** digits,)]:
            for order in (False, True):
                with open('%s/%d.header' % (folder, number), 'wb') as f:
                    d = {'descr': '<V2', 'fortran_order': order, 'shape': shape}
                    format.write_array_header_1_0(f, d)
                number += 1
)";

TEST_F(NumPyTest, WhatNumPyWroteIsReadAndWrittenBackToTheByte) {
  ASSERT_TRUE(run(kWriteMany));
  int files = 0;
  for (const std::string& name : folder.names()) {
    if (!name.ends_with(".npy")) continue;
    ++files;
    const auto in = open_npy(folder / name);
    ASSERT_TRUE(in.has_value()) << name << ": " << in.error()->message;
    const NpyHeader& header = in->array.header;
    auto out = NpyWriter::create(folder / "back", header.descr, header.fortran_order, header.shape,
                                 {.replace = true});
    ASSERT_TRUE(out.has_value()) << out.error()->message;
    std::ranges::copy(in->array.data, out->data().begin());
    ASSERT_TRUE(out->commit().has_value());
    ASSERT_EQ(read_text(folder / "back"), read_text(folder / name)) << name;
  }
  EXPECT_EQ(files, 14 * 10 * 2);
}

TEST_F(NumPyTest, HeadersOfEveryLengthAreNumPysOwn) {
  ASSERT_TRUE(run(kWriteMany));
  int headers = 0;
  for (const std::string& name : folder.names()) {
    if (!name.ends_with(".header")) continue;
    ++headers;
    const std::string bytes = read_text(folder / name);
    const auto header = parse_npy_header(bytes_of(bytes));
    ASSERT_TRUE(header.has_value()) << name;
    EXPECT_EQ(npy_header_bytes(header->descr, header->fortran_order, header->shape), bytes)
        << bytes;
  }
  EXPECT_EQ(headers, 18 * 20 * 2 * 2);
}

TEST_F(NumPyTest, NumPyReadsWhatIsWritten) {
  const std::vector<std::int64_t> shape = {2, 3};
  auto out = NpyWriter::create(folder / "o.npy", "<f4", true, shape);
  ASSERT_TRUE(out.has_value());
  const std::vector<float> values = {0, 10, 1, 11, 2, 12};
  std::ranges::copy(std::as_bytes(std::span(values)), out->data().begin());
  ASSERT_TRUE(out->commit().has_value());
  EXPECT_TRUE(
      run("import sys, numpy\n"
          "a = numpy.load(sys.argv[1] + '/o.npy')\n"
          "assert a.tolist() == [[0, 1, 2], [10, 11, 12]] and a.dtype == 'f4'\n"
          "assert a.flags.f_contiguous\n"));
}

TEST_F(NumPyTest, HeadersOfOtherVersionsAreRead) {
  ASSERT_TRUE(
      run("import sys, numpy\n"
          "from numpy.lib import format\n"
          "for v in (1, 2, 3):\n"
          "    with open('%s/v%d.npy' % (sys.argv[1], v), 'wb') as f:\n"
          "        format.write_array(f, numpy.arange(6, dtype='<i2').reshape(2, 3), (v, 0))\n"));
  for (const int version : {1, 2, 3}) {
    const auto file = open_npy(folder / ("v" + std::to_string(version) + ".npy"));
    ASSERT_TRUE(file.has_value()) << file.error()->message;
    EXPECT_EQ(file->array.header.version, version);
    EXPECT_EQ(file->array.data.size(), 12U);
  }
}

}  // namespace
}  // namespace tileglot::io
