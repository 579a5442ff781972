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
class OtherCaptions;
class ProposalPane;
class TagRow;
class WeightRow;
class ClipBrowser;
class ClipStore;
class EngineBridge;

/// The place for captions: the editor for the selection, and the commands that change many captions or let a
/// captioner propose them. GUI thread only.
class CaptionBench : public QWidget {
  Q_OBJECT
 public:
  CaptionBench(EngineBridge& bridge, ClipStore& store, ClipBrowser& browser, ActionRegistry& actions,
               QWidget* parent = nullptr);

  CaptionEditor* editor() const { return m_editor; }
  ProposalPane* proposal() const { return m_proposal; }
  TagRow* tags() const { return m_tags; }
  OtherCaptions* others() const { return m_others; }
  WeightRow* weights() const { return m_weights; }
  /// Enables the commands depending on whether there are clips.
  void updateCommands();

 Q_SIGNALS:
  void modelFolderRequested();

 private:
  void makeCommands(ActionRegistry& actions);
  QHBoxLayout* makeHead();
  void showClip();
  void readState();
  /// Moves to the next clip of the list that passes a filter, then calls `take`.
  void goToNext(const char* filter, std::function<void()> take);
  void nextWithoutCaption();
  void accept();
  void refuse();
  void acceptAll();
  void showProposals();
  void showProposalCount();
  void replaceInCaptions();
  void askCaptioner();
  void updateAdd();
  void addCaption();
  void editRules();
  void editSets();

  EngineBridge& m_bridge;
  ClipStore& m_store;
  ClipBrowser& m_browser;
  CaptionEditor* m_editor;
  QAction* m_next = nullptr;
  QAction* m_replace = nullptr;
  QAction* m_captioner = nullptr;
  ProposalPane* m_proposal;
  OtherCaptions* m_others;
  TagRow* m_tags;
  WeightRow* m_weights;
  QAction* m_sets = nullptr;
  QAction* m_add = nullptr;
  QAction* m_rules = nullptr;
  QToolButton* m_proposalCount = nullptr;
  QAction* m_accept = nullptr;
  QAction* m_refuse = nullptr;
  QAction* m_acceptAll = nullptr;
  QAction* m_showProposals = nullptr;
  int64_t m_proposals = 0;  // in the whole project
  bool m_isGoing = false;   // the next clip's row is loading
};

}  // namespace fw::ui
