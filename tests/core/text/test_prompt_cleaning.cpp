// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "text/prompt_cleaning.h"

/// Prompts that no reference case covers. The expected texts are from ftfy 6.3.1 and Python's html module.
class TestPromptCleaning : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void prompts_are_cleaned_data() {
    QTest::addColumn<QString>("prompt");
    QTest::addColumn<QString>("clean");
    const auto row = [](const char* name, const char* prompt, const char* clean) {
      QTest::newRow(name) << QString::fromUtf8(prompt) << QString::fromUtf8(clean);
    };
    row("nothing to do", "café ÉTÉ, Ünïcödé naïve", "café ÉTÉ, Ünïcödé naïve");
    row("wide punctuation", "色调艳丽，过曝 Ａ～Ｚ！", "色调艳丽,过曝 A~Z!");
    row("half kana", "ﾊﾟ ｶﾞ", "パ ガ");
    row("quotes", "I’m — “ok”", "I'm — \"ok\"");
    row("ligatures", "ŉ ǆ", "'n dž");
    row("blanks",
        "\xe2\x80\xa9"
        "a\xe2\x80\xa8"
        "b \xc2\xa0 c\t",
        "a b c");
    row("Latin-1", "naÃ¯ve Ãœber 30Â°C Â£5", "naïve Über 30°C £5");
    row("Cyrillic", "Ð¿Ñ€Ð¸Ð²ÐµÑ‚", "привет");
    row("emoji", "ðŸ˜€ smile", "😀 smile");
    row("arrow", "â†’ ok", "→ ok");
    row("Polish", "Å‚Ã³dÅº", "łódź");
    row("right and wrong quotes", "“curly” and donâ€™t", "\"curly\" and don't");
    row("meant as they are", "Ö·x SÃO PAULO é» à© 100 £ ¥ § » «", "Ö·x SÃO PAULO é» à© 100 £ ¥ § » «");
    row("names without end", "&eacute &ampx &notit; &lt", "é &x ¬it; <");
    row("numbers", "&#x1F600; &#128; &#55296; &#99999999999999999999;", "😀 € � �");
    row("capitals", "&TRADE; &HEARTS; &EACUTE;", "™ ♥ É");
    row("tags", "&lt;b&gt; <i> &amp;amp;amp;", "<b> <i> &amp;");
    row("bytes that are no UTF-8",
        "a \xff"
        " b",
        "a � b");
    row("nothing", " \n\t ", "");
  }
  void prompts_are_cleaned() {
    QFETCH(QString, prompt);
    QFETCH(QString, clean);
    QCOMPARE(QString::fromStdString(fw::text::clean_prompt(prompt.toStdString())), clean);
  }

  void a_clean_prompt_stays_data() { prompts_are_cleaned_data(); }
  void a_clean_prompt_stays() {
    QFETCH(QString, clean);
    if (clean.contains(';') || clean.contains('&')) QSKIP("it reads as an entity");
    QCOMPARE(QString::fromStdString(fw::text::clean_prompt(clean.toStdString())), clean);
  }
};

QTEST_GUILESS_MAIN(TestPromptCleaning)
#include "test_prompt_cleaning.moc"
