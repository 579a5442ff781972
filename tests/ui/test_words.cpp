// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <QTest>
#include <algorithm>

#include "ui/support/ts_file.h"

using namespace fw::ui;

namespace {

/// A text of the window and its translations.
struct Better {
  const char* context;
  const char* english;
  const char* german;
  const char* chinese;
};
const Better betters[]{
    {"NextStepCard", "Next steps", "Nächste Schritte", "下一步"},
    {"RowFaultCard", "Problem", "Problem", "问题"},
    {"RowFaultCard", "Fix", "Abhilfe", "处理办法"},
    {"DatasetPage", "Import &problems", "Import&probleme", "导入问题(&P)"},
    {"ClipPanel", "Set &In", "&In-Punkt setzen", "设置入点(&I)"},
    {"ClipPanel", "Set &Out", "&Out-Punkt setzen", "设置出点(&O)"},
    {"LibraryFilter", "Complete", "Vollständig", "完整"},
    {"LibraryFilter", "OK", "OK", "正常"},
    {"LibraryFilter", "Scanned", "Durchsucht", "已扫描"},
    {"ModelsPage", "&Rescan", "&Neu suchen", "重新扫描(&R)"},
    {"SettingsDialog", "System", "System", "跟随系统"},
    {"errors", "a whole number", "eine ganze Zahl", "整数"},
    {"BucketPanel", "&Trigger word", "&Triggerwort", "触发词(&T)"},
    {"ReplaceDialog", "Trigger word", "Triggerwort", "触发词"},
    {"settings", "Trigger word", "Triggerwort", "触发词"},
    {"setting", "Text to video", "Text zu Video", "文生视频"},
    {"PlanCard", "Resources", "Ressourcenbedarf", "所需资源"},
    {"BucketPanel", "&Frame rate (fps)", "&Bildrate (fps)", "帧率（fps）(&F)"},
    {"ClipCard", "Frame rate (fps)", "Bildrate (fps)", "帧率（fps）"},
    {"RunListModel", "Started", "Gestartet", "开始时间"},
    {"ClipPanel", "%1 of %2 s unused at %3 fps", "%1 von %2 s unbenutzt bei %3 fps",
     "%3 fps 下，%2 秒中有 %1 秒未使用"},
    {"ImportDialog", "Minimum f&rames", "&Mindestzahl Frames", "最少帧数(&R)"},
    {"ImportDialog", "Detect automatically", "Automatisch erkennen", "自动检测"},
    {"RunBar", "%1: can resume from step %2", "%1: ab Schritt %2 fortsetzbar", "%1：可从第 %2 步继续"},
    {"CaptionEditor", "&Save caption", "&Beschreibung speichern", "保存标注(&S)"},
    {"GeneratePage", "Generate", "Generieren", "生成"},
    {"ComparePlayer", "&Wipe", "&Wischblende", "滑动比较(&W)"},
    {"charts", "Held-out clips", "Validierungsclips", "留出的片段"},
    {"GalleryPage", "Gallery", "Galerie", "画廊"},
    {"HealthStrip", "No caption", "Ohne Beschreibung", "无标注"},
    {"PresetList", "Full fine-tune", "Volles Fine-Tuning", "全量微调"},
    {"PresetList", "%1, small model", "%1, kleines Modell", "%1，小模型"},
    // A unit and its size.
    {"LibraryDetails", "%1 million", "%1 Mio.", "%1 万"},
    {"LibraryDetails", "1000000", "1000000", "10000"},
    {"LibraryDetails", "%1 billion", "%1 Mrd.", "%1 亿"},
    {"LibraryDetails", "1000000000", "1000000000", "100000000"},
    {"LogModel", "Error", "Fehler", "错误"},
};

/// Wordings that were replaced by better ones, by language.
const std::pair<const char*, const char*> worse[]{
    {"en", "Go on with"},
    {"en", "make a project in an empty one"},
    {"en", "Rows with faults"},
    {"en", "Cut (begins|ends) here"},
    {"en", "^(Whole|Readable|Looked through|Look again)$"},
    {"en", "As the desktop"},
    {"en", "is called so"},
    {"en", "is a text, not"},
    {"en", "at place \\d|wrong at place|takes the sign itself"},
    {"en", "Identifier in front"},
    {"en", "^(lora|text_to_video|image_to_video)$"},
    {"en", "What it needs"},
    {"en", "as it is: %"},
    {"en", "Frames a second"},
    {"en", "^Begun$"},
    {"en", "frames unused"},
    {"en", "Least frames"},
    {"en", "What is there"},
    {"en", "broken off"},
    {"en", "goes on from step"},
    {"en", "Keep the caption"},
    {"en", "\\b[kN] ?\\+ ?1\\b"},  // a formula for frame counts
    {"de", "[Ee]rzeug(e|st|t|en)\\b.*\\bClips?\\b|\\bClips?\\b.*\\berzeug(t|en)\\b"},
    {"zh_CN", "[\u4e00-\u9fff] ?\\((?!&)[A-Za-z_.]+\\)"},
    {"de", "\\bWischen\\b"},
    {"de", "zurückgehaltene[rn]? (Clip|Sample)"},
    {"de", "Was es braucht"},
    {"de", "Zwischenspeicher"},
    {"zh_CN", "图库"},
    {"zh_CN", "字幕"},
    {"zh_CN", "[\u3002\uff01\uff1f\uff1b\uff1a\uff0c\u3001] "},  // a full-width sign includes its own space
};

/// Where the English text has the word, the translation must have the term.
struct Term {
  const char* language;
  const char* english;
  const char* term;
};
const Term terms[]{
    {"zh_CN", "\\bheld.out\\b", "留出"},         {"zh_CN", "\\bcaptions?\\b", "标注"},
    {"zh_CN", "\\bgallery\\b", "画廊"},          {"zh_CN", "\\btokens?\\b", "词元|令牌"},
    {"zh_CN", "\\bbuckets?\\b", "分桶"},         {"zh_CN", "\\bcheckpoints?\\b", "检查点"},
    {"zh_CN", "\\bcaches?\\b", "缓存"},          {"zh_CN", "\\bvalidation\\b", "验证"},
    {"zh_CN", "\\bprompts?\\b", "提示词"},       {"zh_CN", "\\bseeds?\\b", "种子"},
    {"zh_CN", "\\bpresets?\\b", "预设"},         {"zh_CN", "\\btrigger word\\b", "触发词"},
    {"de", "\\bheld.out\\b", "alidierung"},      {"de", "\\bcaches?\\b", "[Cc]ache"},
    {"de", "\\bpresets?\\b", "[Vv]orlage"},      {"de", "\\bgenerated?\\b", "[Gg]enerier"},
    {"de", "\\btrigger word\\b", "Triggerwort"},
};

/// Removes what is the same in every language: placeholders, keys, flags, commands and file names.
QString prose(QString text) {
  static const QRegularExpression code(QStringLiteral(
      "`[^`]*`|\\{[^}]*\\}|\\bframewright-cli [^.]*|\\bgenerate --\\S+|--\\S+|\\b\\w+\\.\\w+(\\.\\w+)*"));
  return text.replace(code, QStringLiteral(" "));
}

QStringList textsOf(const TsMessage& message, const QString& language) {
  return language == QLatin1String("en") ? QStringList(message.source) : message.translations;
}

QStringList withWord(const std::vector<TsMessage>& messages, const QString& language, const QString& word) {
  const QRegularExpression expression(word);
  QStringList found;
  for (const TsMessage& message : messages)
    for (const QString& text : textsOf(message, language))
      if (text.contains(expression)) found << text;
  return found;
}

QStringList withoutTerm(const std::vector<TsMessage>& messages, const QString& english, const QString& term) {
  const QRegularExpression word(english, QRegularExpression::CaseInsensitiveOption), wanted(term);
  QStringList found;
  for (const TsMessage& message : messages)
    for (const QString& text : message.translations)
      if (prose(message.source).contains(word) && !text.contains(wanted))
        found << message.source + QStringLiteral(" → ") + text;
  return found;
}

}  // namespace

/// The window's terms in three languages.
class TestWords : public QObject {
  Q_OBJECT

  std::vector<TsMessage> m_german, m_chinese;

  /// Both translations contain the English texts.
  const std::vector<TsMessage>& of(const QString& language) const {
    return language == QLatin1String("zh_CN") ? m_chinese : m_german;
  }

 private Q_SLOTS:
  void initTestCase() {
    m_german = readTs(QStringLiteral(FW_SOURCE_FOLDER "/translations/framewright_de.ts"));
    m_chinese = readTs(QStringLiteral(FW_SOURCE_FOLDER "/translations/framewright_zh_CN.ts"));
    QVERIFY(m_german.size() > 2000 && m_chinese.size() == m_german.size());
  }

  void theBetterWordIsThere() {
    for (const Better& better : betters) {
      for (const auto& [messages, wanted] :
           {std::pair(&m_german, better.german), {&m_chinese, better.chinese}}) {
        const auto found = std::ranges::find_if(*messages, [&](const TsMessage& message) {
          return message.context == QLatin1String(better.context) &&
                 message.source == QLatin1String(better.english);
        });
        QVERIFY2(found != messages->end(), better.english);
        QCOMPARE(found->translations, QStringList(QString::fromUtf8(wanted)));
      }
    }
  }

  void aWordThatWasReplacedStaysAway() {
    QStringList found;
    for (const auto& [language, word] : worse)
      found << withWord(of(QLatin1String(language)), QLatin1String(language), QString::fromUtf8(word));
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
  }

  void oneThingHasOneTerm() {
    QStringList found;
    for (const Term& term : terms)
      found << withoutTerm(of(QLatin1String(term.language)), QString::fromUtf8(term.english),
                           QString::fromUtf8(term.term));
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
  }

  /// Text in run files or command lines is not prose.
  void theSearchesFindWhatIsWrong() {
    const std::vector<TsMessage> one{{{}, "Clips held out", {"Zurückgehaltene Clips"}, true}};
    QCOMPARE(withoutTerm(one, QStringLiteral("\\bheld.out\\b"), QStringLiteral("alidierung")).size(), 1);
    QCOMPARE(withWord(one, QStringLiteral("de"), QStringLiteral("[Zz]urückgehaltene Clip")).size(), 1);
    QCOMPARE(withWord(one, QStringLiteral("en"), QStringLiteral("held out")).size(), 1);
    QCOMPARE(prose(QStringLiteral("See {prompts} and validation.seed, --seed 1")).trimmed(),
             QStringLiteral("See   and  ,   1"));
  }
};

QTEST_MAIN(TestWords)
#include "test_words.moc"
