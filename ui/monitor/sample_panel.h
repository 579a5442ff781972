// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/charts/step_view.h"
#include "ui/state/curve_store.h"
#include "ui/state/thumbnail_cache.h"

class QHBoxLayout;
class QLabel;

namespace fw::ui {

class ActionRegistry;
class LiveComboBox;
class Player;
class SampleStrip;
class WrapLabel;

/// The validation clips of a run under their steps; the selected one plays below. GUI thread only.
class SamplePanel : public QWidget {
  Q_OBJECT
 public:
  SamplePanel(StepView& view, ClipStore& store, ActionRegistry& actions, QWidget* parent = nullptr);

  enum class Room { forClips = 1, always };
  /// @param clips  by step  @param room  whether to keep the space if there are no clips
  void setClips(const QString& runFolder, const std::vector<RunClip>& clips, Room room);
  /// The clip name of the selected prompt.
  QString prompt() const;
  /// Selects it once the run's clips are loaded.
  void wantPrompt(const QString& runFolder, const QString& name);
  /// Shows the same clip as another panel, once the run's clips are loaded.
  void takeOver(const SamplePanel& other);
  SampleStrip* strip() const { return m_strip; }
  LiveComboBox* prompts() const { return m_prompts; }
  Player* player() const { return m_player; }
  /// For buttons next to the prompts.
  QHBoxLayout* tools() const { return m_tools; }

 Q_SIGNALS:
  void played();
  /// Requests the clip in the Gallery.
  void clipRequested(const QString& runFolder, const QString& clip);

 private:
  QWidget* makePlayer(ActionRegistry& actions);
  void listPrompts();
  void showStrip();
  void open(const RunClip& clip);
  void play(const RunClip& clip);
  void showMenu(const RunClip& clip, const QPoint& place);
  void closePlayer();

  QString m_run;
  std::vector<RunClip> m_clips;
  ThumbnailCache m_thumbnails;
  QLabel* m_label;
  LiveComboBox* m_prompts;
  QHBoxLayout* m_tools;
  SampleStrip* m_strip;
  Player* m_player = nullptr;
  WrapLabel* m_title = nullptr;
  QWidget* m_stage = nullptr;
  QString m_played;  // path
  QString m_wantedRun;
  QString m_wantedPrompt;
  QString m_wantedClip;  // path
};

}  // namespace fw::ui
