// SPDX-License-Identifier: Apache-2.0
// atom_names.h: what an instruction is called, by CuTe and in parts.
//
// What     cute_name is the name of the C++ type: SM90_64x128x16_F32F16F16_RS. parts_of says the
//          same as PTX would, in words: "wgmma m64n128k16 f32.f16.f16 RS". read_mma_parts and
//          read_copy_parts read such words, after the first in any order, and the opcode of a PTX
//          instruction with its qualifiers.
// Why      Kernel authors know the PTX instruction, not always CuTe's type.
// Example  cute_name(*read_mma_parts("wgmma m64n128k16 f32.f16.f16 RS")) is
//          SM90_64x128x16_F32F16F16_RS.
//          [tests: atom_names_test.cc, "parts and name say the same instruction"]
// Errors   None: reading returns nothing for words that are not parts of an instruction. What it
//          returns may not exist (why_no_mma, why_no_copy).
// Source   cute/arch (names); PTX ISA 8.7, 9.7.14.5, 9.7.15.5, 9.7.16.10 (words).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tileglot/notation/cute/atoms/copy_atom.h"
#include "tileglot/notation/cute/atoms/copy_layouts.h"
#include "tileglot/notation/cute/atoms/mma_atom.h"
#include "tileglot/notation/cute/atoms/mma_layouts.h"

namespace tileglot::notation::cute {

std::string cute_name(const MmaAtom& atom);
std::string cute_name(const CopyAtom& atom);

/// "f16", or "sparse<2,f16>" for a value that stands for two elements.
std::string name_of(HeldType type);

/// R in registers, S in shared memory, T in tensor memory.
char letter_of(Place place);

/// SS, RS, ..: where A and B come from.
std::string places_of(const MmaAtom& atom);

/// "1 x 128 bits": what a copy takes of a thread.
std::string text_of(const Registers& registers);

std::string parts_of(const MmaAtom& atom);
std::string parts_of(const CopyAtom& atom);

std::optional<MmaAtom> read_mma_parts(std::string_view text);
std::optional<CopyAtom> read_copy_parts(std::string_view text);

}  // namespace tileglot::notation::cute
