// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "base/atomic_file.h"
#include "base/paths.h"
#include "core/project/test_clip.h"
#include "ui/state/small_frames.h"

using namespace fw;
using namespace fw::ui;

class TestSmallFrames : public QObject {
  Q_OBJECT

  static constexpr int frames = 40;
  QTemporaryDir m_folder;
  std::filesystem::path file(const char* name) const {
    return std::filesystem::path(m_folder.path().toStdString()) / name;
  }

 private Q_SLOTS:
  void aFileThatDidNotOpenIsTriedAgain() {
    SmallFrames small(64);
    QSignalSpy ready(&small, &SmallFrames::ready);
    small.open(file("late.mp4"));
    small.want({3});
    QTest::qWait(50);  // for the first attempt to fail; on slower machines it may succeed
    QVERIFY(small.picture(3).isNull() && ready.isEmpty());
    make_test_clip(file("late.mp4"), 1, frames);
    QTRY_VERIFY((small.want({3}), !small.picture(3).isNull()));
  }

  void aDamagedFrameHoldsUpNoOther() {
    const auto damaged = file("damaged.mp4");
    make_test_clip(damaged, 1, frames, {160, 96});
    std::string bytes = read_file(damaged);
    const size_t data = bytes.find("mdat") + 4;
    const size_t end = std::max(bytes.find("moov"), data) == data ? bytes.size() : bytes.find("moov") - 4;
    const size_t middle = data + (end - data) * 3 / 4;
    std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(middle),
              bytes.begin() + static_cast<std::ptrdiff_t>(end), '\xff');
    write_file_atomically(damaged, bytes, Existing::replace);
    SmallFrames small(64);
    small.open(damaged);
    small.want({frames - 1, 2, 1});
    QTRY_VERIFY(!small.picture(2).isNull() && !small.picture(1).isNull());
    QVERIFY(small.picture(frames - 1).isNull());
  }
};

QTEST_MAIN(TestSmallFrames)
#include "test_small_frames.moc"
