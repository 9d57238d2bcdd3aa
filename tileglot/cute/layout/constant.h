// SPDX-License-Identifier: Apache-2.0
// constant.h: integers whose value is in their type, with CuTe's names and arithmetic.
//
// What     C<8>, Int<8>{} and _8{} are one empty type. Static with static stays static; static with
//          dynamic is dynamic, except where 0 or 1 decides the result.
// Why      CuTe users write _8{} and expect the value to stay in the type.
// Example  decltype(_4{} * _2{}) is _8; _0{} * 2 is _0; 7 % _1{} is _0; _4{} * 2 is an int;
//          160_c is _160{}.
//          [tests: vocabulary_test.cc, "static integers combine in their types"]
// Errors   A result that does not fit the value's type does not compile.
// Source   cute/numeric/integral_constant.hpp.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace tileglot::cute {

template <auto Value>
struct C {
  using value_type = decltype(Value);
  static constexpr value_type value = Value;
  // NOLINTNEXTLINE(google-explicit-constructor): a static integer is an integer.
  constexpr operator value_type() const { return Value; }
};

template <int Value>
using Int = C<Value>;
// NOLINTBEGIN(readability-identifier-naming): CuTe's own names.
template <bool Value>
using bool_constant = C<Value>;
using true_type = C<true>;
using false_type = C<false>;
// NOLINTEND(readability-identifier-naming)

/// The `_` of a coordinate or a tiler: keeps the modes that it covers.
struct Underscore {};
// NOLINTNEXTLINE(readability-identifier-naming): CuTe's own name.
inline constexpr Underscore _{};

template <class T>
inline constexpr bool is_constant_type = false;
template <auto Value>
inline constexpr bool is_constant_type<C<Value>> = true;

// clang-format off: one operator per line.
template <auto A> constexpr C<-A> operator-(C<A>) { return {}; }
template <auto A> constexpr C<+A> operator+(C<A>) { return {}; }
template <auto A> constexpr C<~A> operator~(C<A>) { return {}; }
template <auto A> constexpr C<!A> operator!(C<A>) { return {}; }
template <auto A, auto B> constexpr C<(A + B)> operator+(C<A>, C<B>) { return {}; }
template <auto A, auto B> constexpr C<(A - B)> operator-(C<A>, C<B>) { return {}; }
template <auto A, auto B> constexpr C<(A * B)> operator*(C<A>, C<B>) { return {}; }
template <auto A, auto B> constexpr C<(A / B)> operator/(C<A>, C<B>) { return {}; }
template <auto A, auto B> constexpr C<(A % B)> operator%(C<A>, C<B>) { return {}; }
template <auto A, auto B> constexpr C<(A & B)> operator&(C<A>, C<B>) { return {}; }
template <auto A, auto B> constexpr C<(A | B)> operator|(C<A>, C<B>) { return {}; }
template <auto A, auto B> constexpr C<(A ^ B)> operator^(C<A>, C<B>) { return {}; }
template <auto A, auto B> constexpr C<(A << B)> operator<<(C<A>, C<B>) { return {}; }
template <auto A, auto B> constexpr C<(A >> B)> operator>>(C<A>, C<B>) { return {}; }
template <auto A, auto B> constexpr C<(A == B)> operator==(C<A>, C<B>) { return {}; }
template <auto A, auto B> constexpr C<(A != B)> operator!=(C<A>, C<B>) { return {}; }
template <auto A, auto B> constexpr C<(A < B)> operator<(C<A>, C<B>) { return {}; }
template <auto A, auto B> constexpr C<(A <= B)> operator<=(C<A>, C<B>) { return {}; }
template <auto A, auto B> constexpr C<(A > B)> operator>(C<A>, C<B>) { return {}; }
template <auto A, auto B> constexpr C<(A >= B)> operator>=(C<A>, C<B>) { return {}; }
template <auto A, auto B> constexpr C<(A && B)> operator&&(C<A>, C<B>) { return {}; }
template <auto A, auto B> constexpr C<(A || B)> operator||(C<A>, C<B>) { return {}; }

// One static side decides the result.
template <auto A, std::integral T> requires(A == 0) constexpr C<0> operator*(C<A>, T) { return {}; }
template <auto A, std::integral T> requires(A == 0) constexpr C<0> operator*(T, C<A>) { return {}; }
template <auto A, std::integral T> requires(A == 0) constexpr C<0> operator/(C<A>, T) { return {}; }
template <auto A, std::integral T> requires(A == 0) constexpr C<0> operator%(C<A>, T) { return {}; }
template <auto A, std::integral T> requires(A == 1 || A == -1)
constexpr C<0> operator%(T, C<A>) { return {}; }
template <auto A, std::integral T> requires(A == 0) constexpr C<0> operator&(C<A>, T) { return {}; }
template <auto A, std::integral T> requires(A == 0) constexpr C<0> operator&(T, C<A>) { return {}; }
template <auto A> requires(!A) constexpr C<false> operator&&(C<A>, bool) { return {}; }
template <auto A> requires(!A) constexpr C<false> operator&&(bool, C<A>) { return {}; }
template <auto A> requires(bool(A)) constexpr C<true> operator||(C<A>, bool) { return {}; }
template <auto A> requires(bool(A)) constexpr C<true> operator||(bool, C<A>) { return {}; }

// NOLINTBEGIN(readability-identifier-naming): CuTe's own names.
using _m32 = C<-32>; using _m24 = C<-24>; using _m16 = C<-16>; using _m12 = C<-12>;
using _m10 = C<-10>; using _m9 = C<-9>; using _m8 = C<-8>; using _m7 = C<-7>; using _m6 = C<-6>;
using _m5 = C<-5>; using _m4 = C<-4>; using _m3 = C<-3>; using _m2 = C<-2>; using _m1 = C<-1>;
using _0 = C<0>; using _1 = C<1>; using _2 = C<2>; using _3 = C<3>; using _4 = C<4>;
using _5 = C<5>; using _6 = C<6>; using _7 = C<7>; using _8 = C<8>; using _9 = C<9>;
using _10 = C<10>; using _11 = C<11>; using _12 = C<12>; using _13 = C<13>; using _14 = C<14>;
using _15 = C<15>; using _16 = C<16>; using _17 = C<17>; using _18 = C<18>; using _19 = C<19>;
using _20 = C<20>; using _21 = C<21>; using _22 = C<22>; using _23 = C<23>; using _24 = C<24>;
using _25 = C<25>; using _26 = C<26>; using _27 = C<27>; using _28 = C<28>; using _29 = C<29>;
using _30 = C<30>; using _31 = C<31>; using _32 = C<32>; using _33 = C<33>; using _34 = C<34>;
using _35 = C<35>; using _36 = C<36>; using _37 = C<37>; using _38 = C<38>; using _39 = C<39>;
using _40 = C<40>; using _41 = C<41>; using _42 = C<42>; using _43 = C<43>; using _44 = C<44>;
using _45 = C<45>; using _46 = C<46>; using _47 = C<47>; using _48 = C<48>; using _49 = C<49>;
using _50 = C<50>; using _51 = C<51>; using _52 = C<52>; using _53 = C<53>; using _54 = C<54>;
using _55 = C<55>; using _56 = C<56>; using _57 = C<57>; using _58 = C<58>; using _59 = C<59>;
using _60 = C<60>; using _61 = C<61>; using _62 = C<62>; using _63 = C<63>; using _64 = C<64>;
using _72 = C<72>; using _80 = C<80>; using _88 = C<88>; using _96 = C<96>; using _104 = C<104>;
using _112 = C<112>; using _120 = C<120>; using _128 = C<128>; using _136 = C<136>;
using _144 = C<144>; using _152 = C<152>; using _160 = C<160>; using _168 = C<168>;
using _176 = C<176>; using _184 = C<184>; using _192 = C<192>; using _200 = C<200>;
using _208 = C<208>; using _216 = C<216>; using _224 = C<224>; using _232 = C<232>;
using _240 = C<240>; using _248 = C<248>; using _256 = C<256>; using _384 = C<384>;
using _512 = C<512>; using _768 = C<768>; using _1024 = C<1024>; using _2048 = C<2048>;
using _4096 = C<4096>; using _8192 = C<8192>; using _16384 = C<16384>; using _32768 = C<32768>;
using _65536 = C<65536>; using _131072 = C<131072>; using _262144 = C<262144>;
using _524288 = C<524288>;
// NOLINTEND(readability-identifier-naming)
// clang-format on

/// N as an int where it fits, otherwise as a std::int64_t.
template <std::int64_t N>
constexpr auto constant() {
  if constexpr (N >= std::numeric_limits<int>::min() && N <= std::numeric_limits<int>::max()) {
    return C<int(N)>{};
  } else {
    return C<N>{};
  }
}

inline namespace literals {

/// 8_c is _8{}; the digits are decimal.
template <char... Digits>
constexpr auto operator""_c() {
  static_assert(((Digits >= '0' && Digits <= '9') && ...), "write decimal digits: 8_c");
  constexpr std::int64_t kNumber = [] {
    std::int64_t number = 0;
    ((number = number * 10 + (Digits - '0')), ...);
    return number;
  }();
  return constant<kNumber>();
}

}  // namespace literals

}  // namespace tileglot::cute
