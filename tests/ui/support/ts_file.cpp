// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/ts_file.h"

#include <QFile>
#include <QRegularExpression>
#include <QXmlStreamReader>

namespace fw::ui {

namespace {

QStringList matches(const QString& text, const QString& pattern) {
  QStringList found;
  const QRegularExpression expression(pattern);
  for (auto it = expression.globalMatch(text); it.hasNext();) found << it.next().captured();
  found.sort();
  return found;
}

void readTranslation(QXmlStreamReader& xml, TsMessage& message) {
  message.isFinished = !xml.attributes().hasAttribute(QStringLiteral("type"));
  QString text;
  while (!xml.atEnd()) {
    const auto token = xml.readNext();
    if (token == QXmlStreamReader::Characters) text += xml.text();
    if (token == QXmlStreamReader::StartElement && xml.name() == QLatin1String("numerusform"))
      message.translations << xml.readElementText();
    if (token == QXmlStreamReader::EndElement) break;
  }
  if (message.translations.isEmpty()) message.translations << text;
}

}  // namespace

std::vector<TsMessage> readTs(const QString& name) {
  std::vector<TsMessage> messages;
  QFile file(name);
  if (!file.open(QIODevice::ReadOnly)) return messages;
  QXmlStreamReader xml(&file);
  QString context;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    if (xml.name() == QLatin1String("name")) context = xml.readElementText();
    if (xml.name() == QLatin1String("message")) messages.push_back({context, {}, {}, false});
    if (xml.name() == QLatin1String("source")) messages.back().source = xml.readElementText();
    if (xml.name() == QLatin1String("translation")) readTranslation(xml, messages.back());
  }
  return messages;
}

QString tsProblem(const TsMessage& message) {
  if (!message.isFinished) return QStringLiteral("unfinished");
  for (const QString& text : message.translations) {
    if (text.trimmed().isEmpty()) return QStringLiteral("empty");
    for (const char* const pattern : {"\\{[a-z_]+\\}", "%L?[0-9]", "</?[a-z0-9]+>"}) {
      if (matches(text, QLatin1String(pattern)) != matches(message.source, QLatin1String(pattern)))
        return QStringLiteral("placeholders or tags differ: %1").arg(text);
    }
    const QRegularExpression accelerator(QStringLiteral("&[^& ]"));
    if (text.contains(accelerator) != message.source.contains(accelerator))
      return QStringLiteral("accelerator differs: %1").arg(text);
    if (text.contains(QRegularExpression(QStringLiteral("\\p{Han}[,;:?!]"))))
      return QStringLiteral("a half-width mark in Chinese: %1").arg(text);
  }
  return {};
}

}  // namespace fw::ui
