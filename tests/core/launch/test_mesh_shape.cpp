// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "base/error.h"
#include "launch/mesh_shape.h"

using namespace fw::launch;

class TestMeshShape : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_clip_is_divided_by_what_talks_least_data() {
    QTest::addColumn<int>("size");
    QTest::addColumn<ClipMesh>("asked");
    QTest::addColumn<bool>("guided");
    QTest::addColumn<MeshShape>("wanted");
    QTest::addColumn<QString>("fault");
    const auto row = [](const char* name, int size, ClipMesh asked, bool guided, MeshShape wanted) {
      QTest::newRow(name) << size << asked << guided << wanted << QString();
    };
    const auto refused = [](const char* name, int size, ClipMesh asked, bool guided, const char* fault) {
      QTest::newRow(name) << size << asked << guided << MeshShape() << QString::fromLatin1(fault);
    };
    row("alone", 1, {}, true, {});
    row("two branches", 2, {}, true, {.guidance = 2});
    row("one branch", 2, {}, false, {.ulysses = 2});
    row("odd", 3, {}, true, {.ulysses = 3});
    row("branches first", 8, {}, true, {.guidance = 2, .ulysses = 4});
    row("both branches together", 4, {.guidance = 1}, true, {.ulysses = 4});
    row("a ring", 8, {.ring = 2}, true, {.guidance = 2, .ring = 2, .ulysses = 2});
    row("a ring of what is left", 6, {.guidance = 1, .ulysses = 2}, true, {.ring = 3, .ulysses = 2});
    row("a ring that leaves no branches", 2, {.ring = 2}, true, {.ring = 2});
    row("all said", 12, {.guidance = 2, .ring = 3, .ulysses = 2}, true,
        {.guidance = 2, .ring = 3, .ulysses = 2});
    refused("too few", 3, {.ring = 2}, true, "launch.bad_mesh");
    refused("too many", 4, {.guidance = 1, .ring = 1, .ulysses = 2}, true, "launch.bad_mesh");
    refused("one process", 1, {.ulysses = 2}, false, "launch.bad_mesh");
    refused("no branches", 2, {.guidance = 2}, false, "launch.one_branch");
  }
  void a_clip_is_divided_by_what_talks_least() {
    QFETCH(int, size);
    QFETCH(ClipMesh, asked);
    QFETCH(bool, guided);
    QFETCH(MeshShape, wanted);
    QFETCH(QString, fault);
    try {
      const MeshShape shape = clip_mesh(size, asked, guided);
      QVERIFY2(fault.isEmpty(), "not refused");
      QVERIFY(shape == wanted);
      QCOMPARE(shape.size(), int64_t{size});
    } catch (const fw::Error& error) {
      QCOMPARE(QString::fromStdString(error.fault().code), fault);
    }
  }

  void what_shares_no_sample_shares_the_samples() {
    QVERIFY((training_mesh(4, 1, 1) == MeshShape{.data = 4}));
    QVERIFY((training_mesh(8, 2, 2) == MeshShape{.data = 2, .ring = 2, .ulysses = 2}));
    QCOMPARE(training_mesh(8, 1, 4).per_sample(), int64_t{4});
    QVERIFY_EXCEPTION_THROWN(training_mesh(6, 2, 2), fw::Error);
  }
};

QTEST_GUILESS_MAIN(TestMeshShape)
#include "test_mesh_shape.moc"
