// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/palette_sources.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <algorithm>

#include "project/clips.h"
#include "ui/run_settings/setting_text.h"
#include "ui/state/clip_store.h"
#include "ui/state/fault_text.h"
#include "ui/state/navigator.h"
#include "ui/state/project_session.h"
#include "ui/state/run_list_model.h"
#include "ui/theme/icons.h"

namespace fw::ui {

namespace {

class PaletteText {
  Q_DECLARE_TR_FUNCTIONS(PaletteText)
};

constexpr int wholeWords = 500;  // above the score of scattered letters
constexpr int byOtherName = 450;
constexpr size_t mostClips = 8;

std::vector<PaletteRow> settingsFor(const QString& typed, Navigator& navigator) {
  std::vector<PaletteRow> rows;
  for (const catalog::Setting& setting : run::settings()) {
    const QString label = settingLabel(setting);
    int score = matchScore(label, typed);
    if (score < wholeWords) score = matches(setting, typed) ? byOtherName : 0;
    if (score == 0 || setting.key == "schema") continue;
    rows.push_back({score, icon("settings"), label + QStringLiteral(" · ") + settingKey(setting),
                    PaletteText::tr("Setting"), settingExplanation(setting),
                    [&navigator, key = settingKey(setting)] { Q_EMIT navigator.settingRequested(key); }});
  }
  return rows;
}

std::vector<PaletteRow> runsFor(const QString& typed, const RunListModel& runs, Navigator& navigator) {
  std::vector<PaletteRow> rows;
  for (const RunRow& run : runs.runs()) {
    const QString name = runs.nameOf(run);
    const QString note = QString::fromStdString(run.notes.note).simplified();
    const int score = std::max(matchScore(name, typed), matchScore(note, typed));
    if (score < wholeWords) continue;
    rows.push_back({score, icon("monitor"), note.isEmpty() ? name : name + QStringLiteral(" · ") + note,
                    PaletteText::tr("Run"), run.folder,
                    [&navigator, folder = run.folder] { Q_EMIT navigator.runRequested(folder); }});
  }
  return rows;
}

PaletteRow clipRow(const project::ClipRow& clip, Navigator& navigator) {
  const QString path = QString::fromStdString(clip.source.path);
  QString text = QFileInfo(path).fileName();
  if (clip.caption) text += QStringLiteral(" · ") + QString::fromStdString(clip.caption->text).simplified();
  return {0,    icon("dataset"),
          text, PaletteText::tr("Clip"),
          path, [&navigator, id = clip.clip.id] { Q_EMIT navigator.datasetClipsRequested({id}); }};
}

}  // namespace

PaletteSources paletteSources(const Services& services) {
  PaletteSources sources;
  sources.now = [services](const QString& typed) {
    std::vector<PaletteRow> rows;
    if (!services.project.isOpen()) return rows;
    rows = settingsFor(typed, services.navigator);
    std::ranges::move(runsFor(typed, services.runs, services.navigator), std::back_inserter(rows));
    return rows;
  };
  sources.later = [services](const QString& typed, const std::function<void(std::vector<PaletteRow>)>& take) {
    const auto parsed = project::ClipFilter::parse(typed.toStdString());
    const auto* const filter = std::get_if<project::ClipFilter>(&parsed);
    if (filter == nullptr) return;
    services.clips.read(
        [filter = *filter](const project::Project& project, const std::stop_token&) {
          std::vector<int64_t> ids = list_clips(project, filter);
          ids.resize(std::min(ids.size(), mostClips));
          return read_clips(project, ids);
        },
        [&navigator = services.navigator, take](const std::vector<project::ClipRow>& clips) {
          std::vector<PaletteRow> rows;
          for (const project::ClipRow& clip : clips) rows.push_back(clipRow(clip, navigator));
          take(std::move(rows));
        });
  };
  return sources;
}

}  // namespace fw::ui
