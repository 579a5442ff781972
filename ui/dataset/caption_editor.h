// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <map>
#include <memory>
#include <optional>

#include "project/captions.h"
#include "ui/dataset/dataset_settings.h"
#include "ui/state/worker.h"
#include "workflow/caption_tokens.h"

class QComboBox;
class QHBoxLayout;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QToolButton;

namespace fw::ui {

class ActionRegistry;
class ClipStore;
class TokenBar;

/// Edits a clip's caption, counts its tokens as the model will, and marks text the model will not read. With
/// several clips it shows their common caption, and the typed text replaces each caption or is added before
/// or after it; it also shows the shortest and longest caption and how many are too long. Saves when another
/// clip is shown, the focus leaves or the project closes; each save is one undo step. GUI thread only; counts
/// on a worker.
class CaptionEditor : public QWidget {
  Q_OBJECT
 public:
  CaptionEditor(ClipStore& store, ActionRegistry& actions, QWidget* parent = nullptr);
  ~CaptionEditor() override;

  /// How the typed text changes the captions of several clips.
  enum class Way { replace, prepend, append };
  /// Null: no clip. Showing the same clip again updates its caption unless the user has typed something.
  /// @param selected  of more than one clip: the typed text is for all of them
  /// @param isFresh   otherwise the row may be older than text typed here and being saved
  void showClip(const project::ClipRow* row, const std::vector<int64_t>& selected = {}, bool isFresh = true);
  /// Prepares for a clip whose row is still loading (0: unknown); nothing can be typed until it is shown.
  void awaitClip(qint64 clip);
  /// Saves the typed text.
  void commit();
  void setSettings(const DatasetSettings& settings);
  QPlainTextEdit* edit() const { return m_edit; }
  /// Adds another pane of the same width next to the text.
  void addBeside(QWidget* pane);
  /// Visible while several clips are selected.
  QComboBox* way() const { return m_way; }
  /// The different captions of several clips, to give one of them to all; visible while they differ.
  QToolButton* values() const { return m_values; }
  /// "Written by you", "5 clips selected"
  QString originText() const;
  /// "31 of 226 tokens"
  QString countText() const;
  /// Whether the caption has more tokens than the model reads.
  bool isTooLong() const { return m_isTooLong; }
  /// Whether text could not be saved to the project.
  bool isUnsaved() const { return m_isUnsaved; }

 Q_SIGNALS:
  void modelFolderRequested();
  /// The clips with unsaved text; empty: none.
  void typedFor(const std::vector<int64_t>& clips);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Counted;
  void commitIfLeft(const QWidget* focus);
  template <typename Work, typename Take>
  void withTokenizers(Work work, Take take);
  void count();
  void countMany();
  void placeTokens(bool areMany);
  void takeCount(const Counted& counted);
  QString originText(const project::ClipRow& row) const;
  void showMany(const std::vector<int64_t>& selected);
  void takeGroups(const std::vector<int64_t>& clips, const std::vector<project::CaptionGroup>& groups);
  void fillValues();
  void showWays();
  void noteTyping();
  /// The clip or clips that the text is for; empty: typing is disabled.
  std::vector<int64_t> clips() const;
  /// Shows the text again that the project rejected for these clips. @return whether there is one
  bool showRefused();

  ClipStore& m_store;
  QPlainTextEdit* m_edit;
  QHBoxLayout* m_row;
  QHBoxLayout* m_below = nullptr;  // row of the controls
  QHBoxLayout* m_belowMany;
  TokenBar* m_tokens;
  QLabel* m_count;
  QLabel* m_origin;
  bool m_isTooLong = false;
  bool m_isUnsaved = false;
  QPushButton* m_chooseModel;
  QComboBox* m_way;
  QToolButton* m_values;
  qint64 m_clip = 0;                            // 0: none or several
  std::vector<int64_t> m_clips;                 // if several
  std::vector<project::CaptionGroup> m_groups;  // their captions
  std::optional<std::string> m_common;          // shared by all of them; nullopt: they differ
  QString m_saved;
  std::vector<int64_t> m_typedFor;
  std::optional<QString> m_before;  // the saved text before an edit in progress
  std::optional<std::pair<std::vector<int64_t>, QString>> m_sent;  // clips and text of that edit
  std::map<std::vector<int64_t>, QString> m_refused;               // texts by clips, until saved
  DatasetSettings m_settings;
  QTimer m_typing;
  workflow::CaptionTokenizers m_tokenizers;
  std::string m_tokenizerFolder;  // the model folder it belongs to
  Worker m_worker;                // last: destroyed first
};

}  // namespace fw::ui
