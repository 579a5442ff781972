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

/// Whether the engine could not be opened because LibTorch is missing and can be installed.
bool lacksLibTorch(const EngineBridge& bridge);

/// Installs LibTorch in the background, on its own thread, while the user works on clips and captions.
/// Outlives its dialog. GUI thread only.
class RuntimeInstaller : public QObject {
  Q_OBJECT
 public:
  enum class State { idle, running, failed, done };

  explicit RuntimeInstaller(QObject* parent = nullptr);

  /// Does nothing if an installation is running. Continues an earlier one that was cancelled or failed.
  /// @param index  package index to use instead of pip's; may be empty. @param pins  must outlive this
  void install(runtime::Flavour flavour, const QString& index, const runtime::PinList& pins);
  void install(runtime::Flavour flavour, const QString& index);
  /// Keeps what was downloaded.
  void cancel();

  State state() const { return m_state; }
  const Progress& progress() const { return m_progress; }
  /// In the state `failed`.
  const Fault& fault() const { return m_fault; }

 Q_SIGNALS:
  void changed();
  /// LibTorch is installed.
  void installed();

 private:
  void set(State state);

  State m_state = State::idle;
  Progress m_progress;
  Fault m_fault;
  int m_run = 0;    // id of the current installation; messages of older ones are ignored
  Worker m_worker;  // last: destroyed first
};

}  // namespace fw::ui
