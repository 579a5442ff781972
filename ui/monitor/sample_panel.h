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

/// The clips that the run makes while it trains, under their steps; one that is chosen plays below them.
/// GUI thread only.
class SamplePanel : public QWidget {
  Q_OBJECT
 public:
  SamplePanel(StepView& view, ClipStore& store, ActionRegistry& actions, QWidget* parent = nullptr);

  enum class Room { forClips = 1, always };
  /// @param clips  by step  @param room  whether it is there without clips, too
  void setClips(const QString& runFolder, const std::vector<RunClip>& clips, Room room);
  /// The name of the chosen prompt's clips.
  QString prompt() const;
  /// Chooses it as soon as the run's clips are there.
  void wantPrompt(const QString& runFolder, const QString& name);
  /// Shows the clip that another panel shows, as soon as the run's clips are there.
  void takeOver(const SamplePanel& other);
  SampleStrip* strip() const { return m_strip; }
  LiveComboBox* prompts() const { return m_prompts; }
  Player* player() const { return m_player; }
  /// For buttons beside the prompts.
  QHBoxLayout* tools() const { return m_tools; }

 Q_SIGNALS:
  void played();
  /// In the gallery.
  void clipWanted(const QString& runFolder, const QString& clip);

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
