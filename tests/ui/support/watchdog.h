// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QObject>
#include <QTimer>
#include <algorithm>
#include <chrono>
#include <numeric>
#include <vector>

namespace fw::ui {

/// Measures how long the thread that created it goes without handling events. Time in which the thread could
/// have run but another process had the CPU does not count.
class Watchdog : public QObject {
 public:
  /// The window's goal is 50 ms, which a test prints. It fails only on a thread that waits for something:
  /// slow machines and sanitizers stay far below this.
  static constexpr double blockedMs = 1000;

  Watchdog() {
    m_last = now();
    connect(&m_timer, &QTimer::timeout, this, &Watchdog::tick);
    m_timer.start(5);
  }
  void pause() {
    tick();
    m_timer.stop();
  }
  void go() {
    m_last = now();
    m_timer.start(5);
  }
  double longestMs() { return percentileMs(1); }
  /// The gap length that this share of all gaps stays below; 1: the longest.
  double percentileMs(double share) {
    if (m_timer.isActive()) tick();
    std::vector<double> gaps = m_gaps;
    const auto at = gaps.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(gaps.size() - 1));
    std::ranges::nth_element(gaps, at);
    return *at;
  }
  /// The sum of all gaps.
  double seconds() const { return std::accumulate(m_gaps.begin(), m_gaps.end(), 0.0) / 1000; }
  bool wasBlocked() {
    qInfo("longest time without events: %.1f ms", longestMs());
    return longestMs() >= blockedMs;
  }

 private:
  struct Reading {
    double wallMs;
    double waitedMs;  // for a CPU
  };
  static Reading now() {
    QFile file(QStringLiteral("/proc/thread-self/schedstat"));
    double waited = 0;
    if (file.open(QIODevice::ReadOnly)) waited = file.readAll().split(' ').value(1).toDouble() / 1e6;
    const auto wall = std::chrono::steady_clock::now().time_since_epoch();
    return {std::chrono::duration<double, std::milli>(wall).count(), waited};
  }
  void tick() {
    const Reading reading = now();
    m_gaps.push_back(reading.wallMs - m_last.wallMs - (reading.waitedMs - m_last.waitedMs));
    m_last = reading;
  }

  QTimer m_timer;
  Reading m_last{};
  std::vector<double> m_gaps;
};

}  // namespace fw::ui
