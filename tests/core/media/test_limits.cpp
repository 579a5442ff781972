// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <atomic>
#include <fstream>
#include <limits>
#include <new>
#include <thread>

#include "clips.h"
#include "media/content_hash.h"
#include "media/file_fault.h"
#include "media/image.h"
#include "media/libav.h"
#include "media/pixel_budget.h"
#include "media/probe.h"
#include "media/resample.h"
#include "media/sample.h"

using namespace fw::media;
using namespace fw::media::test;

/// External numbers that become sizes, and the memory shared by all threads.
class TestLimits : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir folder_;

  static SampleSpec sample(int frames, Size size, double fps) {
    SampleSpec spec;
    spec.frames = frames;
    spec.size = size;
    spec.cut.fps = fps;
    return spec;
  }

  /// "Quite OK Image": a pixel, and then runs of 62 equal ones.
  Path make_grey_qoi(int edge) {
    const auto number = [](int value) {
      return std::string{static_cast<char>(value >> 24), static_cast<char>(value >> 16),
                         static_cast<char>(value >> 8), static_cast<char>(value)};
    };
    std::string bytes = "qoif" + number(edge) + number(edge) + std::string("\3\0\xfe\x80\x80\x80", 6);
    int left = edge * edge - 1;
    bytes.append(static_cast<size_t>(left / 62), '\xfd');
    if (left %= 62; left > 0) bytes += static_cast<char>(0xc0 + left - 1);
    const Path file = folder_.filePath(QString("%1.qoi").arg(edge)).toStdString();
    std::ofstream(file, std::ios::binary) << bytes << std::string("\0\0\0\0\0\0\0\1", 8);
    return file;
  }

 private Q_SLOTS:
  void resampling_is_bound() {
    constexpr int64_t most = 1 << 26;
    const double infinite = std::numeric_limits<double>::infinity();
    QCOMPARE(resampled_count(10, 1e15), most);
    QCOMPARE(resampled_count(1e300, 1e300), most);
    QCOMPARE(resampled_count(infinite, 24), most);
    QCOMPARE(resampled_count(std::nan(""), 24), int64_t{0});
    QCOMPARE(resampled_count(-1, 24), int64_t{0});
    for (const double fps : {1e15, -1.0, std::nan(""), infinite}) QVERIFY(!is_frame_rate(fps));
    for (const double fps : {0.0, 23.976, 1000.0}) QVERIFY(is_frame_rate(fps));
  }

  void samples_are_bound() {
    const Path file = make_clip(folder_, "a.mp4", pattern(64, 48, 10), "-pix_fmt yuv420p");
    const auto code = [&](const SampleSpec& spec) { return fault_of([&] { read_sample(file, spec); }).code; };
    QCOMPARE(code(sample(5, {64, 48}, 0)), std::string());
    QCOMPARE(code(sample(5, {64, 48}, 1e15)), std::string("media.bad_sample"));
    QCOMPARE(code(sample(5, {64, 48}, std::nan(""))), std::string("media.bad_sample"));
    QCOMPARE(code(sample(1 << 20, {1 << 20, 1 << 20}, 0)), std::string("media.bad_sample"));
    auto far = sample(5, {64, 48}, 0);
    far.first = std::numeric_limits<int64_t>::max();
    QCOMPARE(code(far), std::string("media.too_short"));
  }

  void any_exception_is_a_fault_of_the_file() {
    const auto code = [](const std::function<void()>& work) {
      try {
        work();
      } catch (...) {
        return fault_of(Path("a.mp4")).code;
      }
      return std::string();
    };
    QCOMPARE(code([] { throw std::bad_alloc(); }), std::string("media.too_large"));
    QCOMPARE(code([] { std::vector<char>().reserve(std::numeric_limits<size_t>::max()); }),
             std::string("media.too_large"));
    QCOMPARE(code([] { (void)std::filesystem::file_size("/nowhere"); }), std::string("media.unreadable"));
    QCOMPARE(code([] { content_hash("/nowhere"); }), std::string("media.unreadable"));
    QVERIFY_EXCEPTION_THROWN(code([] { throw fw::Cancelled(); }), fw::Cancelled);
  }

  // Thirty-two threads that want a quarter of the budget each never exceed it in total.
  void the_pixels_of_all_threads_are_bound() {
    std::atomic<int64_t> most = 0, done = 0;
    {
      std::vector<std::jthread> threads;
      for (int i = 0; i < 32; ++i) {
        threads.emplace_back([&] {
          const PixelClaim claim(pixel_budget / 4, {});
          const int64_t now = PixelClaim::claimed();
          for (int64_t known = most; now > known && !most.compare_exchange_weak(known, now);) continue;
          std::this_thread::sleep_for(std::chrono::milliseconds(2));
          ++done;
        });
      }
    }
    QCOMPARE(done.load(), int64_t{32});
    QVERIFY(most > pixel_budget / 4 && most <= pixel_budget);
    QCOMPARE(PixelClaim::claimed(), int64_t{0});
  }

  void what_is_larger_than_the_budget_comes_in_turn_and_a_stop_frees_the_line() {
    auto first = std::make_unique<PixelClaim>(pixel_budget, std::stop_token());
    std::atomic<bool> cancelled = false, small_is_in = false;
    std::jthread huge([&](const std::stop_token& stop) {
      try {
        const PixelClaim claim(100 * pixel_budget, stop);
      } catch (const fw::Cancelled&) {
        cancelled = true;
      }
    });
    std::jthread small([&] {
      const PixelClaim claim(1, {});
      small_is_in = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    QVERIFY(!small_is_in);
    huge.request_stop();
    huge.join();
    QVERIFY(cancelled);
    first.reset();
    small.join();
    QVERIFY(small_is_in);
    const PixelClaim all(100 * pixel_budget, {});
    QCOMPARE(PixelClaim::claimed(), pixel_budget);
  }

  void decoding_claims_what_it_shows() {
    const Path file = make_clip(folder_, "b.mp4", pattern(64, 48, 10), "-pix_fmt yuv420p");
    ClipReader reader(file, {.threads = 1});
    const PixelClaim claim(reader);
    QCOMPARE(PixelClaim::claimed(), int64_t{4 * 64 * 48});
  }

  // FFmpeg decodes a picture of this format to determine its size.
  void large_pictures_are_not_decoded_before_they_claim() {
    const auto claimed = [&](int edge) {
      const fw::media::libav::Input input(make_grey_qoi(edge));
      const PixelClaim claim(input, {});
      return PixelClaim::claimed();
    };
    QCOMPARE(claimed(1000), int64_t{1000 * 1000});
    QCOMPARE(claimed(6000), pixel_budget / 2);
    QCOMPARE(probe(make_grey_qoi(6000)).size, (Size{6000, 6000}));
  }

  // Its index is made by decoding it, before anything else is known about it.
  void pictures_wait_for_room_when_they_are_opened() {
    const Path file = folder_.filePath("picture.png").toStdString();
    write_image(file, RgbImage(64, 48));
    auto all = std::make_unique<PixelClaim>(pixel_budget, std::stop_token());
    std::atomic<bool> opened = false;
    std::jthread opener([&] {
      const ClipReader reader(file, {.threads = 1});
      opened = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    QVERIFY(!opened);
    all.reset();
    opener.join();
    QVERIFY(opened);
    QCOMPARE(PixelClaim::claimed(), int64_t{0});
  }

  void a_file_is_read_only_when_its_stamp_differs() {
    const Path file = folder_.filePath("hash").toStdString();
    write_bytes(file, "one");
    const std::string hash = content_hash(file);
    const auto stamp = file_stamp(file);
    QVERIFY(is_unchanged(file, hash, stamp) && is_unchanged(file, hash, std::nullopt));
    QVERIFY(is_unchanged(file, "another", stamp));  // trusted without reading
    std::filesystem::last_write_time(file, std::filesystem::last_write_time(file) + std::chrono::seconds(2));
    QVERIFY(is_unchanged(file, hash, stamp) && !is_unchanged(file, "another", stamp));
    write_bytes(file, "other");
    QCOMPARE(fault_of([&] { refuse_changed(file, hash, stamp); }).code, std::string("media.source_changed"));
    std::filesystem::remove(file);
    QCOMPARE(fault_of([&] { refuse_changed(file, hash, stamp); }).code, std::string("media.unreadable"));
  }
};

QTEST_GUILESS_MAIN(TestLimits)
#include "test_limits.moc"
