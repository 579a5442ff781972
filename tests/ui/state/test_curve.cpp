// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <cmath>
#include <functional>

#include "ui/state/curve.h"

using namespace fw;
using namespace fw::ui;

class TestCurve : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void averageIsCorrectedForItsStart() {
    const std::vector<double> constant(20, 3.0);
    for (const double value : smoothed(constant, 0.98)) QVERIFY(qAbs(value - 3.0) < 1e-12);
    const std::vector<double> step{1, 2};
    QCOMPARE(smoothed(step, 0), step);
    // Weights of an average with decay 1/2 after two values: 1/3 and 2/3.
    QVERIFY(qAbs(smoothed(step, 0.5)[1] - 5.0 / 3) < 1e-12);
  }

  void decimationKeepsEverySpike() {
    Curve curve;
    for (int step = 0; step < 100000; ++step) {
      curve.steps.push_back(step);
      curve.values.push_back(step == 12345 ? 9.0 : step == 77777 ? -9.0 : std::sin(step * 0.1));
    }
    std::vector<Point> points;
    decimate(curve.steps, curve.values, 0, 99999, 800, points);
    QVERIFY(points.size() <= 1604);
    QVERIFY(std::ranges::is_sorted(points, std::less(), &Point::step));
    QCOMPARE(std::ranges::max(points, {}, &Point::value).step, 12345.0);
    QCOMPARE(std::ranges::min(points, {}, &Point::value).step, 77777.0);
    QCOMPARE(points.front().step, 0.0);
    QCOMPARE(points.back().step, 99999.0);
    // Few points: all of them, with the neighbours outside.
    decimate(curve.steps, curve.values, 10.5, 12.5, 800, points);
    QCOMPARE(points.size(), size_t{4});
    QCOMPARE(points.front().step, 10.0);
    decimate(curve.steps, curve.values, 200000, 300000, 800, points);
    QCOMPARE(points.size(), size_t{1});
    decimate({}, {}, 0, 1, 800, points);
    QVERIFY(points.empty());
  }
};

QTEST_MAIN(TestCurve)
#include "test_curve.moc"
