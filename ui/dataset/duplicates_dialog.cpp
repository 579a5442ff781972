// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/duplicates_dialog.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "project/figures.h"
#include "ui/state/clip_store.h"
#include "ui/state/fault_text.h"
#include "ui/state/file_path.h"
#include "ui/state/thumbnail_cache.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/guide_page.h"
#include "ui/widgets/reveal.h"
#include "ui/widgets/row_menu.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

constexpr QSize pictureSize(256, 170);
constexpr size_t mostShown = 12;           // of a group
constexpr qsizetype captionLetters = 160;  // of a caption

QString factsOf(const project::ClipRow& row) {
  const QLocale locale;
  QStringList lines{DuplicatesDialog::tr("%1×%2, %n frames", nullptr, static_cast<int>(row.clip.frames()))
                        .arg(row.source.width)
                        .arg(row.source.height)};
  lines << DuplicatesDialog::tr("%1 s at %2 fps, file of %3")
               .arg(locale.toString(row.clip.duration_s, 'f', 1), fpsText(row.source.fps()),
                    bytesText(static_cast<uint64_t>(row.source.bytes)));
  const QString caption = row.caption ? QString::fromStdString(row.caption->text) : QString();
  if (caption.isEmpty()) {
    lines << DuplicatesDialog::tr("No caption");
  } else {
    lines << (caption.size() > captionLetters ? caption.left(captionLetters) + QStringLiteral("…") : caption);
  }
  return lines.join(QLatin1Char('\n'));
}

}  // namespace

DuplicatesDialog::DuplicatesDialog(ClipStore& store, QWidget* parent)
    : QDialog(parent),
      m_store(store),
      m_thumbnails(new ThumbnailCache(store, this)),
      m_place(new WrapLabel),
      m_back(named(new QPushButton(tr("&Back")), tr("Back"), tr("Shows the group before."))),
      m_keepAll(new QAction(tr("Keep &all"), this)),
      m_next(named(new QPushButton(tr("Keep &all")), tr("Keep all"),
                   tr("Keeps all clips of the group and shows the next one."))) {
  setWindowTitle(tr("Duplicates"));
  setGuidePage(*this, QStringLiteral("dataset.md#duplicates-damaged-and-missing-files"));
  setObjectName(QStringLiteral("duplicates"));
  auto* const inner = new QWidget;
  m_clips = new QHBoxLayout(inner);
  m_clips->setContentsMargins(0, 0, 0, 0);
  m_clips->setSpacing(16);
  auto* const scroller = named(new QScrollArea, tr("Clips that look alike"));
  scroller->setWidget(inner);
  scroller->setWidgetResizable(true);
  scroller->setFrameShape(QFrame::NoFrame);
  scroller->setFocusPolicy(Qt::NoFocus);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  buttons->addButton(m_back, QDialogButtonBox::ActionRole);
  buttons->addButton(m_next, QDialogButtonBox::ActionRole);
  for (QPushButton* const button : {m_back, m_next}) button->setAutoDefault(false);
  auto* const column = new QVBoxLayout(this);
  column->addWidget(m_place);
  column->addWidget(scroller, 1);
  column->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_back, &QPushButton::clicked, this, [this] {
    --m_shown;
    showGroup();
  });
  connect(m_next, &QPushButton::clicked, m_keepAll, &QAction::trigger);
  connect(m_keepAll, &QAction::triggered, this, [this] {
    ++m_shown;
    showGroup();
  });
  connect(m_thumbnails, &ThumbnailCache::ready, this, &DuplicatesDialog::showPictures);
  resize(640, 480);
  m_place->setText(tr("Looking for clips that look alike…"));
  m_back->setEnabled(false);
  m_next->setEnabled(false);
  m_store.read(
      [](const project::Project& project, const std::stop_token& stop) {
        std::vector<Group> groups;
        for (const std::vector<int64_t>& ids : project::similar_groups(project)) {
          if (stop.stop_requested()) throw Cancelled();
          const std::vector<int64_t> first(ids.begin(), ids.begin() + std::min(ids.size(), mostShown));
          groups.push_back({ids, read_clips(project, first)});
        }
        return groups;
      },
      [dialog = QPointer(this)](std::vector<Group> groups) {
        if (dialog == nullptr) return;
        dialog->m_groups = std::move(groups);
        dialog->showGroup();
      });
}

void DuplicatesDialog::showGroup() {
  while (QLayoutItem* const item = m_clips->takeAt(0)) {
    // One of its buttons may still be handling its own click.
    if (QWidget* const clip = item->widget()) {
      clip->hide();
      clip->deleteLater();
    }
    delete item;
  }
  m_pictures.clear();
  m_keep.clear();
  m_back->setEnabled(m_shown > 0);
  m_next->setEnabled(m_shown < m_groups.size());
  if (m_shown >= m_groups.size()) {
    m_place->setText(m_groups.empty() ? tr("No clips look alike.") : tr("That was the last group."));
    return;
  }
  const Group& group = m_groups[m_shown];
  QString text = tr("Group %1 of %2: these clips look alike. The others are removed from the project. Their "
                    "files stay on disk, and Undo brings them back.")
                     .arg(QLocale().toString(m_shown + 1), QLocale().toString(m_groups.size()));
  if (const size_t hidden = group.clips.size() - group.shown.size(); hidden > 0)
    text += gapAfter(text) +
            tr("The first %1 are shown; %Ln more are in the group.", nullptr, static_cast<int>(hidden))
                .arg(QLocale().toString(group.shown.size()));
  m_place->setText(text);
  for (const project::ClipRow& row : group.shown) m_clips->addWidget(makeClip(row));
  m_clips->addStretch(1);
  showPictures();
}

QWidget* DuplicatesDialog::makeClip(const project::ClipRow& row) {
  auto* const clip = new QWidget;
  auto* const column = new QVBoxLayout(clip);
  column->setContentsMargins(0, 0, 0, 0);
  const QString name = QFileInfo(QString::fromStdString(row.source.path)).fileName();
  auto* const picture = named(new QLabel, tr("Picture of %1").arg(name));
  picture->setFixedSize(pictureSize);
  picture->setAlignment(Qt::AlignCenter);
  auto* const title = new WrapLabel(name);
  setBold(*title);
  auto* const facts = new WrapLabel(factsOf(row));
  facts->setForegroundRole(QPalette::PlaceholderText);
  auto* const command = new QAction(tr("Keep only this"), clip);
  command->setEnabled(m_store.canEdit());
  connect(command, &QAction::triggered, this, [this, id = row.clip.id] { keepOnly(id); });
  auto* const keep = named(actionButton(command), tr("Keep only %1").arg(name));
  keep->setAutoDefault(false);
  auto* const reveal = new QAction(icon("folder"), tr("Show in file manager"), clip);
  connect(reveal, &QAction::triggered, this,
          [file = toText(m_store.folder() / row.source.path)] { revealInFiles(file); });
  offerActions(*clip);
  clip->addActions({command, m_keepAll, reveal});
  for (QLabel* const label : {static_cast<QLabel*>(title), static_cast<QLabel*>(facts)})
    label->setFixedWidth(pictureSize.width());
  column->addWidget(picture);
  column->addWidget(title);
  column->addWidget(facts);
  column->addWidget(keep);
  column->addStretch(1);
  m_pictures.push_back(picture);
  m_keep.push_back(keep);
  return clip;
}

QString DuplicatesDialog::placeText() const {
  return m_place->text();
}

void DuplicatesDialog::showPictures() {
  for (size_t i = 0; i < m_pictures.size(); ++i) {
    const ThumbnailCache::Thumbnail thumbnail = m_thumbnails->find(m_groups[m_shown].shown[i]);
    if (!thumbnail.picture.isNull())
      m_pictures[i]->setPixmap(
          thumbnail.picture.scaled(pictureSize, Qt::KeepAspectRatio, Qt::SmoothTransformation));
    else if (thumbnail.state == ThumbnailCache::State::unavailable)
      m_pictures[i]->setPixmap(icon("warning", Tint::warning).pixmap(QSize(28, 28), devicePixelRatioF()));
  }
}

void DuplicatesDialog::keepOnly(int64_t clip) {
  // The menu of a clip whose group is gone may still be open.
  if (m_shown >= m_groups.size() || std::ranges::count(m_groups[m_shown].clips, clip) == 0) return;
  std::vector<int64_t> others = m_groups[m_shown].clips;
  std::erase(others, clip);
  m_store.edit([others](project::Project& project) { remove_clips(project, others); });
  m_groups.erase(m_groups.begin() + static_cast<ptrdiff_t>(m_shown));
  showGroup();  // first: pictures that arrive meanwhile belong to the shown group
}

}  // namespace fw::ui
