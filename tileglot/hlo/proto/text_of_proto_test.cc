// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/proto/text_of_proto.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <ios>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/hlo/text/parse.h"
#include "tileglot/hlo/text/print.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/wire/wire.h"

namespace tileglot::hlo {
namespace {

/// Fields of a message, written by hand.
class Bytes {
 public:
  Bytes& number(std::uint32_t field, std::uint64_t value) {
    varint(std::uint64_t{field} << 3U);
    varint(value);
    return *this;
  }
  Bytes& text(std::uint32_t field, std::string_view content) {
    varint((std::uint64_t{field} << 3U) | 2U);
    varint(content.size());
    out_ += content;
    return *this;
  }
  Bytes& part(std::uint32_t field, const Bytes& message) { return text(field, message.out_); }
  const std::string& bytes() const { return out_; }

 private:
  void varint(std::uint64_t value) {
    for (; value > 0x7F; value >>= 7U) out_ += static_cast<char>((value & 0x7FU) | 0x80U);
    out_ += static_cast<char>(value);
  }
  std::string out_ = {};
};

std::string shape(std::string_view text) {
  return notation::xla::to_wire(notation::xla::parse_shape(text).value());
}

Bytes instruction(std::string_view name, std::string_view opcode, std::string_view shape_text,
                  std::uint64_t id) {
  return Bytes().text(1, name).text(2, opcode).text(3, shape(shape_text)).number(35, id);
}

/// A computation `e` of these instructions, the last of which is its root.
Bytes computation(const std::vector<Bytes>& instructions, std::uint64_t root) {
  Bytes all;
  all.text(1, "e");
  for (const Bytes& one : instructions) all.part(2, one);
  return all.number(5, 1).number(6, root);
}

std::string module_of(const Bytes& computation) {
  return Bytes().text(1, "m").text(2, "e").part(3, computation).number(6, 1).bytes();
}

/// What is read, printed in XLA's short form; the code of a refusal.
std::string read(std::string_view bytes) {
  const auto text = text_of_proto(bytes);
  if (!text) return text.error()->code;
  const auto module = parse_module(*text);
  return module ? print(*module, PrintStyle::kShort) : module.error()->code + "\n" + *text;
}

std::string in_entry(std::string_view instructions, std::string_view entry_layout) {
  return "HloModule m, entry_computation_layout={" + std::string(entry_layout) +
         "}\n\nENTRY e {\n  " + std::string(instructions) + "\n}\n";
}

const Bytes kParameter = instruction("p", "parameter", "f32[2]{0}", 0);

TEST(TextOfProto, AMessageIsReadAsItsText) {
  EXPECT_EQ(read(module_of(computation({kParameter}, 0))),
            in_entry("ROOT p = f32[2]{0} parameter(0)", "(f32[2]{0})->f32[2]{0}"));
}

TEST(TextOfProto, MessagesAroundAModuleAreOpened) {
  const std::string module = module_of(computation({kParameter}, 0));
  const std::string proto = Bytes().text(1, module).bytes();
  const std::string snapshot = Bytes().text(1, proto).text(4, "Host").bytes();
  EXPECT_EQ(read(proto), read(module));
  EXPECT_EQ(read(snapshot), read(module));
}

TEST(TextOfProto, MessagesAreToldFromTexts) {
  EXPECT_TRUE(is_proto(module_of(computation({kParameter}, 0))));
  EXPECT_FALSE(is_proto("\nHloModule m\n\tENTRY e { ROOT p = f32[] parameter(0) }\r\n"));
  EXPECT_FALSE(is_proto("HloModule \x01"));
  EXPECT_FALSE(is_proto(""));
}

TEST(TextOfProto, OperandsAndAttributesAreFoundByTheirNumbers) {
  const Bytes transpose =
      instruction("t", "transpose", "f32[3,2]{1,0}", 5).number(36, 4).number(14, 1).number(14, 0);
  const Bytes parameter = instruction("p", "parameter", "f32[2,3]{1,0}", 4);
  EXPECT_EQ(read(module_of(computation({parameter, transpose}, 5))),
            in_entry("p = f32[2,3]{1,0} parameter(0)\n  ROOT t = f32[3,2]{1,0} transpose(p), "
                     "dimensions={1,0}",
                     "(f32[2,3]{1,0})->f32[3,2]{1,0}"));
}

Bytes constant(std::string_view shape_text, const Bytes& elements) {
  const Bytes literal = Bytes().text(1, shape(shape_text));
  std::string bytes = literal.bytes() + elements.bytes();
  return instruction("c", "constant", shape_text, 0).text(8, bytes);
}

std::string value_of(std::string_view shape_text, const Bytes& elements) {
  const std::string text = read(module_of(computation({constant(shape_text, elements)}, 0)));
  const std::size_t begin = text.find("constant(");
  if (begin == std::string::npos) return text.substr(0, text.find('\n'));
  return text.substr(begin + 9, text.find("\n}\n") - begin - 10);
}

TEST(TextOfProto, ConstantsAreWrittenInLogicalOrder) {
  const Bytes numbers = Bytes().number(4, 1).number(4, 2).number(4, 3).number(4, 4);
  EXPECT_EQ(value_of("s32[2,2]{1,0}", numbers), "{ { 1, 2 }, { 3, 4 } }");
  EXPECT_EQ(value_of("s32[2,2]{0,1}", numbers), "{ { 1, 3 }, { 2, 4 } }");
}

TEST(TextOfProto, EveryTypeOfElementIsRead) {
  EXPECT_EQ(value_of("pred[2]{0}", Bytes().text(2, std::string("\x01\x00", 2))), "{1, 0}");
  EXPECT_EQ(value_of("f32[]", Bytes().text(8, std::string("\x00\x00\x80\xbf", 4))), "-1");
  EXPECT_EQ(value_of("f32[]", Bytes().text(8, std::string("\x01\x00\xc0\xff", 4))),
            "-nan(0x400001)");
  EXPECT_EQ(value_of("bf16[]", Bytes().text(13, "\x80\x7f")), "inf");
  EXPECT_EQ(value_of("s8[2]{0}", Bytes().text(15, "\xff\x02")), "{-1, 2}");
  EXPECT_EQ(value_of("s4[3]{0}", Bytes().text(21, "\x78\x0f")), "{-8, 7, -1}");
  EXPECT_EQ(value_of("u4[3]{0}", Bytes().text(22, "\x78\x0f")), "{8, 7, 15}");
  EXPECT_EQ(value_of("f8e4m3fn[1]{0}", Bytes().text(20, "\x30")), "{0.5}");
  EXPECT_EQ(value_of("c64[]", Bytes().text(12, std::string("\x00\x00\x80\x3f\x00\x00\x00\x80", 8))),
            "(1, -0)");
}

TEST(TextOfProto, ConstantsOfAnotherLengthAreRefused) {
  EXPECT_EQ(value_of("s32[2]{0}", Bytes().number(4, 1)), "hlo.proto");
  EXPECT_EQ(value_of("f32[]", Bytes().text(8, "\x01")), "hlo.proto");
  EXPECT_EQ(value_of("f32[4611686018427387904,4]{1,0}", Bytes()), "hlo.proto");
}

TEST(TextOfProto, BracesAroundFewElementsAreLimited) {
  EXPECT_EQ(value_of("f32[1000000000,0]{1,0}", Bytes()), "hlo.limit");
  EXPECT_EQ(value_of("pred[1048576,0]{1,0}", Bytes()), "hlo.limit");
  EXPECT_EQ(value_of("u1[1048576,1,1,1,1,1,1,1,1,1]", Bytes()), "hlo.limit");
  EXPECT_EQ(value_of("pred[3,0]{1,0}", Bytes()), "{ {}, {}, {} }");
}

TEST(TextOfProto, ConstantsWithoutElementsMayHaveAnyOtherSizes) {
  EXPECT_EQ(value_of("pred[0,1099511627776,1099511627776]", Bytes()), "{  }");
}

TEST(TextOfProto, DamagedMessagesAreRefused) {
  EXPECT_EQ(read("\x0a\x01m"), "hlo.proto");
  EXPECT_EQ(read("\x0a\x7fm"), "wire.truncated");
  EXPECT_EQ(read(module_of(computation({kParameter, kParameter}, 0))), "hlo.proto");
  const Bytes negate = instruction("n", "negate", "f32[2]{0}", 1).number(36, 7);
  EXPECT_EQ(read(module_of(computation({kParameter, negate}, 1))), "hlo.proto");
  const Bytes call = instruction("n", "call", "f32[2]{0}", 1).number(36, 0).number(38, 9);
  EXPECT_EQ(read(module_of(computation({kParameter, call}, 1))), "hlo.proto");
  const Bytes line = instruction("p = f32[] x\n q", "parameter", "f32[2]{0}", 0);
  EXPECT_EQ(read(module_of(computation({line}, 0))), "hlo.proto");
  const Bytes bare = Bytes().text(1, "p").text(2, "parameter");
  EXPECT_EQ(read(module_of(computation({bare}, 0))), "hlo.proto");
}

TEST(TextOfProto, AModuleCutOffAnywhereIsRefusedOrRead) {
  const std::string whole = module_of(computation({kParameter}, 0));
  const auto expected = [&](std::size_t length) {
    // The name of the module, and that of its entry, which the number of the entry repeats.
    if (length == 0 || length == 3 || length == 6) return "hlo.proto";
    return length == whole.size() - 2 ? "read" : "wire.truncated";
  };
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const auto text = text_of_proto(std::string_view(whole).substr(0, length));
    EXPECT_EQ(text ? "read" : text.error()->code, expected(length)) << length;
  }
}

/// The text of a message; the code of a refusal.
std::string text_of(std::string_view bytes) {
  const auto text = text_of_proto(bytes);
  return text ? *text : text.error()->code;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

TEST(TextOfProto, NamesAreLimited) {
  const auto named = [](std::size_t length) {
    return Bytes()
        .text(1, std::string(length, 'm'))
        .part(3, computation({kParameter}, 0))
        .number(6, 1)
        .bytes();
  };
  EXPECT_TRUE(is_proto(named(4096)));
  EXPECT_TRUE(text_of(named(4096)).starts_with("HloModule mmm"));
  EXPECT_TRUE(is_proto(named(5000)));
  EXPECT_EQ(text_of(named(5000)), "hlo.proto");
}

TEST(TextOfProto, IdsWithAndWithoutTheirComputationAreFound) {
  constexpr std::uint64_t kOne = std::uint64_t{1} << 32;
  const auto negated = [](std::uint64_t parameter, std::uint64_t operand, std::uint64_t root) {
    const Bytes p = instruction("p", "parameter", "f32[2]{0}", parameter);
    const Bytes n = instruction("n", "negate", "f32[2]{0}", 9).number(36, operand);
    const std::string text = text_of(module_of(computation({p, n}, root)));
    return text.starts_with("HloModule") ? "read" : text;
  };
  EXPECT_EQ(negated(5, 5, 9), "read");
  EXPECT_EQ(negated(5, kOne | 5, kOne | 9), "read");
  EXPECT_EQ(negated(kOne | 5, 5, 9), "read");
  EXPECT_EQ(negated(kOne | 5, kOne | 5, 9), "read");
  EXPECT_EQ(negated(5, 5 * kOne | 5, 9), "hlo.proto");
  EXPECT_EQ(negated(kOne | 5, 5 * kOne | 5, 9), "hlo.proto");
  EXPECT_EQ(negated(5, 5, 7), "hlo.proto");
  EXPECT_EQ(negated(5, 5, 5 * kOne | 9), "hlo.proto");
}

TEST(TextOfProto, AScheduleListsEachInstructionOnce) {
  const Bytes n = instruction("n", "negate", "f32[2]{0}", 1).number(36, 0);
  const auto scheduled = [&](const std::vector<std::uint64_t>& ids) {
    Bytes list;
    for (const std::uint64_t id : ids) list.number(1, id);
    const Bytes schedule = Bytes().part(1, Bytes().number(1, 1).part(2, list));
    const auto text = text_of_proto(
        Bytes().text(1, "m").part(3, computation({kParameter, n}, 1)).part(7, schedule).bytes());
    return text ? "read" : text.error()->message;
  };
  EXPECT_EQ(scheduled({0, 1}), "read");
  EXPECT_EQ(scheduled({0, 0}), "the schedule of e has an instruction 0, which it has before");
  EXPECT_EQ(scheduled({0, 2}), "the schedule of e has an instruction 2, which it does not have");
  EXPECT_EQ(scheduled({0, 0, 0}), "the schedule of e has 3 instructions of 2");
}

TEST(TextOfProto, AxesOfAMeshAreLimited) {
  const auto reduced = [](const std::string& name, int uses) {
    const Bytes axis = Bytes().text(1, name).number(2, 2);
    Bytes groups = Bytes().part(1, Bytes().part(1, axis));
    for (int i = 0; i < uses; ++i) groups.part(2, Bytes().number(1, 0));
    const Bytes sum = instruction("r", "all-reduce", "f32[2]{0}", 1).number(36, 0).part(93, groups);
    return text_of(module_of(computation({kParameter, sum}, 1)));
  };
  EXPECT_TRUE(contains(reduced("a", 1), "replica_groups=mesh['a'=2] {'a'}"));
  EXPECT_EQ(reduced(std::string(4097, 'a'), 1), "hlo.proto");
  EXPECT_EQ(reduced("a", 65), "hlo.proto");
}

TEST(TextOfProto, ScalarsThatArePermutedHaveNoSlices) {
  constexpr int kScalars = 2000;
  std::string tuple = "(";
  for (int i = 0; i < kScalars; ++i) tuple += "f32[], ";
  Bytes permute = instruction("r", "collective-permute", tuple + "f32[2]{0})", 1).number(36, 0);
  for (int i = 0; i < kScalars; ++i) permute.number(20, 1);
  const std::string text = text_of(module_of(computation({kParameter, permute}, 1)));
  EXPECT_TRUE(contains(text, "slice_sizes={{1},{1},"));
  EXPECT_LT(text.size(), 100'000U);
}

TEST(TextOfProto, NamesThatAreRepeatedAreLimited) {
  const Bytes long_name = Bytes().text(1, std::string(4096, 'c')).part(2, kParameter).number(5, 2);
  Bytes call = instruction("r", "custom-call", "f32[2]{0}", 1).number(36, 0).text(28, "t");
  for (int i = 0; i < 10'000; ++i) call.number(38, 2);
  const std::string module = Bytes()
                                 .text(1, "m")
                                 .part(3, long_name)
                                 .part(3, computation({kParameter, call}, 1))
                                 .number(6, 1)
                                 .bytes();
  EXPECT_EQ(text_of(module), "hlo.limit");
}

TEST(TextOfProto, FieldsAreLimited) {
  Bytes fields = kParameter;
  for (int i = 0; i <= 1 << 20; ++i) fields.number(1, 0);
  EXPECT_EQ(text_of(module_of(computation({fields}, 0))), "hlo.limit");
}

TEST(TextOfProto, WhatEqualsADefaultIsLeftOut) {
  const Bytes precision = Bytes().number(1, 0).number(1, 0);
  const Bytes dot = instruction("d", "dot", "f32[2,2]{1,0}", 1)
                        .number(36, 0)
                        .number(36, 0)
                        .text(30, "")
                        .part(51, precision);
  EXPECT_TRUE(contains(text_of(module_of(computation({kParameter, dot}, 1))),
                       "dot(%p, %p), lhs_contracting_dims={}, rhs_contracting_dims={}\n"));
  const Bytes call = instruction("c", "custom-call", "f32[2]{0}", 1)
                         .number(50, 1)
                         .number(58, 1)
                         .part(51, precision)
                         .text(28, "t")
                         .number(77, 1);
  EXPECT_TRUE(contains(text_of(module_of(computation({kParameter, call}, 1))),
                       "custom-call(), custom_call_target=\"t\"\n"));
  const Bytes high = instruction("c", "custom-call", "f32[2]{0}", 1)
                         .number(50, 2)
                         .part(51, Bytes().number(1, 0).number(1, 1));
  EXPECT_TRUE(contains(text_of(module_of(computation({kParameter, high}, 1))),
                       "feature_group_count=2, operand_precision={default,high}\n"));
}

TEST(TextOfProto, ABackendConfigMayBeAPayload) {
  const auto config = [](const Bytes& payload) {
    const Bytes negate =
        instruction("n", "negate", "f32[2]{0}", 1).number(36, 0).text(43, "own").part(99, payload);
    const std::string module = module_of(computation({kParameter, negate}, 1)) +
                               Bytes().text(22, "first").text(22, "second").bytes();
    const std::string text = text_of(module);
    const std::size_t begin = text.find("backend_config=");
    return begin == std::string::npos
               ? text
               : text.substr(begin + 15, text.find('\n', begin) - begin - 15);
  };
  EXPECT_EQ(config(Bytes()), R"("own")");
  EXPECT_EQ(config(Bytes().text(1, R"({"a":1})")), R"({"a":1})");
  EXPECT_EQ(config(Bytes().number(2, 0)), R"("first")");
  EXPECT_EQ(config(Bytes().number(2, 1)), R"("second")");
  EXPECT_EQ(config(Bytes().number(2, 2)), "hlo.proto");
}

TEST(TextOfProto, ShardingsAlongAMeshAreRefusedAsInTexts) {
  const Bytes sharded =
      instruction("p", "parameter", "f32[2]{0}", 0).part(40, Bytes().text(14, ""));
  EXPECT_EQ(text_of(module_of(computation({sharded}, 0))), "xla.sharding");
}

TEST(TextOfProto, WordsHaveNoOtherCharacters) {
  const Bytes compare =
      instruction("c", "compare", "pred[2]{0}", 1).number(36, 0).number(36, 0).text(63, "LT, x=1");
  const auto text = text_of_proto(module_of(computation({kParameter, compare}, 1)));
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error()->message, "a word of an attribute contains invalid characters");
}

std::string file(const std::string& name) {
  std::ifstream in(TILEGLOT_SOURCE_DIR "/tileglot/hlo/proto/testdata/" + name, std::ios::binary);
  EXPECT_TRUE(in) << name;
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The lines of a module, metadata and all.
std::string printed(std::string_view text) {
  const auto module = parse_module(text);
  return module ? print(*module, PrintStyle::kXla) : module.error()->message;
}

TEST(TextOfProto, MessagesThatXlaWroteAreReadAsTheirTexts) {
  for (const std::string name :
       {"loop", "constants", "numbers", "devices", "mesh", "permute", "fields"}) {
    const auto text = text_of_proto(file(name + ".pb"));
    ASSERT_TRUE(text) << name << ": " << text.error()->message;
    EXPECT_EQ(printed(*text), printed(file(name + ".hlo"))) << *text;
  }
}

TEST(TextOfProto, AnAsynchronousOperationIsOneInstruction) {
  Bytes copy = instruction("r", "custom-call", "f32[2]{0}", 1).number(36, 0).text(28, "t");
  Bytes inner = computation({kParameter, copy}, 1);
  // The wrapper comes first: it is called.
  const Bytes start = instruction("s", "async-start", "((f32[2]{0}), f32[2]{0}, u32[])", 1)
                          .number(36, 0)
                          .number(38, 1);
  const Bytes done = instruction("d", "async-done", "f32[2]{0}", 2).number(36, 1);
  Bytes outer = Bytes()
                    .text(1, "main")
                    .part(2, kParameter)
                    .part(2, start)
                    .part(2, done)
                    .number(5, 2)
                    .number(6, 2);
  const std::string text =
      read(Bytes().text(1, "m").part(3, inner).part(3, outer).number(6, 2).bytes());
  EXPECT_NE(text.find("custom-call-start(p), custom_call_target=\"t\""), std::string::npos) << text;
  EXPECT_NE(text.find("ROOT d = f32[2]{0} custom-call-done(s)"), std::string::npos) << text;
}

TEST(TextOfProto, LongChainsOfUpdatesAreFollowedOnce) {
  constexpr std::uint64_t kUpdates = 20'000;
  const Bytes copy = instruction("r", "custom-call", "f32[2]{0}", 1).number(36, 0).text(28, "t");
  Bytes outer = Bytes().text(1, "main").part(2, kParameter).number(5, 2);
  outer.part(2, instruction("s", "async-start", "((f32[2]{0}), f32[2]{0}, u32[])", 1)
                    .number(36, 0)
                    .number(38, 1));
  for (std::uint64_t id = 2; id <= kUpdates; ++id) {
    outer.part(
        2,
        instruction("u", "async-update", "((f32[2]{0}), f32[2]{0}, u32[])", id).number(36, id - 1));
  }
  // One that follows itself runs nothing.
  outer.part(2,
             instruction("x", "async-update", "f32[2]{0}", kUpdates + 1).number(36, kUpdates + 1));
  const std::string text = text_of(Bytes()
                                       .text(1, "m")
                                       .part(3, computation({kParameter, copy}, 1))
                                       .part(3, outer.number(6, kUpdates))
                                       .number(6, 2)
                                       .bytes());
  EXPECT_TRUE(contains(text, "ROOT %u = ((f32[2]{0}), f32[2]{0}, u32[]) custom-call-update(%u)"));
  EXPECT_TRUE(contains(text, "%x = f32[2]{0} async-update(%x)"));
}

}  // namespace
}  // namespace tileglot::hlo
