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

/// Plays a clip, B, and another one, A, beside or over it. There is one transport, that of B: both show the
/// same frame number at all times. A shorter A stays at its last frame, a longer one is shown as far as B
/// goes; a sentence says so. GUI thread only.
class ComparePlayer : public QWidget {
  Q_OBJECT
 public:
  enum class Mode { single = 1, sideBySide, wipe };
  struct Side {
    QString file;  ///< empty: none
    QString note;  ///< what it is, in words
    bool operator==(const Side&) const = default;
  };

  /// @param scope  where the keys of its modes work; those of playing only do here
  ComparePlayer(ActionRegistry& actions, QWidget* scope, QWidget* parent = nullptr);

  /// Goes on at the same frame, and playing, when only the files change.
  void setSides(const Side& a, const Side& b);
  /// Shows no clip but a sentence.
  void close(const QString& text);
  void setMode(Mode mode);
  Mode mode() const { return m_mode; }
  void play();

  Player* player() const { return m_player; }
  CompareView* viewA() const { return m_viewA; }
  /// In mode wipe A lies over its left part.
  CompareView* viewB() const { return m_viewB; }
  const FrameCache& cacheA() const { return m_cacheA; }
  /// Frame of A that is on the screen; -1: none.
  qint64 frameOfA() const { return m_frameOfA; }
  /// What is to be known of the two, e.g. that one is shorter; empty when there is nothing.
  QString notice() const;
  /// Those of the modes and of the divider.
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
  qint64 m_keptFrame = -1;  // where the next clip goes on; -1: at its start
  double m_keptSpeed = 0;   // 0: it stands still
  FrameCache m_cacheA;
};

}  // namespace fw::ui
