// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "media/clip_descriptor.h"

using namespace fw::media;

namespace {

struct Scene {
  std::array<uint8_t, 3> ball{230, 30, 30}, ground{30, 160, 60};
  int from_x = 20, step_x = 4, y = 32, radius = 9, count = 1;
};

Sample draw(const Scene& scene) {
  Sample clip{9, {96, 64}, std::vector<uint8_t>(9 * 64 * 96 * 3), {}};
  for (int frame = 0; frame < 9; ++frame) {
    for (int y = 0; y < 64; ++y) {
      for (int x = 0; x < 96; ++x) {
        bool inside = false;
        for (int i = 0; i < scene.count; ++i) {
          const int dx = x - (scene.from_x + frame * scene.step_x), dy = y - (scene.y + 24 * i);
          inside |= dx * dx + dy * dy < scene.radius * scene.radius;
        }
        for (size_t c = 0; c < 3; ++c)
          clip.rgb[static_cast<size_t>((frame * 64 + y) * 96 + x) * 3 + c] =
              inside ? scene.ball[c] : scene.ground[c];
      }
    }
  }
  return clip;
}

double apart(const Scene& a, const Scene& b) {
  return distance(describe(draw(a)), describe(draw(b)));
}

}  // namespace

class TestClipDescriptor : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void what_says_the_same_is_nearer_than_what_does_not() {
    const Scene scene;
    QCOMPARE(apart(scene, scene), 0.0);
    Scene elsewhere = scene;
    elsewhere.y = 24;
    elsewhere.from_x = 28;
    const double same = apart(scene, elsewhere);
    QVERIFY2(same < 0.03, qPrintable(QString::number(same)));
    std::vector<Scene> others(4, scene);
    others[0].ball = {40, 60, 220};
    others[1].step_x = -4, others[1].from_x = 60;
    others[2].ground = {240, 220, 40};
    others[3].count = 2, others[3].y = 20;
    for (const Scene& other : others) {
      const double distance = apart(scene, other);
      QVERIFY2(distance > 2 * same, qPrintable(QString::number(distance)));
      QCOMPARE(distance, apart(other, scene));
    }
    Scene all = others[0];
    all.ground = others[2].ground, all.step_x = -4, all.from_x = 60, all.count = 2, all.y = 20;
    for (const Scene& other : others) QVERIFY(apart(scene, all) > apart(scene, other));
  }

  void parts_say_what_is_there() {
    const ClipDescriptor right = describe(draw({}));
    QVERIFY(right.motion[0] > 0 && right.motion[4] == 0);  // to the right
    QVERIFY(right.colours[0] > 0.02 && right.colours[4] + right.colours[5] > 0.8);
    QCOMPARE(right.count[1], 1.0);
    QCOMPARE(right.forms[3], 1.0);  // a ball
    Scene still;
    still.step_x = 0;
    QCOMPARE(describe(draw(still)).motion.back(), 1.0);
  }
};

QTEST_GUILESS_MAIN(TestClipDescriptor)
#include "test_clip_descriptor.moc"
