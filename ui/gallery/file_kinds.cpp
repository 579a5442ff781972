// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/file_kinds.h"

#include "ui/gallery/gallery_run.h"

namespace fw::ui {

QString mp4Kind() {
  return GalleryText::tr("MP4 (*.mp4)");
}
QString gifKind() {
  return GalleryText::tr("GIF (*.gif)");
}
QString pngKind() {
  return GalleryText::tr("Image (*.png)");
}
QString picturesKind() {
  return GalleryText::tr("Folder of PNG images (*)");
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
