// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "project/clips.h"

class QAction;
class QLabel;
class QMenu;
class QPushButton;

namespace fw::ui {

class ActionRegistry;
class BucketPlanner;
class ClipBrowser;
class ClipStore;
class CropRow;
class Player;
class Timeline;

/// The current clip: a player in which to edit cut and crop, with overlays for the part of the picture and
/// the frames that its bucket uses. GUI thread only.
class ClipPanel : public QWidget {
  Q_OBJECT
 public:
  ClipPanel(ClipStore& store, ActionRegistry& actions, ClipBrowser& browser, BucketPlanner& planner,
            QWidget* parent = nullptr);

  Player* player() const { return m_player; }
  Timeline* timeline() const { return m_timeline; }
  CropRow* cropRow() const { return m_cropRow; }
  /// Menu to put the selected clips into a bucket.
  QMenu* bucketMenu() const { return m_buckets; }
  /// Describes how the clip fits its bucket.
  QLabel* fitLabel() const { return m_fit; }
  /// Visible while the clip's file is missing.
  QPushButton* locateButton() const { return m_locate; }

 Q_SIGNALS:
  /// The clip's file has become unreadable.
  void fileFailed();
  void locateRequested();

 private:
  void makeCommands(ActionRegistry& actions);
  void makeViewCommands(ActionRegistry& actions);
  void placeCommands();
  void fillBucketMenu();
  void showClip();
  void showFit();
  void showSceneCuts();
  void splitEvery();
  /// Whether to ask before a clip becomes a single frame, since a stray key press can do that.
  enum class OneFrame { ask, agreed };
  void setCut(bool isIn, qint64 frame, OneFrame oneFrame = OneFrame::ask);
  bool agreesToOneFrame(qint64 frame);
  void setCut(qint64 in, qint64 out);
  void setCrop(const QRect& crop);
  bool isRowBehind() const;
  void showCrop();
  void showCrop(const project::ClipRow& row, const std::optional<QRect>& crop);
  void updateCommands();

  ClipStore& m_store;
  ClipBrowser& m_browser;
  BucketPlanner& m_planner;
  Timeline* m_timeline;
  Player* m_player;
  CropRow* m_cropRow;
  QPushButton* m_locate;
  QLabel* m_fit;
  QMenu* m_buckets;
  QAction* m_markIn = nullptr;
  QAction* m_markOut = nullptr;
  QAction* m_wholeFile = nullptr;
  QAction* m_split = nullptr;
  QAction* m_splitEvery = nullptr;
  QAction* m_splitScenes = nullptr;
  QAction* m_reviewScenes = nullptr;
  QAction* m_crop = nullptr;
  QAction* m_clearCrop = nullptr;
  QAction* m_showUsed = nullptr;
  QAction* m_zoomIn = nullptr;
  QAction* m_zoomOut = nullptr;
  QAction* m_zoomAll = nullptr;
  qint64 m_clip = 0;
  project::Clip m_marksOf;  // the clip and cut whose scene cuts are marked
};

}  // namespace fw::ui
