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

/// Counts of clips without and with problems, each count a filter. GUI thread only; counts on the store's
/// worker.
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
  /// The filter of the chosen count; onlyMissing() is separate, since the database does not know it.
  const project::ClipFilter& filter() const { return m_filters[m_chosen]; }
  bool onlyMissing() const { return m_chosen == Missing; }
  QToolButton* button(Kind kind) const { return m_buttons[kind]; }
  /// -1: not counted yet.
  qint64 count(Kind kind) const { return m_counts[kind]; }
  void choose(Kind kind);
  /// Counts again, e.g. because files may have appeared or disappeared.
  void recount();
  /// Whether an import rejected files: then there is no green tick.
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
  std::shared_ptr<CaptionTokens> m_tokens;  // used on the store's counting thread
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
