// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/gallery_parts.h"

#include <QAction>
#include <QLocale>
#include <QShortcut>

#include "ui/bridge/fault_text.h"
#include "ui/gallery/gallery_run.h"

namespace fw::ui {

void addKey(QWidget* widget, QAction* action) {
  auto* const key = new QShortcut(action->shortcut(), widget);
  key->setContext(Qt::WidgetShortcut);
  QObject::connect(key, &QShortcut::activated, action, &QAction::trigger);
}

QString whyNoClips(const run::RunSettings& settings) {
  if (settings.validation_prompts.empty())
    return GalleryText::tr(
        "This run has no validation prompts, so it makes no clips. Give a new run some under “Validation”, "
        "and turn on “Validate before the training” there to see what the model does by itself, too.");
  return GalleryText::tr(
             "This run makes clips every %1 steps and at its end; it has not come that far, or was stopped "
             "before. "
             "“Validate before the training” in a run's settings makes some before its first step.")
      .arg(QLocale().toString(qint64{settings.validation_steps}));
}

QString faultSentence(const Fault& fault) {
  return faultText(fault) + QLatin1Char('\n') + faultHint(fault);
}

QString mp4Kind() {
  return GalleryText::tr("MP4 (*.mp4)");
}
QString gifKind() {
  return GalleryText::tr("GIF (*.gif)");
}
QString pngKind() {
  return GalleryText::tr("Picture (*.png)");
}
QString picturesKind() {
  return GalleryText::tr("Folder of PNG pictures (*)");
}

QString withEnding(const QString& name, const QString& kind) {
  QString plain = name;
  for (const char* const ending : {".mp4", ".gif", ".png"}) {
    if (plain.endsWith(QLatin1String(ending), Qt::CaseInsensitive)) plain.chop(4);
  }
  for (const char* const ending : {".mp4", ".gif", ".png"}) {
    if (kind.contains(QLatin1Char('*') + QLatin1String(ending))) return plain + QLatin1String(ending);
  }
  return plain;
}

QString fileName(const QString& text) {
  QString name;
  for (const QChar letter : text.simplified())
    name += letter.isLetterOrNumber() || letter == u'-' || letter == u'_' || letter == u'.' ? letter
                                                                                            : QChar(u'-');
  return name.left(80);
}

}  // namespace fw::ui
