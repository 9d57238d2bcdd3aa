# SPDX-License-Identifier: Apache-2.0
# TileglotSanitizers.cmake: the flags of TILEGLOT_SANITIZE and of a fuzzer build, for every target.
if(TILEGLOT_SANITIZE)
  add_compile_options(
    -fsanitize=${TILEGLOT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${TILEGLOT_SANITIZE})
endif()
if(TILEGLOT_BUILD_FUZZERS)
  # Only coverage marks here; the fuzzing main() is linked into each fuzzer.
  add_compile_options(-fsanitize=fuzzer-no-link)
  add_link_options(-fsanitize=fuzzer-no-link)
endif()
