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

/// Plays a clip exactly frame by frame: forward and backward, at any speed, in a loop over its cut, with the
/// number of the frame in view. Clips have no sound. GUI thread only.
class Player : public QWidget {
  Q_OBJECT
 public:
  /// @param prefix  of the commands' ids; each player of the window has its own
  /// @param scope   where its keys work; null: in the player alone
  /// @param view    shows the picture; null: a plain one
  /// @param bar     shows the place in the clip; null: a plain one
  Player(ActionRegistry& actions, const QString& prefix, QWidget* scope = nullptr, QWidget* parent = nullptr,
         VideoView* view = nullptr, ScrubBar* bar = nullptr);

  /// Shows a file at its first frame of the cut in..out-1; out -1 is its end. A file that is shown already
  /// only gets the new cut.
  void open(const std::filesystem::path& file, qint64 in = 0, qint64 out = -1);
  /// Shows no file but a sentence.
  void close(const QString& text);
  /// Another clip that is looked at together with this one: it follows, its last frame stays when it is the
  /// shorter one, and no frame is shown before both have it. Null: none.
  void setPartner(FrameCache* partner);
  /// The partner's picture for the frame that is shown; null while it has none.
  QImage partnerImage() const;

  bool isOpen() const { return m_cache.isOpen(); }
  qint64 frame() const { return m_frame; }
  /// Whether what is on the screen is the frame that frame() says.
  bool isShown() const { return m_shownFrame == m_frame; }
  bool isPlaying() const { return m_timer.isActive(); }
  double speed() const { return m_speed; }
  void goTo(qint64 frame);
  void step(qint64 by);
  /// 1 is the clip's own speed; negative plays backward.
  void play(double speed);
  void pause();
  /// Goes on where another player is, as soon as the same file is open here; with its speed and loop.
  void takeOver(const Player& other);

  VideoView* view() const { return m_view; }
  /// For more pictures beside its own.
  QHBoxLayout* stage() const { return m_stage; }
  ScrubBar* scrubBar() const { return m_scrub; }
  const FrameCache& cache() const { return m_cache; }
  /// For more buttons beside those of playing.
  QHBoxLayout* tools() const { return m_tools; }
  const QList<QAction*>& commands() const { return m_commands; }
  QLabel* frameLabel() const { return m_label; }

 Q_SIGNALS:
  /// By a person: a command, the bar, the picture or the speed.
  void used();
  void opened();
  /// The file cannot be shown: its fault is, in the place of the picture.
  void failed();
  void frameChanged(qint64 frame);
  /// The frame is on the screen, the partner's too.
  void frameShown(qint64 frame);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Place {
    std::filesystem::path file;
    qint64 frame = 0;
    double speed = 0;  // 0: it stands still
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
  double m_clockStartS = 0;  // place in the clip when the clock was started
  double m_speed = 1;
  qint64 m_wantedIn = 0;  // until the file is open
  qint64 m_wantedOut = -1;
  Place m_resumed;  // of another player; until its file is open
  qint64 m_in = 0;
  qint64 m_out = 0;
  qint64 m_frame = 0;
  qint64 m_shownFrame = -1;
};

}  // namespace fw::ui
