// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDir>
#include <QFile>
#include <QProcess>

#include <cstdint>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

/// Runs programs over a CUDA without cards.
namespace fw::support {

using MadeUpSettings = std::map<QString, QString>;  // machine.h

struct MadeUpRun {
  int exit_code = -1;
  QString out, error;
  std::vector<nlohmann::json> reports;  // one per process

  int64_t calls(const char* call) const {
    int64_t sum = 0;
    for (const nlohmann::json& report : reports) sum += report["calls"].value(call, int64_t{0});
    return sum;
  }
};

/// The libraries that replace CUDA's, for LD_PRELOAD.
inline QString made_up_libraries() {
  QStringList preloaded;
  for (const char* name : {"libcuda.so.1", "libnvidia-ml.so.1", "libcudart.so.13", "libcublasLt.so.13",
                           "libcublas.so.13", "libcudnn.so.9", "libnccl.so.2"})
    preloaded.push_back(QStringLiteral(FW_BUILD_FOLDER "/made-up-cuda/") + name);
  return preloaded.join(' ');
}

/// @param program  in the build's bin, or a path. @param report  a file that may be overwritten
inline MadeUpRun run_over_made_up_cuda(const QString& program, const QStringList& arguments,
                                       const MadeUpSettings& machine, const QString& report) {
  const QDir bin(FW_BUILD_FOLDER "/bin");
  QFile::remove(report);
  QProcess process;
  auto environment = QProcessEnvironment::systemEnvironment();
  environment.insert("LD_PRELOAD", made_up_libraries());
  environment.insert("LD_LIBRARY_PATH", FW_BUILD_FOLDER "/made-up-cuda");
  environment.insert("MADE_UP_REPORT", report);
  environment.insert("OMP_NUM_THREADS", "1");
  for (const auto& [name, value] : machine) environment.insert(name, value);
  process.setProcessEnvironment(environment);
  process.start(bin.absoluteFilePath(program), arguments);
  MadeUpRun ran;
  if (process.waitForFinished(120'000) && process.exitStatus() == QProcess::NormalExit)
    ran.exit_code = process.exitCode();
  ran.out = process.readAllStandardOutput();
  ran.error = process.readAllStandardError();
  std::ifstream file(report.toStdString());
  for (std::string line; std::getline(file, line);) ran.reports.push_back(nlohmann::json::parse(line));
  return ran;
}

}  // namespace fw::support
