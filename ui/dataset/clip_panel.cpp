// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/clip_panel.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <atomic>
#include <cmath>

#include "media/resample.h"
#include "project/figures.h"
#include "ui/dataset/bucket_planner.h"
#include "ui/dataset/clip_browser.h"
#include "ui/dataset/crop_row.h"
#include "ui/dataset/scene_review.h"
#include "ui/player/player.h"
#include "ui/player/timeline.h"
#include "ui/player/video_view.h"
#include "ui/state/clip_store.h"
#include "ui/state/fault_text.h"
#include "ui/state/file_path.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

std::optional<QRect> toRect(const std::optional<catalog::Crop>& crop) {
  if (!crop) return std::nullopt;
  return QRect(static_cast<int>(crop->x), static_cast<int>(crop->y), static_cast<int>(crop->width),
               static_cast<int>(crop->height));
}

/// Cuts the clip, and shortens the other selected clips by the same time at the same ends.
void cut(project::Project& project, const project::ClipRow& row, const std::vector<int64_t>& selected,
         int64_t in, int64_t out) {
  if (selected.size() < 2) return set_cut(project, row.clip.id, in, out);
  const double fps = row.source.fps();
  trim_clips(project, selected, static_cast<double>(in - row.clip.in_frame) / fps,
             static_cast<double>(out - row.clip.out_frame) / fps);
}

/// Splits the clip at the frame, and the other selected clips after the same time.
void split(project::Project& project, qint64 clip, const std::vector<int64_t>& selected, int64_t frame) {
  const project::ClipRow current = project::read_clip(project, clip);
  const double after_s = static_cast<double>(frame - current.clip.in_frame) / current.source.fps();
  std::vector<project::ClipCuts> cuts;
  for (const project::ClipRow& row : read_clips(project, selected)) {
    if (row.source.is_image) continue;
    cuts.push_back(
        {row.clip.id, {row.clip.in_frame + static_cast<int64_t>(std::lround(after_s * row.source.fps()))}});
  }
  split_clips(project, cuts);
}

QAction* separator(QObject* parent) {
  auto* const line = new QAction(parent);
  line->setSeparator(true);
  return line;
}

}  // namespace

ClipPanel::ClipPanel(ClipStore& store, ActionRegistry& actions, ClipBrowser& browser, BucketPlanner& planner,
                     QWidget* parent)
    : QWidget(parent),
      m_store(store),
      m_browser(browser),
      m_planner(planner),
      m_timeline(new Timeline),
      m_player(new Player(actions, QStringLiteral("dataset.player"), this, nullptr, nullptr, m_timeline)),
      m_cropRow(new CropRow),
      m_locate(named(new QPushButton(icon("search"), tr("Locate…")), tr("Locate the file"),
                     tr("Looks through a folder for this file and the other missing ones."))),
      m_fit(new WrapLabel),
      m_buckets(new QMenu(tr("Put into &bucket"), this)) {
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  column->addWidget(m_player, 1);
  column->addWidget(m_locate, 0, Qt::AlignHCenter);
  column->addWidget(m_cropRow);
  column->addWidget(m_fit);
  m_cropRow->hide();
  m_locate->setToolTip(m_locate->accessibleDescription());
  m_locate->hide();
  connect(m_locate, &QPushButton::clicked, this, &ClipPanel::locateRequested);
  m_fit->setForegroundRole(QPalette::PlaceholderText);
  makeCommands(actions);
  makeViewCommands(actions);
  placeCommands();
  // Home and End keep their meaning in lists.
  QList<QAction*> keys = m_player->commands();
  keys.removeIf([](const QAction* action) {
    return action->shortcut() == QKeySequence(Qt::Key_Home) ||
           action->shortcut() == QKeySequence(Qt::Key_End);
  });
  m_browser.addKeys(keys);
  connect(m_player->view(), &VideoView::cropDrawn, this, &ClipPanel::setCrop);
  connect(m_player->view(), &VideoView::croppingDone, m_crop, [this] { m_crop->setChecked(false); });
  connect(m_cropRow, &CropRow::cropChosen, this, &ClipPanel::setCrop);
  connect(m_cropRow, &CropRow::aspectChanged, m_player->view(), &VideoView::setCropAspect);
  connect(&m_browser, &ClipBrowser::selectionChanged, this, qOverload<>(&ClipPanel::showCrop));
  connect(&m_browser, &ClipBrowser::selectionChanged, this, &ClipPanel::updateCommands);
  connect(m_timeline, &Timeline::cutChosen, this, qOverload<qint64, qint64>(&ClipPanel::setCut));
  connect(m_player, &Player::frameChanged, this, &ClipPanel::updateCommands);
  connect(m_player, &Player::failed, this, [this] {
    m_timeline->clear();
    m_timeline->setUsed({});
    m_timeline->setMarks({});
    m_marksOf = {};
    const project::ClipRow* const row = m_browser.currentRow();
    m_locate->setVisible(row != nullptr && !QFileInfo::exists(toText(m_store.folder() / row->source.path)));
    Q_EMIT fileFailed();
  });
  connect(m_player, &Player::opened, this, [this] {
    m_locate->hide();
    m_timeline->setFile(m_player->cache().file(), m_player->cache().index());
    m_marksOf = {};
    showSceneCuts();
    showFit();
    updateCommands();
  });
  connect(&m_store, &ClipStore::jobEnded, this, [this] {
    m_marksOf = {};  // it may have scanned the clip
    showSceneCuts();
  });
  connect(&m_planner, &BucketPlanner::planned, this, [this] {
    if (m_planner.plan() != nullptr) m_cropRow->setBuckets(m_planner.plan()->buckets);
    showFit();
  });
  connect(&m_browser, &ClipBrowser::currentChanged, this, &ClipPanel::showClip);
  showClip();
}

void ClipPanel::makeCommands(ActionRegistry& actions) {
  const auto add = [&](const char* id, const QString& text, const char* iconName, const char* key,
                       const QString& help, std::function<void()> handler) {
    return actions.addScoped(this,
                             {QLatin1String(id), text, iconName, QKeySequence(QLatin1String(key)), help},
                             std::move(handler));
  };
  m_markIn = add(
      "clip.markIn", tr("Set &In"), "mark-in", "I",
      tr("Starts the clip at the current frame. Other selected clips lose as much time at their beginning."),
      [this] { setCut(true, m_player->frame()); });
  m_markOut =
      add("clip.markOut", tr("Set &Out"), "mark-out", "O",
          tr("Ends the clip at the current frame. Other selected clips lose as much time at their end."),
          [this] { setCut(false, m_player->frame()); });
  m_wholeFile = add("clip.whole", tr("Use &whole file"), "whole-file", "Shift+I",
                    tr("Removes the cut, so that the selected clips are whole files again."), [this] {
                      m_store.edit([ids = m_browser.selectedClips()](project::Project& project) {
                        use_whole_files(project, ids);
                      });
                    });
  m_split = add("clip.split", tr("&Split here"), "split", "S",
                tr("Makes two clips; the second one starts at the current frame. Other selected clips are "
                   "split after as much time."),
                [this] {
                  m_store.edit([id = m_clip, ids = m_browser.selectedClips(), frame = m_player->frame()](
                                   project::Project& project) { split(project, id, ids, frame); });
                });
  m_splitScenes = add("clip.splitScenes", tr("Split at s&cene cuts"), "scenes", "Shift+S",
                      tr("Splits the selected clips at the scene cuts marked on the timeline."), [this] {
                        m_store.edit([ids = m_browser.selectedClips()](project::Project& project) {
                          split_at_scenes(project, ids);
                        });
                      });
  m_splitEvery = add("clip.splitEvery", tr("Split into p&ieces…"), "pieces", "Alt+Shift+S",
                     tr("Splits the selected clips into pieces of equal length."), [this] { splitEvery(); });
  m_reviewScenes =
      add("clip.reviewScenes", tr("Re&view scene cuts…"), "review-cuts", "Ctrl+Alt+S",
          tr("Shows the scene cuts of the selected clips, to accept or reject each before splitting."),
          [this] { SceneReview(m_store, m_browser.selectedClips(), this).exec(); });
  m_crop =
      add("clip.crop", tr("&Crop"), "crop", "C",
          tr("Selects the part of the picture to use, in all selected clips: drag, or use the arrow keys "
             "and Return."),
          [] {});
  m_crop->setCheckable(true);
  connect(m_crop, &QAction::toggled, m_player->view(), &VideoView::setCropping);
  connect(m_crop, &QAction::toggled, this, [this](bool on) {
    m_cropRow->setVisible(on);
    showCrop();
    showFit();
  });
  m_clearCrop = add("clip.clearCrop", tr("Clea&r crop"), "crop-clear", "Shift+C",
                    tr("Removes the crop from the selected clips."), [this] {
                      m_store.edit([ids = m_browser.selectedClips()](project::Project& project) {
                        set_crop(project, ids, std::nullopt);
                      });
                    });
  connect(m_buckets, &QMenu::aboutToShow, this, &ClipPanel::fillBucketMenu);
}

/// Commands for what the timeline and the picture show.
void ClipPanel::makeViewCommands(ActionRegistry& actions) {
  const auto add = [&](const char* id, const QString& text, const char* iconName, const QKeySequence& key,
                       const QString& help, std::function<void()> handler) {
    return actions.addScoped(this, {QLatin1String(id), text, iconName, key, help}, std::move(handler));
  };
  m_showUsed = add("clip.showUsed", tr("Show &used part"), "used", QKeySequence(QStringLiteral("U")),
                   tr("Darkens what the bucket crops away. The timeline shows which frames are used."),
                   [this] { showFit(); });
  m_showUsed->setCheckable(true);
  m_showUsed->setChecked(true);
  m_zoomIn =
      add("timeline.zoomIn", tr("Zoom in on the timeline"), "zoom-in", QKeySequence(QStringLiteral("Ctrl++")),
          tr("Shows fewer frames on the timeline, larger."), [this] { m_timeline->zoomBy(2); });
  m_zoomOut = add("timeline.zoomOut", tr("Zoom out of the timeline"), "zoom-out",
                  QKeySequence(QStringLiteral("Ctrl+-")), tr("Shows more frames on the timeline."),
                  [this] { m_timeline->zoomBy(0.5); });
  m_zoomAll = add("timeline.zoomAll", tr("Show the whole file on the timeline"), "zoom-all",
                  QKeySequence(QStringLiteral("Shift+Z")), tr("Shows all frames on the timeline again."),
                  [this] { m_timeline->showWhole(); });
}

/// Checks the current clip's bucket if the user chose it.
void ClipPanel::fillBucketMenu() {
  m_buckets->clear();
  const project::ClipRow* const row = m_browser.currentRow();
  if (row == nullptr) return;
  const auto add = [&](const QString& text, const std::optional<catalog::Bucket>& bucket) {
    QAction* const action = m_buckets->addAction(text, this, [this, bucket] {
      m_store.edit([ids = m_browser.selectedClips(), bucket](project::Project& project) {
        set_bucket(project, ids, bucket);
      });
    });
    action->setCheckable(true);
    action->setChecked(row->clip.bucket == bucket);
    action->setEnabled(m_store.canEdit());
  };
  add(tr("The one that loses least"), std::nullopt);
  if (m_planner.plan() == nullptr) return;
  for (const catalog::Bucket& bucket : m_planner.plan()->buckets)
    add(QString::fromStdString(catalog::to_string(bucket)), bucket);
}

/// Sets up buttons, menus and shortcuts.
void ClipPanel::placeCommands() {
  auto* const row = m_player->tools();
  int place = row->count() - 2;  // before the speed
  for (QAction* const action : {m_markIn, m_markOut, m_split, m_crop, m_showUsed}) {
    auto* const button = new QToolButton;
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    row->insertWidget(place++, named(button, action->iconText(), action->whatsThis()));
  }
  m_timeline->setContextMenuPolicy(Qt::ActionsContextMenu);
  m_timeline->addActions({m_markIn, m_markOut, m_wholeFile, m_split, m_splitEvery, m_splitScenes,
                          m_reviewScenes, separator(m_timeline), m_zoomIn, m_zoomOut, m_zoomAll});
  VideoView& view = *m_player->view();
  view.insertActions(view.actions().first(),
                     {m_crop, m_clearCrop, m_showUsed, m_buckets->menuAction(), separator(&view)});
  m_browser.addKeys({m_markIn, m_markOut, m_wholeFile, m_split, m_splitEvery, m_splitScenes, m_reviewScenes,
                     m_crop, m_clearCrop, m_showUsed, m_zoomIn, m_zoomOut, m_zoomAll});
}

void ClipPanel::showClip() {
  const project::ClipRow* const row = m_browser.currentRow();
  if (row == nullptr) {
    // While a row loads between two lists, the player keeps its clip.
    if (m_browser.currentClip() == 0) {
      m_clip = 0;
      m_player->close(m_store.isOpen() ? tr("Select a clip to see it.") : QString());
      m_locate->hide();
      m_timeline->clear();
      m_fit->clear();
    }
    return updateCommands();
  }
  const bool isOther = m_clip != row->clip.id;
  if (!isOther && isRowBehind()) return updateCommands();
  if (isOther) {
    m_crop->setChecked(false);
    m_locate->hide();
  }
  m_clip = row->clip.id;
  m_player->open(m_store.folder() / row->source.path, row->clip.in_frame, row->clip.out_frame);
  // Another clip of the same file needs only a seek.
  if (isOther && m_player->isOpen()) m_player->goTo(row->clip.in_frame);
  showCrop(*row, toRect(row->clip.crop));
  if (m_player->isOpen()) showSceneCuts();
  showFit();
  updateCommands();
}

/// Whether the row is older than the latest edit, whose result stays visible until the new row arrives.
bool ClipPanel::isRowBehind() const {
  return m_store.isEditing() || !m_browser.isCurrentFresh();
}

/// Shows the crop and the frames that the clip's bucket uses.
void ClipPanel::showFit() {
  const project::ClipRow* const row = m_browser.currentRow();
  const dataset::BucketFit* const fit = row != nullptr ? m_planner.fitOf(row->clip.id) : nullptr;
  VideoView& view = *m_player->view();
  if (fit == nullptr) {
    view.setUsedPart({});
    m_timeline->setUsed({});
    const bool isPlanned = row != nullptr && m_planner.plan() != nullptr;
    m_fit->setText(isPlanned ? tr("This clip fits no bucket and will not be used for training.") : QString());
    return;
  }
  const QLocale locale;
  QStringList parts{tr("Bucket %1").arg(QString::fromStdString(catalog::to_string(fit->bucket)))};
  if (fit->parts > 1) parts << tr("%n samples", nullptr, static_cast<int>(fit->parts));
  if (fit->crop_share >= 0.005)
    parts << tr("%1 % of the picture cropped").arg(locale.toString(100 * fit->crop_share, 'f', 0));
  if (fit->frames_dropped > 0) {
    const double fps = m_planner.settings().fps > 0 ? m_planner.settings().fps : row->source.fps();
    const auto seconds = [&](int64_t frames) {
      return locale.toString(static_cast<double>(frames) / fps, 'f', 1);
    };
    const int64_t all = fit->parts * fit->bucket.frames + fit->frames_dropped;
    parts << tr("%1 of %2 s unused at %3 fps").arg(seconds(fit->frames_dropped), seconds(all), fpsText(fps));
  }
  if (fit->scale > 1.05) parts << tr("enlarged %1×").arg(locale.toString(fit->scale, 'f', 2));
  m_fit->setText(parts.join(QStringLiteral(" · ")));

  // The fit's crop is relative to the user's own.
  const QPoint corner = row->clip.crop ? toRect(row->clip.crop)->topLeft() : QPoint();
  const bool isOn = m_showUsed->isChecked() && !m_crop->isChecked();  // the handles need a clear picture
  view.setUsedPart(isOn ? std::optional(toRect(fit->crop)->translated(corner)) : std::nullopt);
  if (!m_player->isOpen()) return;
  const std::vector<int64_t> frames = media::resample(
      m_player->cache().index(), {row->clip.in_frame, row->clip.out_frame, m_planner.settings().fps});
  std::vector<ScrubBar::Range> samples;
  const auto length = static_cast<size_t>(fit->bucket.frames);
  for (size_t part = 0; isOn && part < static_cast<size_t>(fit->parts); ++part) {
    const size_t end = (part + 1) * length;
    if (end <= frames.size()) samples.push_back({frames[end - length], frames[end - 1]});
  }
  m_timeline->setUsed(std::move(samples));
}

/// Scene cuts are relative to the clip's own frames, which change with each cut.
void ClipPanel::showSceneCuts() {
  const project::ClipRow* const row = m_browser.currentRow();
  if (row == nullptr || m_marksOf == row->clip) return;
  m_marksOf = row->clip;
  m_store.read(
      [clip = m_clip](const project::Project& project, const std::stop_token&) {
        std::vector<qint64> frames;
        for (const media::SceneCut& cut : scene_cuts(project, clip).value_or(std::vector<media::SceneCut>()))
          frames.push_back(cut.frame);
        return frames;
      },
      [this, clip = m_clip](std::vector<qint64> frames) {
        if (clip == m_clip) m_timeline->setMarks(std::move(frames));
      });
}

void ClipPanel::splitEvery() {
  bool good = false;
  const double seconds = QInputDialog::getDouble(this, tr("Split into pieces"), tr("Seconds of each piece:"),
                                                 5, 0.1, 3600, 2, &good);
  if (!good) return;
  m_store.edit([ids = m_browser.selectedClips(), seconds](project::Project& project) {
    split_every(project, ids, seconds);
  });
}

void ClipPanel::setCut(bool isIn, qint64 frame, OneFrame oneFrame) {
  const project::ClipRow* const row = m_browser.currentRow();
  if (row == nullptr) return;
  const qint64 clip = row->clip.id;
  const auto asks = std::make_shared<std::atomic<bool>>(false);
  // Reads the clip again, since the row may be older than a mark set just before.
  m_store.edit(
      [id = clip, ids = m_browser.selectedClips(), isIn, frame, oneFrame, asks](project::Project& project) {
        const project::ClipRow now = project::read_clip(project, id);
        int64_t in = isIn ? frame : now.clip.in_frame;
        int64_t out = isIn ? now.clip.out_frame : frame + 1;
        // Setting one end beyond the other moves the other to the file's end, so that a clip is never empty.
        if (isIn && out <= in) out = now.source.frames;
        if (!isIn && in >= out) in = 0;
        *asks = oneFrame == OneFrame::ask && out - in == 1 && now.clip.frames() > 1;
        if (!*asks) cut(project, now, ids, in, out);
      });
  m_store.readAfterEdits([asks](const project::Project&, const std::stop_token&) { return bool(*asks); },
                         [this, clip, isIn, frame](bool mustAsk) {
                           if (mustAsk && m_clip == clip && agreesToOneFrame(frame) && m_clip == clip)
                             setCut(isIn, frame, OneFrame::agreed);
                         });
}

/// The buttons lack mnemonics: message boxes accept these without Alt, and the user may be typing.
bool ClipPanel::agreesToOneFrame(qint64 frame) {
  QMessageBox question(QMessageBox::Warning, tr("Cut to a single frame?"),
                       tr("Only frame %1 of the clip would remain.").arg(QLocale().toString(frame)),
                       QMessageBox::NoButton, this);
  question.setObjectName(QStringLiteral("oneFrameQuestion"));
  QPushButton* const agree = question.addButton(tr("Cut to one frame"), QMessageBox::DestructiveRole);
  agree->setObjectName(QStringLiteral("cutToOneFrame"));
  QPushButton* const keep = question.addButton(tr("Keep the clip"), QMessageBox::RejectRole);
  keep->setObjectName(QStringLiteral("keepClip"));
  question.setDefaultButton(keep);
  question.setEscapeButton(keep);
  question.exec();
  return question.clickedButton() == agree;
}

void ClipPanel::setCut(qint64 in, qint64 out) {
  m_store.edit([id = m_clip, ids = m_browser.selectedClips(), in, out](project::Project& project) {
    cut(project, project::read_clip(project, id), ids, in, out);
  });
}

void ClipPanel::setCrop(const QRect& crop) {
  const project::ClipRow* const row = m_browser.currentRow();
  if (row == nullptr) return;
  const catalog::Crop part{crop.x(), crop.y(), crop.width(), crop.height()};
  m_store.edit([ids = m_browser.selectedClips(), part, width = row->source.width,
                height = row->source.height](project::Project& project) {
    set_crop_part(project, ids, part, width, height);
  });
  showCrop(*row, crop);
}

void ClipPanel::showCrop() {
  const project::ClipRow* const row = m_browser.currentRow();
  if (row != nullptr && row->clip.id == m_clip && !isRowBehind()) showCrop(*row, toRect(row->clip.crop));
}

void ClipPanel::showCrop(const project::ClipRow& row, const std::optional<QRect>& crop) {
  m_player->view()->setCrop(crop);
  m_cropRow->showCrop(crop, QSize(static_cast<int>(row.source.width), static_cast<int>(row.source.height)),
                      static_cast<int>(m_browser.selectedClips().size()));
}

void ClipPanel::updateCommands() {
  const project::ClipRow* const row = m_browser.currentRow();
  const bool canEdit = row != nullptr && m_store.canEdit();
  const bool canCut = canEdit && m_player->isOpen() && !row->source.is_image;
  m_markIn->setEnabled(canCut);
  m_markOut->setEnabled(canCut);
  m_timeline->setEditable(canCut);
  const bool areMany = m_browser.selectedClips().size() > 1;
  m_wholeFile->setEnabled(canEdit && (areMany || row->clip.frames() < row->source.frames));
  m_split->setEnabled(canCut && m_player->frame() > row->clip.in_frame &&
                      m_player->frame() < row->clip.out_frame);
  m_splitScenes->setEnabled(canEdit);
  m_splitEvery->setEnabled(canEdit);
  m_reviewScenes->setEnabled(canEdit);
  m_crop->setEnabled(canEdit && m_player->isOpen());
  m_showUsed->setEnabled(row != nullptr);
  m_clearCrop->setEnabled(canEdit && (areMany || row->clip.crop.has_value()));
  m_buckets->menuAction()->setEnabled(canEdit);
  for (QAction* const zoom : {m_zoomIn, m_zoomOut, m_zoomAll}) zoom->setEnabled(canCut);
}

}  // namespace fw::ui
