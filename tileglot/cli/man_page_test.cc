// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/man_page.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/cli/command_tree.h"
#include "tileglot/cli/whole_program.h"

namespace tileglot::cli {
namespace {

TEST(ManPage, TextsAreNotRequestsOfRoff) {
  CommandNode root{.what = "the program", .options = {{.names = {"--json"}, .help = "one object"}}};
  root.commands.push_back(
      {.path = "show",
       .what = "Draw it",
       .notes = "Example: tileglot show 'f32[3]'\n.TH is not a title\\n",
       .options = {{.names = {"--json"}, .help = "one object"},
                   {.names = {"-o", "--output"}, .takes = Takes::kFile, .help = ".png too"},
                   {.names = {"--as"},
                    .takes = Takes::kOneOf,
                    .values = {"text", "svg"},
                    .help = "the form"}},
       .places = {{.names = {"LAYOUT"}, .takes = Takes::kText, .help = "it"}}});
  const std::string page = man_page(root, "1.2");
  EXPECT_NE(page.find(".TH TILEGLOT 1 \"\" \"tileglot 1.2\" \"User Commands\"\n"),
            std::string::npos);
  EXPECT_NE(page.find(R"(.SS tileglot show
\fBtileglot show\fR [\fIoptions\fR] \fILAYOUT\fR
.PP
Draw it.
.TP
\fILAYOUT\fR
it
.TP
\fB\-o\fR, \fB\-\-output\fR \fIFILE\fR
\&.png too
.TP
\fB\-\-as\fR \fIVALUE\fR
the form
Values: text, svg.
.PP
.nf
Example: tileglot show \(aqf32[3]\(aq
\&.TH is not a title\en
.fi
)"),
            std::string::npos)
      << page;
}

TEST(ManPage, ThePageOfTheProgramIsAsciiAndHasEveryCommand) {
  const CommandNode root = command_tree(whole_program());
  const std::string page = man_page(root, "0");
  for (const char c : page) ASSERT_LT(static_cast<unsigned char>(c), 0x80U);
  for (const CommandNode* command : all_commands(root)) {
    if (command->path.empty()) continue;
    EXPECT_NE(page.find(".SS tileglot " + command->path + "\n"), std::string::npos);
  }
}

}  // namespace
}  // namespace tileglot::cli
