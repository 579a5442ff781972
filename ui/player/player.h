// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>
#include <QWidget>
#include <filesystem>

#include "ui/player/frame_cache.h"

class QAction;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace fw::ui {

class ActionRegistry;
class ScrubBar;
class VideoView;

/// Plays a clip frame by frame: forward and backward, at any speed, looping over its cut, and shows the frame
/// number. No sound. GUI thread only.
class Player : public QWidget {
  Q_OBJECT
 public:
  /// @param prefix  of the command ids; unique for each player of a window
  /// @param scope   where its shortcuts work; null: only in the player
  /// @param view    shows the picture; null: a plain one
  /// @param bar     shows the position; null: a plain one
  Player(ActionRegistry& actions, const QString& prefix, QWidget* scope = nullptr, QWidget* parent = nullptr,
         VideoView* view = nullptr, ScrubBar* bar = nullptr);

  /// Shows a file at the first frame of the cut in..out-1; out -1 is the file's end. If the file is open
  /// already, only the cut changes.
  void open(const std::filesystem::path& file, qint64 in = 0, qint64 out = -1);
  /// Closes the file and shows a sentence.
  void close(const QString& text);
  /// A clip to play in sync with this one. It follows this player, holds its last frame if it is shorter, and
  /// no frame is shown before both have it. Null: none.
  void setPartner(FrameCache* partner);
  /// The partner's picture for the current frame; null if it is not decoded yet.
  QImage partnerImage() const;

  bool isOpen() const { return m_cache.isOpen(); }
  qint64 frame() const { return m_frame; }
  /// Whether the screen shows the frame that frame() returns.
  bool isShown() const { return m_shownFrame == m_frame; }
  bool isPlaying() const { return m_timer.isActive(); }
  double speed() const { return m_speed; }
  void goTo(qint64 frame);
  void step(qint64 by);
  /// 1 is the clip's own speed; negative plays backward.
  void play(double speed);
  void pause();
  /// Continues at another player's position, speed and loop setting, once the same file is open here.
  void takeOver(const Player& other);

  VideoView* view() const { return m_view; }
  /// For additional pictures next to its own.
  QHBoxLayout* stage() const { return m_stage; }
  ScrubBar* scrubBar() const { return m_scrub; }
  const FrameCache& cache() const { return m_cache; }
  /// For additional buttons next to the playback buttons.
  QHBoxLayout* tools() const { return m_tools; }
  const QList<QAction*>& commands() const { return m_commands; }
  QLabel* frameLabel() const { return m_label; }

 Q_SIGNALS:
  /// The user did something: a command, the bar, the picture or the speed.
  void used();
  void opened();
  /// The file cannot be shown; its fault is displayed instead of the picture.
  void failed();
  void frameChanged(qint64 frame);
  /// The frame is on the screen, and the partner's too.
  void frameShown(qint64 frame);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Place {
    std::filesystem::path file;
    qint64 frame = 0;
    double speed = 0;  // 0: paused
  };

  void makeCommands(ActionRegistry& actions, const QString& prefix, QWidget* scope);
  void tellOfUse();
  void togglePlaying();
  void shuttle(int direction);
  void restartClock();
  void resume();
  void tick();
  void setFrame(qint64 frame);
  void showFrame();
  void showPlaying();
  qint64 partnerFrame() const;
  bool isInCut() const { return m_frame >= m_in && m_frame < m_out; }

  FrameCache m_cache;
  QPointer<FrameCache> m_partner;
  VideoView* m_view;
  QHBoxLayout* m_stage;
  ScrubBar* m_scrub;
  QLabel* m_label;
  QHBoxLayout* m_tools;
  QComboBox* m_speeds;
  QAction* m_play = nullptr;
  QAction* m_loop = nullptr;
  QList<QAction*> m_commands;
  QTimer m_timer;
  QElapsedTimer m_clock;
  double m_clockStartS = 0;  // position in the clip when the clock started
  double m_speed = 1;
  qint64 m_wantedIn = 0;  // until the file is open
  qint64 m_wantedOut = -1;
  Place m_resumed;  // from another player; until its file is open
  qint64 m_in = 0;
  qint64 m_out = 0;
  qint64 m_frame = 0;
  qint64 m_shownFrame = -1;
};

}  // namespace fw::ui
