// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "project/clip_filter.h"
#include "ui/widgets/flow_row.h"

class QButtonGroup;
class QToolButton;

namespace fw::ui {

class CaptionTokens;
class ClipStore;

/// How many clips are in order and how many are not, each number a filter. GUI thread only; counts on
/// the store's worker.
class HealthStrip : public FlowRow {
  Q_OBJECT
 public:
  enum Kind {
    AllClips,
    NoCaption,
    TooShort,
    WrongRate,
    Damaged,
    Missing,
    Duplicate,
    TooLong,
    NotScanned,
    KindCount
  };

  explicit HealthStrip(ClipStore& store, QWidget* parent = nullptr);

  Kind chosen() const { return m_chosen; }
  /// The filter of what is chosen; onlyMissing() besides, which is no matter of the database.
  const project::ClipFilter& filter() const { return m_filters[m_chosen]; }
  bool onlyMissing() const { return m_chosen == Missing; }
  QToolButton* button(Kind kind) const { return m_buttons[kind]; }
  /// -1 until it is counted.
  qint64 count(Kind kind) const { return m_counts[kind]; }
  void choose(Kind kind);
  /// Counts again, e.g. because files may have come or gone behind the window.
  void recount();
  /// Whether there are files that no clip was made of, which is no reason for a green tick.
  void setRefused(bool hasRefused);

 Q_SIGNALS:
  void chosenChanged();
  void counted();

 protected:
  void showEvent(QShowEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Health;
  void take(const Health& health);
  void showCounts();

  ClipStore& m_store;
  std::shared_ptr<CaptionTokens> m_tokens;  // used where the store counts
  QButtonGroup* m_group;
  std::vector<QToolButton*> m_buttons;
  std::vector<qint64> m_counts;
  std::vector<project::ClipFilter> m_filters;
  Kind m_chosen = AllClips;
  bool m_hasRefused = false;
  bool m_isCounting = false;
  bool m_countAgain = false;
};

}  // namespace fw::ui
