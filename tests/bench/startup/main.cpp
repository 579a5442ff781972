// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

namespace {

constexpr int runs = 10;
constexpr double limit_ms = 500;
constexpr double limit_over_empty = 3;

double now_ms() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Milliseconds from before the process was started until its first paint; negative if none came.
double time_to_paint(const QString& program, const QProcessEnvironment& environment) {
  QProcess process;
  process.setProcessEnvironment(environment);
  process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
  const double start = now_ms();
  process.start(program, QStringList());
  double painted = -1;
  while (painted < 0 && process.waitForReadyRead(30000)) {
    const QByteArray line = process.readLine();
    if (line.startsWith("first paint ")) painted = line.mid(12).trimmed().toDouble() / 1e6 - start;
  }
  process.kill();
  process.waitForFinished();
  return painted;
}

struct Series {
  const char* name;
  QString program;
  std::vector<double> times{};

  double median() const {
    std::vector<double> sorted = times;
    std::sort(sorted.begin(), sorted.end());
    return (sorted[sorted.size() / 2] + sorted[(sorted.size() - 1) / 2]) / 2;
  }
  void print() const {
    std::printf("%-22s median %6.1f ms  (%.1f to %.1f, %zu runs)\n", name, median(),
                *std::min_element(times.begin(), times.end()), *std::max_element(times.begin(), times.end()),
                times.size());
  }
};

/// A separate X server, so that the results do not depend on a desktop. Empty: none available.
QString start_display(QProcess& server) {
  server.start(
      QStringLiteral("Xvfb"),
      {QStringLiteral("-displayfd"), QStringLiteral("1"), QStringLiteral("-screen"), QStringLiteral("0"),
       QStringLiteral("1920x1080x24"), QStringLiteral("-nolisten"), QStringLiteral("tcp")});
  if (!server.waitForStarted() || !server.waitForReadyRead(10000)) return {};
  return QLatin1Char(':') + QString::fromLatin1(server.readLine().trimmed());
}

}  // namespace

/// bench_startup FRAMEWRIGHT EMPTY_WINDOW: time from the start of the process to the first painted window,
/// both programs in turn, so that changes in the machine's speed affect both. Fails if the window takes
/// longer than half a second, unless the empty program shows that the machine itself is slow.
int main(int argc, char** argv) {
  QCoreApplication application(argc, argv);
  QProcess server;
  if (application.arguments().size() != 3) {
    std::fprintf(stderr, "usage: bench_startup FRAMEWRIGHT EMPTY_WINDOW\n");
    return 2;
  }
  const QString display = start_display(server);
  if (display.isEmpty()) {
    std::fprintf(stderr, "bench_startup needs Xvfb.\n");
    return 2;
  }
  QTemporaryDir home;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("DISPLAY"), display);
  environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("xcb"));
  environment.insert(QStringLiteral("XDG_CONFIG_HOME"), home.path());
  environment.insert(QStringLiteral("XDG_STATE_HOME"), home.path());
  environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), home.path());
  environment.insert(QStringLiteral("FRAMEWRIGHT_STARTUP_TRACE"), QStringLiteral("1"));
  std::vector<Series> both{{"framewright", application.arguments().at(1)},
                           {"empty Qt Widgets window", application.arguments().at(2)}};
  for (int run = -1; run < runs; ++run) {  // the first warms the caches
    for (Series& series : both) {
      const double time = time_to_paint(series.program, environment);
      if (time < 0) {
        std::fprintf(stderr, "%s did not paint a window.\n", series.name);
        return 1;
      }
      if (run >= 0) series.times.push_back(time);
    }
  }
  for (const Series& series : both) series.print();
  server.terminate();
  server.waitForFinished();
  return both[0].median() <= std::max(limit_ms, limit_over_empty * both[1].median()) ? 0 : 1;
}
