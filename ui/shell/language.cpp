// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>
#include <string_view>

namespace fw::ui {

namespace {

/// lupdate does not parse `namespace fw::ui {` and files sentences under the bare class names.
class Translator : public QTranslator {
 public:
  using QTranslator::QTranslator;
  QString translate(const char* context, const char* source, const char* disambiguation,
                    int count) const override {
    constexpr std::string_view space = "fw::ui::";
    if (std::string_view(context).starts_with(space)) context += space.size();
    QString text = QTranslator::translate(context, source, disambiguation, count);
    // Formats numbers for the locale, "12,345 clips", whichever placeholder the sentence uses.
    return count < 0 ? text : text.replace(QStringLiteral("%n"), QStringLiteral("%Ln"));
  }
};

void removeTranslators() {
  for (QTranslator* const translator :
       qApp->findChildren<QTranslator*>(QString(), Qt::FindDirectChildrenOnly)) {
    QCoreApplication::removeTranslator(translator);
    delete translator;
  }
}

/// False if there is no such translation.
bool install(const QLocale& locale, const QString& name, const QString& folder) {
  auto* const translator = new Translator(qApp);
  if (translator->load(locale, name, QStringLiteral("_"), folder))
    return QCoreApplication::installTranslator(translator);
  delete translator;
  return false;
}

}  // namespace

const std::vector<Language>& languages() {
  static const std::vector<Language> list{{QStringLiteral("en"), QStringLiteral("English")},
                                          {QStringLiteral("de"), QStringLiteral("Deutsch")},
                                          {QStringLiteral("zh_CN"), QStringLiteral("简体中文")}};
  return list;
}

void setLanguage(const QString& code) {
  removeTranslators();
  const QLocale locale = code.isEmpty() ? QLocale::system() : QLocale(code);
  QLocale::setDefault(locale);
  if (install(locale, QStringLiteral("framewright"), QStringLiteral(":/translations"))) {
    install(locale, QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
  } else {
    // For a language without a translation: English plurals still need the English file.
    install(QLocale(QStringLiteral("en")), QStringLiteral("framewright"), QStringLiteral(":/translations"));
  }
}

}  // namespace fw::ui
