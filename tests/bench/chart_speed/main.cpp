// SPDX-License-Identifier: Apache-2.0
//
// Time to redraw one chart with four curves of 100,000 points, plain and with averages. Also prints the
// thread's CPU time, which differs on a busy machine.
// xvfb-run -a build/dev/bin/bench_chart_speed [points [rounds]]
#include <QApplication>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <vector>

#include "ui/charts/run_chart.h"
#include "ui/state/curve_store.h"

using namespace fw::ui;

namespace {

struct Times {
  std::vector<double> wallMs, processorMs;

  void measure(const auto& work) {
    const double processor = processorTime();
    const auto begin = std::chrono::steady_clock::now();
    work();
    wallMs.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    processorMs.push_back(processorTime() - processor);
  }
  void print(const char* what) {
    std::ranges::sort(wallMs);
    std::ranges::sort(processorMs);
    std::printf("  %-28s median %6.2f ms, longest %6.2f ms; processor median %6.2f ms, longest %6.2f ms\n",
                what, wallMs[wallMs.size() / 2], wallMs.back(), processorMs[processorMs.size() / 2],
                processorMs.back());
  }

 private:
  static double processorTime() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
  }
};

void measure(Drawn drawn, int points, int rounds) {
  ChartSpec spec;
  spec.title = spec.axis = QStringLiteral("Loss");
  RunCurves curves;
  for (int series = 0; series < 4; ++series) {
    const std::string name = "curve" + std::to_string(series);
    spec.series.push_back({name, QString::fromStdString(name), drawn});
    Curve& curve = curves.metrics[name];
    for (int step = 0; step < points; ++step) {
      curve.steps.push_back(step);
      curve.values.push_back(series + std::exp(-step / 2e4) + 0.4 * std::sin(step * 12.9898 + series));
    }
  }
  StepView view;
  RunChart chart(spec, view);
  chart.resize(1120, 420);
  chart.show();
  view.setExtent(0, points - 1);
  const auto take = [&] { chart.setRuns({{QStringLiteral("run"), QStringLiteral("run"), 0, &curves, {}}}); };
  take();
  QApplication::processEvents();
  Times taken, whole, zoomed, cursor;
  for (int round = 0; round < rounds; ++round) {
    taken.measure(take);
    QApplication::processEvents();
    whole.measure([&] {
      chart.fitValues();
      chart.replot(QCustomPlot::rpImmediateRefresh);
    });
    QApplication::processEvents();
    zoomed.measure([&] {
      view.show(points * 0.2 + round, points * 0.7 + round);
      chart.replot(QCustomPlot::rpImmediateRefresh);
    });
    QApplication::processEvents();
    cursor.measure([&] {
      view.setCursor(points * 0.3 + round * 50);
      QApplication::processEvents();
    });
    view.fit();
    QApplication::processEvents();
  }
  std::printf("four curves of %d points%s, %d x %d pixels\n", points,
              drawn == Drawn::averaged ? ", each with its average" : "", chart.width(), chart.height());
  whole.print("redraw, all steps");
  zoomed.print("redraw, half of the steps");
  cursor.print("cursor moved");
  taken.print("new figures taken");
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  const int points = argc > 1 ? std::atoi(argv[1]) : 100000;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 50;
  measure(Drawn::plain, points, rounds);
  measure(Drawn::averaged, points, rounds);
}
