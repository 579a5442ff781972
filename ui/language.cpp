// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace fw::ui {

namespace {

void removeTranslators() {
  for (QTranslator* const translator :
       qApp->findChildren<QTranslator*>(QString(), Qt::FindDirectChildrenOnly)) {
    QCoreApplication::removeTranslator(translator);
    delete translator;
  }
}

/// False when there is no such translation.
bool install(const QLocale& locale, const QString& name, const QString& folder) {
  auto* const translator = new QTranslator(qApp);
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
  if (install(locale, QStringLiteral("framewright"), QStringLiteral(":/translations")))
    install(locale, QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
}

}  // namespace fw::ui
