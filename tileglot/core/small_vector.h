// SPDX-License-Identifier: Apache-2.0
// small_vector.h: a growing array that stores its first N elements inline.
//
// What     SmallVector<T, N> for trivially copyable T: push_back, insert, erase, iteration,
//          comparison. No heap up to N elements.
// Why      A map has a handful of terms; building one should not allocate, and comparing two should
//          be one pass over memory.
// Example  SmallVector<int, 2> v{7, 8}; v.push_back(9) moves all three to the heap.
//          [tests: small_vector_test.cc, "growing past the inline capacity keeps the elements"]
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <type_traits>

namespace tileglot::core {

template <class T, std::size_t N>
class SmallVector {
  static_assert(std::is_trivially_copyable_v<T> && N > 0);

 public:
  using value_type = T;

  SmallVector() = default;
  SmallVector(std::initializer_list<T> items) { assign(items.begin(), items.end()); }
  SmallVector(const T* first, const T* last) { assign(first, last); }
  SmallVector(const SmallVector& other) { assign(other.begin(), other.end()); }
  SmallVector(SmallVector&& other) noexcept { take(other); }
  ~SmallVector() = default;

  SmallVector& operator=(const SmallVector& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  SmallVector& operator=(SmallVector&& other) noexcept {
    if (this != &other) take(other);
    return *this;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return heap_ ? heap_.get() : inline_.items.data(); }
  const T* data() const { return heap_ ? heap_.get() : inline_.items.data(); }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }
  T& back() { return data()[size_ - 1]; }
  const T& back() const { return data()[size_ - 1]; }

  void push_back(T item) {
    if (size_ == capacity_) grow();
    data()[size_++] = item;
  }
  void pop_back() { --size_; }
  /// Appends n uninitialised elements, to be written before they are read.
  T* extend(std::size_t n) {
    while (capacity_ - size_ < n) grow();
    size_ += n;
    return data() + (size_ - n);
  }
  void clear() { size_ = 0; }
  /// Drops the elements from `first` on.
  void truncate(const T* first) { size_ = static_cast<std::size_t>(first - data()); }

  void insert(const T* where, T item) {
    const auto at = static_cast<std::size_t>(where - data());
    push_back(item);
    std::rotate(begin() + at, end() - 1, end());
  }
  void erase(const T* where) {
    T* at = data() + (where - data());
    std::copy(at + 1, end(), at);
    --size_;
  }

  friend bool operator==(const SmallVector& a, const SmallVector& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  void assign(const T* first, const T* last) {
    size_ = 0;
    while (capacity_ < static_cast<std::size_t>(last - first)) grow();
    size_ = static_cast<std::size_t>(last - first);
    std::copy(first, last, data());
  }
  void take(SmallVector& other) {
    if (!other.heap_) {
      size_ = other.size_;
      std::copy(other.begin(), other.end(), data());
      other.size_ = 0;
      return;
    }
    heap_ = std::move(other.heap_);
    size_ = other.size_;
    capacity_ = other.capacity_;
    other.size_ = 0;
    other.capacity_ = N;
  }
  void grow() {
    auto larger = std::make_unique<T[]>(capacity_ * 2);
    std::copy(begin(), end(), larger.get());
    heap_ = std::move(larger);
    capacity_ *= 2;
  }

  /// Not initialised: most of the space is never used, and filling it would cost more than its use.
  union Room {
    Room() {}  // NOLINT(modernize-use-equals-default): a default would initialise items
    std::array<T, N> items;
  };

  Room inline_;
  std::unique_ptr<T[]> heap_;
  std::size_t size_ = 0;
  std::size_t capacity_ = N;
};

}  // namespace tileglot::core
