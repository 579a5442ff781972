// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;
class QLabel;

namespace fw::ui {

class ActionRegistry;
class BucketPlanner;
class ClipBrowser;
class ClipStore;
class Player;

/// The current clip: the player with its cut and crop, which are edited here, and over it the part of the
/// picture and the frames that its bucket really takes. GUI thread only.
class ClipPanel : public QWidget {
  Q_OBJECT
 public:
  ClipPanel(ClipStore& store, ActionRegistry& actions, ClipBrowser& browser, BucketPlanner& planner,
            QWidget* parent = nullptr);

  Player* player() const { return m_player; }
  /// What becomes of the clip in its bucket.
  QLabel* fitLabel() const { return m_fit; }

 private:
  void makeCommands(ActionRegistry& actions);
  void showClip();
  void showFit();
  void showSceneCuts();
  void setCut(bool isIn);
  void setCrop(const QRect& crop);
  void updateCommands();

  ClipStore& m_store;
  ClipBrowser& m_browser;
  BucketPlanner& m_planner;
  Player* m_player;
  QLabel* m_fit;
  QAction* m_markIn = nullptr;
  QAction* m_markOut = nullptr;
  QAction* m_wholeFile = nullptr;
  QAction* m_split = nullptr;
  QAction* m_splitScenes = nullptr;
  QAction* m_crop = nullptr;
  QAction* m_clearCrop = nullptr;
  QAction* m_showUsed = nullptr;
  qint64 m_clip = 0;
  qint64 m_marksOf = 0;  // the clip whose scene cuts are marked
};

}  // namespace fw::ui
