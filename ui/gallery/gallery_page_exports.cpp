// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFileInfo>

#include "ui/gallery/clip_export.h"
#include "ui/gallery/export_bar.h"
#include "ui/gallery/file_kinds.h"
#include "ui/gallery/gallery_page.h"
#include "ui/state/file_path.h"
#include "ui/widgets/file_questions.h"

namespace fw::ui {

QString GalleryPage::suggestedName(const QString& what) const {
  return fileName(m_store.run()->name + QLatin1Char(' ') + what);
}

QString GalleryPage::askForFile(const QString& title, const QString& name, const QStringList& kinds) {
  QString kind = kinds.front();
  QString proposed = withEnding(name, kind);
  for (;;) {
    const QString file = askWhereToSave(this, title, proposed, kinds.join(QStringLiteral(";;")), &kind);
    if (file.isEmpty()) return {};
    proposed = withEnding(file, kind);
    // The dialog asks before replacing a file, but did not know the name with its extension.
    if (proposed == file || !QFileInfo::exists(proposed)) return proposed;
  }
}

void GalleryPage::exportClipTo(const QString& file) {
  const GalleryClip* const clip = chosenClip();
  if (file.isEmpty() || clip == nullptr) return;
  m_exportBar->start(file, [clip = toPath(clip->path), target = toPath(file)](const ExportWork& work) {
    exportClip(clip, target, work);
  });
}

void GalleryPage::exportComparisonTo(const QString& file) {
  const GalleryClip* const clip = chosenClip();
  if (file.isEmpty() || clip == nullptr || !m_standard) return;
  m_exportBar->start(
      file, [a = ExportedSide{toPath(m_standard->path), standardNote(*m_standard, *clip)},
             b = ExportedSide{toPath(clip->path), rowText(*m_store.run(), clip->step)},
             target = toPath(file)](const ExportWork& work) { exportComparison(a, b, target, work); });
}

void GalleryPage::exportSheetTo(const QString& file) {
  if (file.isEmpty() || m_store.run() == nullptr) return;
  m_exportBar->start(file, [run = m_store.shared(), target = toPath(file)](const ExportWork& work) {
    exportSheet(*run, target, work);
  });
}

}  // namespace fw::ui
