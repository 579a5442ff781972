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

/// A thread for work that must not block the window (reading a database, decoding a frame): tasks run in the
/// order of submission, and their results are delivered on the window's thread. Faults thrown by tasks arrive
/// as failed(). Call on the GUI thread only.
class Worker : public QObject {
  Q_OBJECT
 public:
  explicit Worker(QObject* parent = nullptr);
  /// Stops the current task and waits for it; nothing is delivered afterwards.
  ~Worker() override;

  /// @param work  stop -> value, on the worker's thread; should return soon after a stop request
  /// @param take  value, on the window's thread
  template <typename Work, typename Take>
  void run(Work work, Take take) {
    add([this, work = std::move(work), take = std::move(take)](const std::stop_token& stop) mutable {
      using Value = decltype(work(stop));
      auto value = std::make_shared<Value>(work(stop));
      return std::function<void()>([value, take = std::move(take)]() mutable { take(std::move(*value)); });
    });
  }

  /// Drops waiting tasks and stops the current one: no result or fault is delivered.
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

  mutable std::mutex m_mutex;  // guards the following five
  std::deque<Task> m_waiting;
  std::stop_source m_underWay;
  bool m_isWorking = false;
  quint64 m_generation = 0;  // of tasks still wanted
  std::condition_variable_any m_wake;
  std::jthread m_thread;  // last: starts after all else is initialised
};

}  // namespace fw::ui
