// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/runtime_installer.h"

#include "base/log.h"
#include "jobs/package_engine.h"
#include "runtime/install.h"
#include "ui/state/engine_bridge.h"

namespace fw::ui {

bool lacksLibTorch(const EngineBridge& bridge) {
  const auto& fault = bridge.engineFault();
  return fault && (fault->code == jobs::runtime_missing.code || fault->code == jobs::libtorch_broken.code);
}

RuntimeInstaller::RuntimeInstaller(QObject* parent) : QObject(parent) {
  connect(&m_worker, &Worker::failed, this, [this](const Fault& fault) {
    m_fault = fault;
    log::fault(spdlog::level::err, fault);
    set(State::failed);
  });
}

void RuntimeInstaller::install(runtime::Flavour flavour, const QString& index) {
  install(flavour, index, runtime::pins_of(flavour));
}

void RuntimeInstaller::install(runtime::Flavour flavour, const QString& index, const runtime::PinList& pins) {
  if (m_state == State::running) return;
  m_progress = {};
  set(State::running);
  const auto tell = [this, run = ++m_run](const Progress& progress) {
    QMetaObject::invokeMethod(
        this,
        [this, run, progress] {
          if (run != m_run || m_state != State::running) return;
          m_progress = progress;
          Q_EMIT changed();
        },
        Qt::QueuedConnection);
  };
  m_worker.run(
      [flavour, url = index.trimmed().toStdString(), &pins, tell](const std::stop_token& stop) {
        runtime::IndexSettings settings = runtime::pip_settings();
        if (!url.empty()) settings.indexes = {url};
        runtime::install(pins, flavour, settings, tell, stop);
        return true;
      },
      [this](bool) {
        spdlog::info("LibTorch was installed.");
        set(State::done);
        Q_EMIT installed();
      });
}

void RuntimeInstaller::cancel() {
  if (m_state != State::running) return;
  m_worker.clear();
  set(State::idle);
}

void RuntimeInstaller::set(State state) {
  m_state = state;
  Q_EMIT changed();
}

}  // namespace fw::ui
