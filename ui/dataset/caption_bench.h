// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;
class QHBoxLayout;

namespace fw::ui {

class ActionRegistry;
class CaptionEditor;
class ClipBrowser;
class ClipStore;
class EngineBridge;

/// Where captions are written: the editor of what is selected, and the commands that work on many captions or
/// have a captioner propose them. GUI thread only.
class CaptionBench : public QWidget {
  Q_OBJECT
 public:
  CaptionBench(EngineBridge& bridge, ClipStore& store, ClipBrowser& browser, ActionRegistry& actions,
               QWidget* parent = nullptr);

  CaptionEditor* editor() const { return m_editor; }
  /// There are clips or there are none.
  void updateCommands();

 Q_SIGNALS:
  void modelFolderWanted();

 private:
  void makeCommands(ActionRegistry& actions);
  QHBoxLayout* makeHead();
  void showClip();
  void readSettings();
  void nextWithoutCaption();
  void replaceInCaptions();
  void askCaptioner();

  EngineBridge& m_bridge;
  ClipStore& m_store;
  ClipBrowser& m_browser;
  CaptionEditor* m_editor;
  QAction* m_next = nullptr;
  QAction* m_replace = nullptr;
  QAction* m_captioner = nullptr;
};

}  // namespace fw::ui
