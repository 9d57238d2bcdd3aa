// SPDX-License-Identifier: Apache-2.0
// npy_fuzz.cc: any bytes are a .npy file or an error; what is read is written back unchanged.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>

#include "tileglot/core/element_type.h"
#include "tileglot/core/source_text.h"
#include "tileglot/io/npy/file.h"

namespace {

using namespace tileglot;

void require(bool holds) {
  if (!holds) std::abort();
}

void check_error(const core::Error& error, std::span<const std::byte> file) {
  require(!core::render(core::with_line(error, io::npy_header_text(file))).empty());
}

void check_array(const io::NpyArray& array, std::span<const std::byte> file) {
  const auto type = io::element_type_of(array);
  if (!type) check_error(type.error(), file);
  const io::NpyHeader& header = array.header;
  const std::string written =
      io::npy_header_bytes(header.descr, header.fortran_order, header.shape);
  const auto again = io::parse_npy_header(std::as_bytes(std::span(written)));
  require(again && again->descr == header.descr && again->shape == header.shape &&
          again->fortran_order == header.fortran_order);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::byte> file = std::as_bytes(std::span(data, size));
  for (const auto named :
       {std::optional<core::ElementType>(), std::optional(core::ElementType::kBf16)}) {
    const auto array = io::npy_array(file, named);
    if (array) {
      check_array(*array, file);
    } else {
      check_error(array.error(), file);
    }
  }
  return 0;
}
