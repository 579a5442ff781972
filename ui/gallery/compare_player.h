// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/player/frame_cache.h"

class QAction;
class QActionGroup;

namespace fw::ui {

class ActionRegistry;
class CompareView;
class Player;
class WrapLabel;

/// Plays clip B, with another one, A, next to or over it. Both always show the same frame number, driven by
/// B's transport. A shorter A holds its last frame, a longer one is cut off at B's length; a sentence tells
/// the user. GUI thread only.
class ComparePlayer : public QWidget {
  Q_OBJECT
 public:
  enum class Mode { single = 1, sideBySide, wipe };
  struct Side {
    QString file;  ///< empty: none
    QString note;  ///< describes it in words
    bool operator==(const Side&) const = default;
  };

  /// @param scope  where the shortcuts of the modes work; playback shortcuts work only here
  ComparePlayer(ActionRegistry& actions, QWidget* scope, QWidget* parent = nullptr);

  /// Keeps frame and playback when only the files change.
  void setSides(const Side& a, const Side& b);
  /// Closes the clips and shows a sentence.
  void close(const QString& text);
  void setMode(Mode mode);
  Mode mode() const { return m_mode; }
  void play();

  Player* player() const { return m_player; }
  CompareView* viewA() const { return m_viewA; }
  /// In wipe mode A covers its left part.
  CompareView* viewB() const { return m_viewB; }
  const FrameCache& cacheA() const { return m_cacheA; }
  /// Frame of A on the screen; -1: none.
  qint64 frameOfA() const { return m_frameOfA; }
  /// A remark about the pair, e.g. that one is shorter; empty: none.
  QString notice() const;
  /// Commands of the modes and of the divider.
  const std::vector<QAction*>& modeActions() const { return m_modes; }

 Q_SIGNALS:
  void modeChanged();

 private:
  void makeActions(ActionRegistry& actions, QWidget* scope);
  void showMode();
  void openA();
  void showA();
  void showNotes();
  void takeUp();

  CompareView* m_viewA;
  CompareView* m_viewB;
  Player* m_player;
  WrapLabel* m_notice;
  QActionGroup* m_group;
  std::vector<QAction*> m_modes;
  Mode m_mode = Mode::sideBySide;
  Side m_a;
  Side m_b;
  QString m_faultOfA;
  qint64 m_frameOfA = -1;
  qint64 m_keptFrame = -1;  // where the next clip continues; -1: at its start
  double m_keptSpeed = 0;   // 0: paused
  FrameCache m_cacheA;
};

}  // namespace fw::ui
