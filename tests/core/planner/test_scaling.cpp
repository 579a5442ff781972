// SPDX-License-Identifier: Apache-2.0
#include "planner/scaling.h"

#include <QtTest>
#include <cmath>

#include "core/planner/published_times.h"

using namespace fw;
using launch::MeshShape;
using planner::Cluster;
using planner::StepWork;
using tests::mesh;
using tests::PublishedCurve;
using tests::PublishedTime;

namespace {

Cluster cluster_of(int64_t machines, int64_t cards, double bytes_per_s, double latency_s = 0) {
  Cluster cluster{machines * cards, cards, {}};
  cluster.links.within = cluster.links.between = {{8, latency_s, bytes_per_s}};
  return cluster;
}

/// A card's compute time, and the link rate.
struct Calibration {
  double compute_s = 0, bytes_per_s = 0;
};

/// Least squares of the relative errors: a step is compute_s times a share plus a volume over the rate, both
/// from predict_step().
Calibration calibrate(StepWork work, const std::vector<PublishedTime>& times) {
  double aa = 0, ab = 0, bb = 0, a = 0, b = 0;
  for (const PublishedTime& time : times) {
    work.compute_s = 1;
    const auto step = planner::predict_step(work, cluster_of(1, time.cards(), 1), time.mesh);
    const double share = step.compute / time.step_s, volume = step.exchange / time.step_s;
    aa += share * share;
    ab += share * volume;
    bb += volume * volume;
    a += share;
    b += volume;
  }
  const double determinant = aa * bb - ab * ab;
  // If two cards are more than twice as fast, the link rate cannot be inferred.
  if (b * aa <= a * ab) return {a / aa, INFINITY};
  return {(a * bb - b * ab) / determinant, determinant / (b * aa - a * ab)};
}

std::vector<PublishedTime> up_to(const std::vector<PublishedTime>& times, int64_t cards) {
  std::vector<PublishedTime> some;
  for (const PublishedTime& time : times)
    if (time.cards() <= cards) some.push_back(time);
  return some;
}

double step_of(StepWork work, const Calibration& calibration, const Cluster& cluster, const MeshShape& mesh) {
  work.compute_s = calibration.compute_s;
  return planner::predict_step(work, cluster, mesh).total();
}

/// Relative errors of the predictions.
struct Errors {
  double sum = 0, most = 0;
  int64_t count = 0;
  double mean() const { return sum / static_cast<double>(count); }
};

/// For three to eight cards, given only the times on one and two.
Errors errors_from_two_cards(const PublishedCurve& curve) {
  const Calibration found = calibrate(curve.work, up_to(curve.times, 2));
  Errors errors;
  for (const PublishedTime& time : up_to(curve.times, 8)) {
    if (time.cards() <= 2) continue;
    const Cluster cluster = cluster_of(1, time.cards(), found.bytes_per_s);
    const double error = step_of(curve.work, found, cluster, time.mesh) / time.step_s - 1;
    errors.sum += std::abs(error);
    errors.most = std::max(errors.most, std::abs(error));
    ++errors.count;
  }
  qInfo("%s, %s: %.2f s, %.1f GB/s: mean error %.1f %%, largest %.1f %%", curve.card.c_str(),
        curve.model.c_str(), found.compute_s, found.bytes_per_s / 1e9, 100 * errors.mean(),
        100 * errors.most);
  return errors;
}

}  // namespace

class TestScaling : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void published_curves_are_predicted_from_two_cards_data() {
    QTest::addColumn<int>("index");
    const auto curves = tests::published_curves();
    for (size_t i = 0; i < curves.size(); ++i)
      QTest::addRow("%s, %s", curves[i].card.c_str(), curves[i].model.c_str()) << static_cast<int>(i);
  }
  void published_curves_are_predicted_from_two_cards() {
    QFETCH(int, index);
    const PublishedCurve curve = tests::published_curves()[static_cast<size_t>(index)];
    const Errors errors = errors_from_two_cards(curve);
    QVERIFY(errors.count >= 2);
    QVERIFY2(errors.mean() < 0.10, qPrintable(QString::number(errors.mean())));
  }

  // Only two tables are missed, as stated in many_cards.md: HunyuanVideo at 720x1280 on H100, where two cards
  // are more than twice as fast as one, and on four L20.
  void published_clips_are_predicted_from_two_cards() {
    Errors all;
    int64_t missed = 0;
    for (const PublishedCurve& curve : tests::published_clips()) {
      const Errors errors = errors_from_two_cards(curve);
      missed += errors.mean() >= 0.10;
      all.sum += errors.sum;
      all.count += errors.count;
    }
    qInfo("all %d clips: mean error %.1f %%", static_cast<int>(all.count), 100 * all.mean());
    QCOMPARE(all.count, int64_t{19});
    QCOMPARE(missed, int64_t{2});
    QVERIFY2(all.mean() < 0.10, qPrintable(QString::number(all.mean())));
  }

  // The page's best settings on four L40 in October 2024: 2b 0.6 s per step, 3.53 times as fast as one card;
  // 5b 3.91 times as fast, with 6.76 s for one card in its chart then, so just over 80 s for 50 steps.
  void best_settings_of_four_cards_are_predicted_data() {
    QTest::addColumn<int>("index");
    QTest::addColumn<double>("alone_s");
    QTest::addColumn<double>("step_s");
    QTest::addColumn<double>("speed_up");
    QTest::newRow("2b") << 1 << 2.10 << 0.60 << 3.53;
    QTest::newRow("5b") << 0 << 6.76 << 86.4 / 50 << 3.91;
  }
  void best_settings_of_four_cards_are_predicted() {
    QFETCH(int, index);
    QFETCH(double, alone_s);
    QFETCH(double, step_s);
    QFETCH(double, speed_up);
    PublishedCurve curve = tests::published_curves()[static_cast<size_t>(index)];
    curve.times.front().step_s = alone_s;
    const Calibration found = calibrate(curve.work, up_to(curve.times, 2));
    double best = INFINITY;
    for (const MeshShape& each : planner::step_meshes(4, true, curve.work.attention.heads))
      best = std::min(best, step_of(curve.work, found, cluster_of(1, 4, found.bytes_per_s), each));
    qInfo("%.3f s a step instead of %.3f, %.2f times as fast instead of %.2f", best, step_s, alone_s / best,
          speed_up);
    QVERIFY2(std::abs(best / step_s - 1) < 0.10, qPrintable(QString::number(best)));
    QVERIFY2(std::abs(alone_s / best / speed_up - 1) < 0.10, qPrintable(QString::number(alone_s / best)));
  }

  // Volumes computed by hand: 5b on two cards without guidance parallel sends 9.2 GB per step.
  void volumes_are_those_of_the_papers_data() {
    QTest::addColumn<int>("ring");
    QTest::addColumn<int>("ulysses");
    QTest::addColumn<double>("gigabytes");
    QTest::newRow("ulysses 2") << 1 << 2 << 9.17;
    QTest::newRow("ring 2") << 2 << 1 << 9.17;
    QTest::newRow("ulysses 3") << 1 << 3 << 8.15;
    QTest::newRow("ring 3") << 3 << 1 << 12.23;
  }
  void volumes_are_those_of_the_papers() {
    QFETCH(int, ring);
    QFETCH(int, ulysses);
    QFETCH(double, gigabytes);
    const StepWork work = tests::cogvideox(48, 42);
    const auto step = planner::predict_step(work, cluster_of(1, ring * ulysses, 1e9), mesh(1, ring, ulysses));
    QVERIFY2(std::abs(step.exchange / gigabytes - 1) < 0.01, qPrintable(QString::number(step.exchange)));
  }

  // Two machines of four cards.
  void groups_cross_machines_where_they_must_data() {
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("stride");
    QTest::addColumn<int>("elsewhere");
    QTest::newRow("four beside each other") << 4 << 1 << 0;
    QTest::newRow("two, two apart") << 2 << 2 << 0;
    QTest::newRow("two, four apart") << 2 << 4 << 1;
    QTest::newRow("all") << 8 << 1 << 4;
    QTest::newRow("four, two apart") << 4 << 2 << 2;
  }
  void groups_cross_machines_where_they_must() {
    QFETCH(int, size);
    QFETCH(int, stride);
    QFETCH(int, elsewhere);
    QCOMPARE(planner::ranks_elsewhere(cluster_of(2, 4, 1e9), {size, stride}), int64_t{elsewhere});
  }

  // A slow link costs only its own traffic, and a ring waits for its slowest hop.
  void levels_have_their_own_speed() {
    Cluster cluster = cluster_of(2, 2, 1e9, 0);
    cluster.links.between = {{2, 0.5, 1e8}};
    QCOMPARE(planner::exchange_seconds(cluster, {2, 1}, 3, 1e9), 1.0);
    QCOMPARE(planner::exchange_seconds(cluster, {2, 2}, 3, 1e9), 3 * 0.5 + 10.0);
    QCOMPARE(planner::exchange_seconds(cluster, {4, 1}, 2, 3e9), 1.0 + 2 * 0.5 + 20.0);
    QCOMPARE(planner::pass_on_seconds(cluster, {4, 1}, 3, 3e8), 3 * 0.5 + 3.0);
    QCOMPARE(planner::pass_on_seconds(cluster, {2, 1}, 3, 3e8), 0.3);
    // The next larger measured group; beyond all, the largest.
    cluster = cluster_of(1, 24, 1e9);
    cluster.links.within = {{2, 0, 4e9}, {4, 0, 2e9}};
    QCOMPARE(planner::exchange_seconds(cluster, {2, 1}, 0, 4e9), 1.0);
    QCOMPARE(planner::exchange_seconds(cluster, {3, 1}, 0, 4e9), 2.0);
    QCOMPARE(planner::exchange_seconds(cluster, {8, 1}, 0, 4e9), 2.0);
  }

  void what_does_not_divide_waits_for_the_largest_part() {
    StepWork work = tests::cogvideox(30, 30);
    work.compute_s = 1;
    const Cluster fast = cluster_of(1, 8, 1e18);
    QVERIFY(std::abs(planner::predict_step(work, fast, mesh(1, 1, 5)).compute - 0.2) < 1e-4);
    QVERIFY(std::abs(planner::predict_step(work, fast, mesh(1, 1, 8)).compute - 4.0 / 30) < 1e-4);
  }

  void meshes_use_all_cards() {
    QCOMPARE(planner::step_meshes(1, true, 48).size(), size_t{1});
    for (const MeshShape& each : planner::step_meshes(12, true, 48)) QCOMPARE(each.size(), int64_t{12});
    QCOMPARE(planner::step_meshes(12, true, 48).size(), size_t{6 + 4});
    QCOMPARE(planner::step_meshes(12, false, 3).size(), size_t{3});
  }
};

QTEST_GUILESS_MAIN(TestScaling)
#include "test_scaling.moc"
