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

/// A captioner's proposal for the clip, shown next to its caption with the differences coloured; it can be
/// edited before accepting. With several clips it shows how many have a proposal. Visible only if there is
/// one. GUI thread only.
class ProposalPane : public QWidget {
  Q_OBJECT
 public:
  explicit ProposalPane(ClipStore& store, QWidget* parent = nullptr);
  ~ProposalPane() override;

  /// As CaptionEditor::showClip.
  void showClip(const project::ClipRow* row, const std::vector<int64_t>& selected, bool isFresh);
  /// Whether any of the shown clips has a proposal.
  bool hasProposal() const { return m_count > 0; }
  /// Accepts the proposals of all shown clips, with edits. changed() of the store follows.
  void accept();
  void refuse();
  /// Saves the edited proposal.
  void commit();
  QPlainTextEdit* edit() const { return m_edit; }
  /// How many of several clips have a proposal.
  QLabel* summary() const { return m_summary; }
  /// For the buttons that accept and refuse.
  QHBoxLayout* buttons() const { return m_buttons; }

 Q_SIGNALS:
  void availableChanged();
  /// About to hide while it has the focus.
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
  qint64 m_clip = 0;                // 0: none or several
  std::vector<int64_t> m_clips;     // if several
  QString m_caption;                // the current caption
  QString m_saved;                  // the proposal as stored in the project
  std::optional<QString> m_before;  // its text before an edit in progress
  int64_t m_count = 0;
};

}  // namespace fw::ui
