// SPDX-License-Identifier: Apache-2.0
// npy/writer.h: a .npy file that appears whole or not at all.
//
// What     NpyWriter::create reserves the file and writes its header; data() is the buffer for the
//          elements; commit() gives the file its name (atomic_file.h).
// Why      The header is identical to NumPy's, from the descr of the file that was read, so that a
//          tensor relaid and brought back is the same file byte for byte. This holds for files of
//          NumPy 1.23 and later: a file with another spelling of the same header comes back with
//          NumPy's present one, as if NumPy had loaded and saved it.
// Units    Bytes. data() starts 64-aligned, in the file and in memory, and is zero until written.
// Example  create("o.npy", "<V2", false, {512, 112, 4, 128, 2, 1}), fill data(), commit().
//          [tests: npy/writer_test.cc, "A written file is read back"]
// Errors   npy.shape, npy.overflow; those of npy/item.h and atomic_file.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/io/file/atomic_file.h"

namespace tileglot::io {

class NpyWriter {
 public:
  static core::Result<NpyWriter> create(const std::string& path, std::string_view descr,
                                        bool fortran_order, std::span<const std::int64_t> shape,
                                        AtomicFileOptions options = {});

  std::span<std::byte> data() { return file_.bytes().subspan(data_begin_bytes_); }
  core::Status commit() { return file_.commit(); }

 private:
  NpyWriter(AtomicFile file, std::size_t data_begin_bytes)
      : file_(std::move(file)), data_begin_bytes_(data_begin_bytes) {}

  AtomicFile file_;
  std::size_t data_begin_bytes_;
};

}  // namespace tileglot::io
