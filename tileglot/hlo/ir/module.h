// SPDX-License-Identifier: Apache-2.0
// module.h: an HLO module, the program that XLA compiles and that layout assignment works on.
//
// What     A Module is a list of computations, each a list of instructions. One of them is the
//          entry. An instruction takes the values of its operands, which come before it in the same
//          computation, and makes one value: an array with a layout, or a tuple of values.
//          Instructions such as while, call and reduce name other computations, which they run.
//
// Why      Real modules have some ten thousand instructions and are rewritten by one pass after
//          another. So a module is a few tables, and ids are indexes into them:
//
//            instructions   80 bytes each, never moved, marked when they are removed
//            operands       one table of ids; an instruction's are contiguous in it
//            uses           a link for each operand: the operands that are the same
//                           instruction form a list, in the order in which they were made
//            shapes         each different shape once (shape_table.h): equal shape, equal id
//            texts          names and attributes are views into blocks that the module owns
//
//          Llama 8B, 31,855 instructions, is about 12 MB. Adding, removing, replacing an operand
//          and finding the users of a value are all constant time, so that passes are linear.
//          Pointers between heap objects, as XLA has them, take ten times that and cannot be copied
//          by `=`.
//
// Order    The instructions of a computation are a linked list in which definitions come before
//          uses. add() puts an instruction last, add_after() after another. A caller that replaces
//          an operand must keep the order valid: the new value comes after its operands and before
//          its users. verify.h checks it. order.h has other orders, among them XLA's post order.
//
// Example  Module m;
//          const ComputationId c = m.add_computation("e");
//          const ShapeId s = m.keep(*notation::xla::parse_shape("f32[2,3]{1,0}"));
//          const InstructionId a = m.add_parameter(c, 0, s, "a");
//          const InstructionId r = m.add(c, {.name = "r", .opcode = Opcode::kNegate, .shape = s,
//                                            .operands = {a}});
//          m.set_root(c, r);
//          m.set_entry(c);
//          [tests: hlo/ir/module_test.cc, "a module is made in code"]
//
// Use      for (const InstructionId i : m.instructions(c)) ... visits a computation, also while
//          instructions are added after i or i itself is removed.
//          for (const Use use : m.uses(a)) ... visits (user, operand number); a user that takes the
//          value twice is visited twice.
//
// Errors   None: invalid calls are our own bugs. verify.h checks whether a module is valid.
// Source   XLA, hlo_module.h, hlo_computation.h, hlo_instruction.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/computation.h"
#include "tileglot/hlo/ir/fresh_names.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/shape_table.h"
#include "tileglot/hlo/ir/text_pool.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo {

class Module;

/// `user` takes the value as its operand number `operand`.
struct Use {
  InstructionId user = {};
  std::uint32_t operand = 0;
  friend bool operator==(const Use&, const Use&) = default;
};

/// The arguments of add(). Attributes may be in any order.
struct NewInstruction {
  std::string_view name = {};  ///< copied; fresh_name if it is empty
  Opcode opcode = Opcode::kTuple;
  ShapeId shape = {};
  std::vector<InstructionId> operands = {};
  std::vector<Attribute> attributes = {};
  std::optional<Opcode> wrapped = {};
  core::Span place = {};
};

/// The instructions of one computation, in order.
class InstructionList {
 public:
  class Iterator {
   public:
    using value_type = InstructionId;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::forward_iterator_tag;
    using pointer = const InstructionId*;
    using reference = InstructionId;
    Iterator() = default;
    Iterator(const Module* module, std::optional<InstructionId> at) : module_(module), at_(at) {}
    InstructionId operator*() const { return *at_; }
    Iterator& operator++();
    Iterator operator++(int);
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }

   private:
    const Module* module_ = nullptr;
    std::optional<InstructionId> at_ = {};
  };

  InstructionList(const Module* module, std::optional<InstructionId> first)
      : module_(module), first_(first) {}
  Iterator begin() const { return {module_, first_}; }
  Iterator end() const { return {module_, std::nullopt}; }

 private:
  const Module* module_;
  std::optional<InstructionId> first_;
};

/// The uses of one instruction, in the order in which they were made.
class UseList {
 public:
  class Iterator {
   public:
    using value_type = Use;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::forward_iterator_tag;
    using pointer = const Use*;
    using reference = Use;
    Iterator() = default;
    Iterator(const Module* module, std::optional<UseId> at) : module_(module), at_(at) {}
    Use operator*() const;
    Iterator& operator++();
    Iterator operator++(int);
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }

   private:
    const Module* module_ = nullptr;
    std::optional<UseId> at_ = {};
  };

  UseList(const Module* module, std::optional<UseId> first) : module_(module), first_(first) {}
  Iterator begin() const { return {module_, first_}; }
  Iterator end() const { return {module_, std::nullopt}; }

 private:
  const Module* module_;
  std::optional<UseId> first_;
};

class Module {
 public:
  ModuleHeader header = {};

  // Texts and shapes.
  std::string_view keep(std::string_view text) { return texts_.keep(text); }
  std::string_view adopt(std::string text) { return texts_.adopt(std::move(text)); }
  ShapeId keep(const notation::xla::Shape& shape) { return shapes_.keep(shape); }
  const notation::xla::Shape& shape(ShapeId id) const { return shapes_.at(id); }
  const notation::xla::Shape& shape_of(InstructionId id) const { return shape((*this)[id].shape); }
  const ShapeTable& shapes() const { return shapes_; }

  // Computations, in the order in which they were added: called ones before their callers.
  ComputationId add_computation(std::string_view name);
  std::size_t computation_count() const { return computations_.size(); }
  std::vector<ComputationId> computations() const;
  const Computation& operator[](ComputationId id) const { return computations_[index_of(id)]; }
  Computation& operator[](ComputationId id) { return computations_[index_of(id)]; }
  void set_entry(ComputationId id) { entry_ = id; }
  /// Precondition: an entry is set, as in every module that was read or verified.
  ComputationId entry() const { return *entry_; }
  bool has_entry() const { return entry_.has_value(); }
  void set_root(ComputationId id, InstructionId root) { (*this)[id].root = root; }
  /// Changes their order; `order` names each once. Their ids change, those of instructions do not.
  void reorder_computations(std::span<const ComputationId> order);

  // Instructions. References stay valid until one is added.
  InstructionId add(ComputationId computation, NewInstruction made);
  /// `before` is in the same computation.
  InstructionId add_after(InstructionId before, NewInstruction made);
  InstructionId add_parameter(ComputationId computation, std::int64_t number, ShapeId shape,
                              std::string_view name);
  /// Precondition: it has no uses, and is neither a root nor a parameter.
  void remove(InstructionId id);
  /// Moves the instruction to the place after `before`, in the same computation.
  void move_after(InstructionId before, InstructionId id);

  const Instruction& operator[](InstructionId id) const { return instructions_[index_of(id)]; }
  Instruction& operator[](InstructionId id) { return instructions_[index_of(id)]; }
  /// How many instructions are in computations; their ids are below instruction_bound().
  std::size_t instruction_count() const { return live_; }
  /// More than every id: the size of a table indexed by ids. Includes removed instructions.
  std::size_t instruction_bound() const { return instructions_.size(); }
  InstructionList instructions(ComputationId id) const { return {this, (*this)[id].first}; }

  // Operands and uses.
  std::span<const InstructionId> operands(InstructionId id) const;
  InstructionId operand(InstructionId id, std::size_t number) const { return operands(id)[number]; }
  UseList uses(InstructionId id) const { return {this, (*this)[id].first_use}; }
  bool has_uses(InstructionId id) const { return (*this)[id].first_use.has_value(); }
  bool is_root(InstructionId id) const { return (*this)[(*this)[id].computation].root == id; }
  void replace_operand(InstructionId user, std::size_t number, InstructionId by);
  /// Every use of `id`, and the root if it is one, becomes `by`; uses by `by` itself stay.
  void replace_uses(InstructionId id, InstructionId by);
  /// Replaces the list of operands by one of any length.
  void set_operands(InstructionId user, std::span<const InstructionId> operands);

  /// `prefix`, or `prefix.1`, `prefix.2`, .. : a name that no instruction has.
  std::string_view fresh_name(std::string_view prefix);

 private:
  friend class UseList::Iterator;

  struct Link {
    InstructionId user = {};
    std::optional<UseId> previous = {};
    std::optional<UseId> next = {};
  };

  InstructionId make(ComputationId computation, NewInstruction made);
  void put_behind(std::optional<InstructionId> before, InstructionId id);
  void take_out(InstructionId id);
  void link(UseId use, InstructionId user);
  void unlink(UseId use);
  void unlink_operands(InstructionId user);
  Link& link_of(UseId use) { return links_[static_cast<std::size_t>(use)]; }
  const Link& link_of(UseId use) const { return links_[static_cast<std::size_t>(use)]; }
  InstructionId& definition_of(UseId use) { return operands_[static_cast<std::size_t>(use)]; }

  std::vector<Instruction> instructions_ = {};
  std::vector<InstructionId> operands_ = {};
  std::vector<Link> links_ = {};  ///< one for each operand
  std::vector<Computation> computations_ = {};
  std::optional<ComputationId> entry_ = {};
  ShapeTable shapes_ = {};
  TextPool texts_ = {};
  std::optional<FreshNames> names_ = {};  ///< of all instructions, from the first fresh_name on
  std::size_t live_ = 0;
};

}  // namespace tileglot::hlo
