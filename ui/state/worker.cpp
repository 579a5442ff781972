// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/worker.h"

#include "engine_api/job.h"

namespace fw::ui {

Worker::Worker(QObject* parent)
    : QObject(parent), m_thread([this](const std::stop_token& stop) { runUntilStopped(stop); }) {}

Worker::~Worker() {
  clear();
}

void Worker::add(Task task) {
  {
    const std::lock_guard lock(m_mutex);
    m_waiting.push_back(std::move(task));
  }
  m_wake.notify_one();
}

void Worker::clear() {
  const std::lock_guard lock(m_mutex);
  m_waiting.clear();
  ++m_generation;
  m_underWay.request_stop();
}

bool Worker::isIdle() const {
  const std::lock_guard lock(m_mutex);
  return m_waiting.empty() && !m_isWorking;
}

void Worker::runUntilStopped(const std::stop_token& stop) {
  while (true) {
    Task task;
    quint64 generation = 0;
    std::stop_token underWay;
    {
      std::unique_lock lock(m_mutex);
      m_isWorking = false;
      if (!m_wake.wait(lock, stop, [this] { return !m_waiting.empty(); })) return;
      task = std::move(m_waiting.front());
      m_waiting.pop_front();
      m_isWorking = true;
      m_underWay = std::stop_source();
      underWay = m_underWay.get_token();
      generation = m_generation;
    }
    Delivery delivery;
    try {
      delivery = task(underWay);
    } catch (const Cancelled&) {
      continue;
    } catch (...) {
      delivery = [this, fault = engine_api::caught_fault()] { Q_EMIT failed(fault); };
    }
    QMetaObject::invokeMethod(
        this, [this, generation, delivery = std::move(delivery)] { deliver(generation, delivery); },
        Qt::QueuedConnection);
  }
}

void Worker::deliver(quint64 generation, const Delivery& delivery) {
  {
    const std::lock_guard lock(m_mutex);
    if (generation != m_generation) return;
  }
  delivery();
}

}  // namespace fw::ui
