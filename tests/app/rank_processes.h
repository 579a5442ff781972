// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <csignal>
#include <map>
#include <memory>

/// Command line processes that compute together.
namespace fw::support {

inline const QString program = QStringLiteral(FW_BUILD_FOLDER "/bin/framewright-cli");
inline constexpr int patience_ms = 120'000;

using Variables = std::map<QString, QString>;

inline std::unique_ptr<QProcess> start(const QStringList& arguments, const Variables& variables = {},
                                       const QString& folder = {}) {
  auto process = std::make_unique<QProcess>();
  process->setWorkingDirectory(folder);
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert("OMP_NUM_THREADS", "1");
  for (const auto& [name, value] : variables) environment.insert(name, value);
  process->setProcessEnvironment(environment);
  process->start(program, arguments);
  return process;
}

/// Waits for the process to end. @return the exit code; -1: killed by a signal or hung
inline int end_of(QProcess& process) {
  const bool ended = process.state() == QProcess::NotRunning || process.waitForFinished(patience_ms);
  return ended && process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
}

inline void send(const QProcess& process, int signal) {
  ::kill(static_cast<pid_t>(process.processId()), signal);
}

/// The fault in the --json output.
inline QJsonObject fault_in(QProcess& process) {
  QJsonObject fault;
  for (const QByteArray& line : process.readAllStandardOutput().split('\n')) {
    const QJsonObject event = QJsonDocument::fromJson(line).object();
    if (event["event"] == "failed") fault = event["fault"].toObject();
  }
  return fault;
}

inline int free_port() {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  socklen_t length = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  ::bind(socket, any, length);
  ::getsockname(socket, any, &length);
  ::close(socket);
  return ntohs(address.sin_port);
}

/// The environment variables that torchrun sets for each process.
inline Variables torchrun(int rank, int size, int port) {
  return {{"RANK", QString::number(rank)},       {"LOCAL_RANK", QString::number(rank)},
          {"WORLD_SIZE", QString::number(size)}, {"LOCAL_WORLD_SIZE", QString::number(size)},
          {"MASTER_ADDR", "localhost"},          {"MASTER_PORT", QString::number(port)}};
}

}  // namespace fw::support
