// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "interchange/flag_import.h"
#include "interchange/shell_script.h"

using namespace fw::interchange;

/// Shell scripts, as far as launch scripts use the language.
class TestShellScript : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void shell_words() {
    const auto words = [](const std::string& script) {
      return read_shell_script(script).commands.back().words;
    };
    using Words = std::vector<std::string>;
    QCOMPARE(words("a 'b  c' \"d $X\" \\\n e\\ f # no"), (Words{"a", "b  c", "d ", "e f"}));
    QCOMPARE(words("X='1 2'; run $X \"$X\" ${X}3 '$X' \"\" ${Y:-z}"),
             (Words{"run", "1", "2", "1 2", "1", "23", "$X", "", "z"}));
    QCOMPARE(words("A=(--a 'b c' # note\n  --d)\nA+=(e)\nrun \"${A[@]}\" $A \"${none[@]}\""),
             (Words{"run", "--a", "b c", "--d", "e", "--a"}));
    QCOMPARE(words("P=\"--p \\\"x y's\\\"\"\ncmd=\"run $P\n --q 1\"\neval $cmd"),
             (Words{"run", "--p", "x y's", "--q", "1"}));
    QCOMPARE(words("for i in 1 2; do\n for j in \"x\"; do run $i$j > log 2>&1 & done; done"),
             (Words{"run", "1x"}));
    QCOMPARE(words("if [ \"$A\" == \"b\" ]; then\n run 1\nfi\ncat <<EOF\n--not this\nEOF\nrun 2"),
             (Words{"run", "2"}));
    QCOMPARE(words("A=b\nif [ \"$A\" == \"c\" ]; then\n X=1; run 1\nelif [ \"$A\" = b ]; then X=2; run 2\n"
                   "else X=3; run 3\nfi\nrun $X"),
             (Words{"run", "2"}));
    QCOMPARE(
        words("A=\nif [ -n \"$A\" ]; then\n if [ -z \"$A\" ]; then X=1; else X=2; fi\nfi\nX=${X:-3}\nrun $X"),
        (Words{"run", "3"}));
    // A condition on unknown values decides nothing: every branch is read.
    for (const char* condition : {"[ \"$U\" = b ]", "[ b = c ] || true", "[ -f b ]", "[[ b == *c ]]", "true"})
      QCOMPARE(
          read_shell_script("if " + std::string(condition) + "; then run 1; else run 2; fi").commands.size(),
          condition == std::string("[ b = c ] || true") ? size_t{3} : size_t{2});
    QCOMPARE(read_shell_script("export A=1 B=2\nexport C=3; D=4 run $B; E=5\nlocal F=6; X=7; export X")
                 .environment,
             (Words{"A=1", "C=3", "D=4", "X=7"}));
    const ShellScript noted = read_shell_script("for i in 1 2; do run $(date) $UNSET; done");
    QCOMPARE(noted.notes.size(), size_t(3));
    QCOMPARE(noted.commands.at(0).words, (Words{"run", "$(date)"}));
  }

  void shell_reader_has_bounds() {
    std::string doubling = "a=('' '')\n";
    for (int i = 0; i < 40; ++i) doubling += "a=(\"${a[@]}\" \"${a[@]}\")\n";
    const auto doubled = read_shell_script(doubling + "x \"${a[@]}\"\n");
    QCOMPARE(doubled.commands.size(), size_t{1});
    QVERIFY(doubled.commands[0].words.size() < 100'000);
    QCOMPARE(doubled.notes.front().kind, ShellNote::Kind::too_long);

    std::string open = "x ";
    for (int i = 0; i < 300'000; ++i) open += "${";
    std::string unset;
    for (int i = 0; i < 100'000; ++i) unset += "x $v" + std::to_string(i) + "\n";
    QCOMPARE(read_shell_script(open).commands.size(), size_t{1});
    QCOMPARE(read_shell_script(unset).commands.size(), size_t{100'000});

    std::string sizes;
    for (int i = 0; i < 2'000; ++i) sizes += " 16";
    const auto flags = import_flags("python train.py --lr 1 --frame_buckets" + sizes + " --height_buckets" +
                                        sizes + " --width_buckets" + sizes,
                                    "a.sh");
    QVERIFY(flags.toml.size() < 10'000);
  }

  void shell_reader_survives_anything() {
    std::string bomb = "a=xxxxxxxxxx\n";
    for (int i = 0; i < 60; ++i) bomb += "a=\"$a$a\"\n";
    for (const std::string& odd :
         {bomb + "run $a", std::string("a='"), std::string("\""), std::string("`"), std::string("$("),
          std::string("${"), std::string("a=("), std::string("A='eval \"$A\"; eval \"$A\"'; eval \"$A\""),
          std::string("<<"), std::string("\\"), std::string("a=(;)"), std::string("\0\xff", 2),
          std::string(1000, '(')}) {
      read_shell_script(odd);
    }
  }
};

QTEST_GUILESS_MAIN(TestShellScript)
#include "test_shell_script.moc"
