// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <optional>

#include "base/error.h"
#include "base/progress.h"
#include "ui/state/worker.h"

namespace fw::runtime {
enum class Flavour : uint8_t;
struct PinList;
}  // namespace fw::runtime

namespace fw::ui {

class EngineBridge;

/// Whether the engine could not be opened for want of a LibTorch that the user can have installed.
bool lacksLibTorch(const EngineBridge& bridge);

/// Fetches LibTorch behind the window: on a thread of its own, so that clips and captions can be worked on
/// meanwhile. Outlives its dialog. GUI thread only.
class RuntimeInstaller : public QObject {
  Q_OBJECT
 public:
  enum class State { idle, running, failed, done };

  explicit RuntimeInstaller(QObject* parent = nullptr);

  /// Does nothing while one is under way. Goes on where an earlier one was cancelled or failed.
  /// @param index  the package index to use instead of pip's; may be empty. @param pins  outlives this
  void install(runtime::Flavour flavour, const QString& index, const runtime::PinList& pins);
  void install(runtime::Flavour flavour, const QString& index);
  /// What has arrived stays.
  void cancel();

  State state() const { return m_state; }
  const Progress& progress() const { return m_progress; }
  /// Of a state `failed`.
  const Fault& fault() const { return m_fault; }

 Q_SIGNALS:
  void changed();
  /// LibTorch is there.
  void installed();

 private:
  void set(State state);

  State m_state = State::idle;
  Progress m_progress;
  Fault m_fault;
  int m_run = 0;    // of what is under way: what an earlier one says is old
  Worker m_worker;  // last: ends before all else
};

}  // namespace fw::ui
