// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/unix_signals.h"

#include <fcntl.h>
#include <unistd.h>

#include <QSocketNotifier>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>

namespace fw::ui {

namespace {

constexpr std::array endSignals{SIGINT, SIGTERM, SIGHUP};
std::atomic<int> writeEnd{-1};

/// Uses only async-signal-safe calls.
void noteSignal(int) {
  const int before = errno;
  for (const int each : endSignals) ::signal(each, SIG_DFL);
  const char byte = 1;
  [[maybe_unused]] const ssize_t written = ::write(writeEnd, &byte, 1);
  errno = before;
}

}  // namespace

UnixSignals::UnixSignals(QObject* parent) : QObject(parent) {
  ::signal(SIGPIPE, SIG_IGN);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return;  // then signals end the program as usual
  writeEnd = ends[1];
  m_notifier = new QSocketNotifier(ends[0], QSocketNotifier::Read, this);
  connect(m_notifier, &QSocketNotifier::activated, this, [this] {
    char byte = 0;
    if (::read(static_cast<int>(m_notifier->socket()), &byte, 1) == 1) Q_EMIT endRequested();
  });
  struct sigaction action {};
  action.sa_handler = noteSignal;
  action.sa_flags = SA_RESTART;
  for (const int each : endSignals) ::sigaction(each, &action, nullptr);
}

UnixSignals::~UnixSignals() {
  if (m_notifier == nullptr) return;
  for (const int each : endSignals) ::signal(each, SIG_DFL);
  ::close(writeEnd.exchange(-1));
  ::close(static_cast<int>(m_notifier->socket()));
}

}  // namespace fw::ui
