// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <algorithm>
#include <optional>

namespace fw::ui {

/// The visible steps and the cursor, shared by all charts of a page. While all steps are visible, the view
/// follows new ones. GUI thread only.
class StepView : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

  double from() const { return m_from; }
  double to() const { return m_to; }
  bool showsAll() const { return m_showsAll; }
  std::optional<double> cursor() const { return m_cursor; }

  /// The first and last existing step.
  void setExtent(double first, double last) {
    if (last <= first) last = first + 1;
    m_first = first;
    m_last = last;
    if (m_showsAll) fit();
  }
  void fit() {
    m_showsAll = true;
    set(m_first, m_last);
  }
  /// Clamped to the existing steps.
  void show(double from, double to) {
    const double most = m_last - m_first;
    const double length = std::clamp(to - from, std::min(leastSteps, most), most);
    from = std::clamp(from + ((to - from) - length) / 2, m_first, m_last - length);
    m_showsAll = length >= most;
    set(from, from + length);
  }
  /// @param factor  below 1 zooms in
  void zoom(double factor, double about) {
    show(about - (about - m_from) * factor, about + (m_to - about) * factor);
  }
  void pan(double steps) { show(m_from + steps, m_to + steps); }
  void setCursor(std::optional<double> step) {
    if (step) step = std::clamp(*step, m_first, m_last);
    if (step == m_cursor) return;
    m_cursor = step;
    Q_EMIT cursorChanged();
  }

 Q_SIGNALS:
  void rangeChanged();
  void cursorChanged();

 private:
  static constexpr double leastSteps = 4;

  void set(double from, double to) {
    if (from == m_from && to == m_to) return;
    m_from = from;
    m_to = to;
    Q_EMIT rangeChanged();
  }

  double m_first = 0;
  double m_last = 1;
  double m_from = 0;
  double m_to = 1;
  bool m_showsAll = true;
  std::optional<double> m_cursor;
};

}  // namespace fw::ui
