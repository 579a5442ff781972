// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "project/clips.h"

class QHBoxLayout;
class QLabel;
class QPlainTextEdit;

namespace fw::ui {

class ClipStore;

/// What a captioner proposed for the clip beside whose caption this stands, with what it would change in
/// colour; it can be edited before it is accepted. Of several clips it says how many have a proposal. In view
/// only while there is one. GUI thread only.
class ProposalPane : public QWidget {
  Q_OBJECT
 public:
  explicit ProposalPane(ClipStore& store, QWidget* parent = nullptr);
  ~ProposalPane() override;

  /// As CaptionEditor::showClip.
  void showClip(const project::ClipRow* row, const std::vector<int64_t>& selected, bool isFresh);
  /// Whether any of the clips shown has a proposal.
  bool hasProposal() const { return m_count > 0; }
  /// Of all clips shown; one that was edited as it is now. changed() of the store follows.
  void accept();
  void refuse();
  /// Keeps what was typed as the proposal.
  void commit();
  QPlainTextEdit* edit() const { return m_edit; }
  /// How many of several clips have one.
  QLabel* summary() const { return m_summary; }
  /// For the buttons that accept and refuse.
  QHBoxLayout* buttons() const { return m_buttons; }

 Q_SIGNALS:
  void availableChanged();
  /// Is about to hide while it has the focus.
  void emptied();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void showMany();
  void setCount(int64_t count);
  void showDifferences();
  std::vector<int64_t> clips() const;

  ClipStore& m_store;
  QLabel* m_summary;
  QPlainTextEdit* m_edit;
  QHBoxLayout* m_buttons;
  qint64 m_clip = 0;                // 0: none, or several
  std::vector<int64_t> m_clips;     // of several
  QString m_caption;                // the present one
  QString m_saved;                  // the proposal as the project has it
  std::optional<QString> m_before;  // what it was before an edit that is under way
  int64_t m_count = 0;
};

}  // namespace fw::ui
