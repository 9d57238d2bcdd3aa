// SPDX-License-Identifier: Apache-2.0
// pages.h: page-aligned memory that has been touched.
//
// What     Pages(bytes, huge) is memory on its own pages, each written once: in huge pages if
//          requested and available.
// Why      Samples do not include the page faults of new memory, and every buffer begins on a page.
// Errors   std::bad_alloc if the system is out of memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tileglot::relayout::bench {

class Pages {
 public:
  Pages(std::int64_t bytes, bool huge);
  ~Pages();
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  std::span<std::byte> bytes() { return {data_, size_}; }
  std::span<const std::byte> bytes() const { return {data_, size_}; }
  std::byte* data() { return data_; }
  const std::byte* data() const { return data_; }

 private:
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  std::byte* mapped_ = nullptr;
  std::size_t mapped_size_ = 0;
};

}  // namespace tileglot::relayout::bench
