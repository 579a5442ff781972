// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>

class QAction;
class QHBoxLayout;
class QToolButton;

namespace fw::ui {

class ActionRegistry;
class CaptionEditor;
class ProposalPane;
class TagRow;
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
  ProposalPane* proposal() const { return m_proposal; }
  TagRow* tags() const { return m_tags; }
  /// There are clips or there are none.
  void updateCommands();

 Q_SIGNALS:
  void modelFolderWanted();

 private:
  void makeCommands(ActionRegistry& actions);
  QHBoxLayout* makeHead();
  void showClip();
  void readState();
  /// The next clip of the list that passes a filter. @param take  then
  void goToNext(const char* filter, std::function<void()> take);
  void nextWithoutCaption();
  void accept();
  void refuse();
  void acceptAll();
  void showProposals();
  void showProposalCount();
  void replaceInCaptions();
  void askCaptioner();

  EngineBridge& m_bridge;
  ClipStore& m_store;
  ClipBrowser& m_browser;
  CaptionEditor* m_editor;
  QAction* m_next = nullptr;
  QAction* m_replace = nullptr;
  QAction* m_captioner = nullptr;
  ProposalPane* m_proposal;
  TagRow* m_tags;
  QToolButton* m_proposalCount = nullptr;
  QAction* m_accept = nullptr;
  QAction* m_refuse = nullptr;
  QAction* m_acceptAll = nullptr;
  QAction* m_showProposals = nullptr;
  int64_t m_proposals = 0;  // of the whole project
  bool m_isGoing = false;   // to another clip, whose row is on the way
};

}  // namespace fw::ui
