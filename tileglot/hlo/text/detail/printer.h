// SPDX-License-Identifier: Apache-2.0
// printer.h: writes a module construct by construct.
//
// What     print_header.cc writes the header, print_module.cc computations and instructions,
//          print_attributes.cc attributes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/text/print.h"

namespace tileglot::hlo {

class Printer {
 public:
  Printer(const Module& module, PrintStyle style);

  /// Writes the whole module, except the newline of its last line.
  void module();
  void instruction(InstructionId id);
  std::string take() { return std::move(out_); }

 private:
  using Orders = std::vector<std::vector<InstructionId>>;

  bool is_full() const { return style_ == PrintStyle::kFull; }
  bool has_percent() const { return style_ != PrintStyle::kShort; }
  void header();
  void computation(ComputationId id, const std::vector<InstructionId>& order);
  void make_names_unique(const Orders& orders);
  void name(std::string_view text);
  void name(InstructionId id) { name(names_[index_of(id)]); }
  void name(ComputationId id) { name(computation_names_[index_of(id)]); }
  void shape(ShapeId id) { out_ += shape_text(id); }
  const std::string& shape_text(ShapeId id);
  void comma(std::size_t i);
  void signature(ComputationId id);
  void opcode(const Instruction& instruction);
  void arguments(InstructionId id);
  void constant(const Instruction& instruction);
  void attributes(const Instruction& instruction);
  void attribute(const Instruction& instruction, const Attribute& attribute);
  bool is_shown(const Instruction& instruction, const Attribute& attribute) const;
  struct ValuePrinter;  ///< prints a value by its type
  void value(const Attribute& attribute);
  void text(const Attribute& attribute);

  const Module& module_;
  PrintStyle style_;
  std::string out_ = {};
  std::vector<std::string> shape_texts_;
  std::vector<std::string_view> names_;
  std::vector<std::string_view> computation_names_;
  TextPool made_names_ = {};
};

/// `{(f32[2]{0})->f32[2]{0}}`
void append_entry_layout(const EntryLayout& layout, bool open_is_row_major, std::string& out);

}  // namespace tileglot::hlo
