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

/// Writes the caption of one clip, counts its tokens as the model will, and marks what the model would not
/// read. Of several clips it shows the caption that they share, and what is typed replaces the caption of
/// each or is put before or behind it; of their captions it tells the shortest and longest and how many are
/// too long. What was typed is kept when another clip is shown, the focus leaves or the project is closed;
/// each time is one step of the undo history. GUI thread only; counts on a worker.
class CaptionEditor : public QWidget {
  Q_OBJECT
 public:
  CaptionEditor(ClipStore& store, ActionRegistry& actions, QWidget* parent = nullptr);
  ~CaptionEditor() override;

  /// What is typed becomes of the captions of several clips.
  enum class Way { replace, prepend, append };
  /// Null: no clip. The same clip again shows its new caption unless something was typed.
  /// @param selected  of more than one clip: what is typed is for all of them
  /// @param isFresh   else the row may be from before what was typed here and is saved
  void showClip(const project::ClipRow* row, const std::vector<int64_t>& selected = {}, bool isFresh = true);
  /// This clip is the one to show, 0 one that is not known yet: nothing can be typed until it is there.
  void awaitClip(qint64 clip);
  /// Keeps what was typed.
  void commit();
  void setSettings(const DatasetSettings& settings);
  QPlainTextEdit* edit() const { return m_edit; }
  /// Puts another pane of the same width at the text's side.
  void addBeside(QWidget* pane);
  /// In view while several clips are selected.
  QComboBox* way() const { return m_way; }
  /// The different captions of several clips, to give one of them to all; in view while they differ.
  QToolButton* values() const { return m_values; }
  /// "Written by you", "5 clips selected"
  QString originText() const;
  /// "31 of 226 tokens"
  QString countText() const;
  /// Whether the caption has more tokens than the model reads.
  bool isTooLong() const { return m_isTooLong; }
  /// Whether what was typed could not be written to the project.
  bool isUnsaved() const { return m_isUnsaved; }

 Q_SIGNALS:
  void modelFolderWanted();
  /// The clips for which something is typed that is not saved; none: nothing is.
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
  /// The clip or clips that the text is for; none: nobody can type.
  std::vector<int64_t> clips() const;
  /// Shows the text again that the project refused for these clips. @return whether there is one
  bool showRefused();

  ClipStore& m_store;
  QPlainTextEdit* m_edit;
  QHBoxLayout* m_row;
  QHBoxLayout* m_below = nullptr;  // of the controls
  QHBoxLayout* m_belowMany;
  TokenBar* m_tokens;
  QLabel* m_count;
  QLabel* m_origin;
  bool m_isTooLong = false;
  bool m_isUnsaved = false;
  QPushButton* m_chooseModel;
  QComboBox* m_way;
  QToolButton* m_values;
  qint64 m_clip = 0;                            // 0: none, or several
  std::vector<int64_t> m_clips;                 // of several
  std::vector<project::CaptionGroup> m_groups;  // their captions
  std::optional<std::string> m_common;          // the caption of all of them; nothing: they differ
  QString m_saved;
  std::vector<int64_t> m_typedFor;
  std::optional<QString> m_before;  // what was saved before an edit that is under way
  std::optional<std::pair<std::vector<int64_t>, QString>> m_sent;  // the clips and text of that edit
  std::map<std::vector<int64_t>, QString> m_refused;               // texts by clips, until they are saved
  DatasetSettings m_settings;
  QTimer m_typing;
  workflow::CaptionTokenizers m_tokenizers;
  std::string m_tokenizerFolder;  // of the model that they are of
  Worker m_worker;                // last: ends before all else
};

}  // namespace fw::ui
