// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

#include "base/error.h"

namespace fw::ui {

/// A thread for what must not hold up the window (reading a database, decoding a frame): work is done in the
/// order of its asking and its result comes back on the window's thread. Faults that work throws come back as
/// failed(). All calls on the GUI thread.
class Worker : public QObject {
  Q_OBJECT
 public:
  explicit Worker(QObject* parent = nullptr);
  /// Stops the work under way and waits for it; nothing is delivered any more.
  ~Worker() override;

  /// @param work  stop -> value, on the worker's thread; it should end soon when stop is asked for
  /// @param take  value, on the window's thread
  template <typename Work, typename Take>
  void run(Work work, Take take) {
    add([this, work = std::move(work), take = std::move(take)](const std::stop_token& stop) mutable {
      using Value = decltype(work(stop));
      auto value = std::make_shared<Value>(work(stop));
      return std::function<void()>([value, take = std::move(take)]() mutable { take(std::move(*value)); });
    });
  }

  /// Forgets what waits and stops what is under way: none of it is delivered, not even a fault.
  void clear();
  bool isIdle() const;

 Q_SIGNALS:
  void failed(const fw::Fault& fault);

 private:
  using Delivery = std::function<void()>;
  using Task = std::function<Delivery(const std::stop_token&)>;

  void add(Task task);
  void runUntilStopped(const std::stop_token& stop);
  void deliver(quint64 generation, const Delivery& delivery);

  mutable std::mutex m_mutex;  // guards the five below
  std::deque<Task> m_waiting;
  std::stop_source m_underWay;
  bool m_isWorking = false;
  quint64 m_generation = 0;  // of what is still wanted
  std::condition_variable_any m_wake;
  std::jthread m_thread;  // last: starts when all else is there
};

}  // namespace fw::ui
