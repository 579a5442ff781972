// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QMetaObject>
#include <QObject>
#include <QTimer>
#include <deque>
#include <functional>
#include <mutex>
#include <span>
#include <vector>

namespace fw::ui {

/// Carries values from any thread to a function on the context's thread: in order, in batches, none dropped.
/// At most one delivery per `interval_ms`, each limited to `budget_ms`, so that a flood of values never
/// blocks the window. All producers must stop before it is destroyed.
template <typename T>
class Mailbox {
 public:
  using Receiver = std::function<void(std::span<const T>)>;
  static constexpr int interval_ms = 30;
  static constexpr int budget_ms = 12;
  static constexpr size_t slice = 64;

  Mailbox(QObject* context, Receiver receiver) : m_context(context), m_receiver(std::move(receiver)) {
    m_sinceDelivery.start();
  }
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  /// Thread: any. Cost: one lock.
  void post(std::span<const T> values) {
    {
      const std::lock_guard lock(m_mutex);
      m_waiting.insert(m_waiting.end(), values.begin(), values.end());
      if (m_scheduled) return;
      m_scheduled = true;
    }
    QMetaObject::invokeMethod(
        m_context, [this] { deliverSoon(); }, Qt::QueuedConnection);
  }

 private:
  void deliverSoon() {
    const auto rest = static_cast<int>(interval_ms - m_sinceDelivery.elapsed());
    if (rest <= 0) return deliver();
    QTimer::singleShot(rest, m_context, [this] { deliver(); });
  }

  void deliver() {
    QElapsedTimer spent;
    spent.start();
    std::vector<T> values;
    do {
      values.clear();
      {
        const std::lock_guard lock(m_mutex);
        while (!m_waiting.empty() && values.size() < slice) {
          values.push_back(std::move(m_waiting.front()));
          m_waiting.pop_front();
        }
        if (values.empty()) m_scheduled = false;
      }
      if (!values.empty()) m_receiver(values);
    } while (!values.empty() && spent.elapsed() < budget_ms);
    m_sinceDelivery.restart();
    if (!values.empty()) deliverSoon();
  }

  QObject* m_context;
  Receiver m_receiver;
  QElapsedTimer m_sinceDelivery;  // context's thread
  std::mutex m_mutex;             // guards the two below
  std::deque<T> m_waiting;
  bool m_scheduled = false;
};

}  // namespace fw::ui
