// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <algorithm>
#include <numeric>
#include <random>

#include "base/paths.h"
#include "clips.h"
#include "media/convert.h"
#include "media/probe.h"

namespace {

using namespace fw::media;
using namespace fw::media::test;

struct Made {
  const char* name;
  QString input;
  const char* output;
  int frames;  // expected; -1: as many as ffmpeg decodes
};

// Each is odd in its own way; all of them are read in every order.
std::vector<Made> made_clips() {
  const QString hd = pattern(160, 96, 48);
  return {
      {"h264_open_gop.mp4", hd,
       "-c:v libx264 -pix_fmt yuv420p -x264-params open-gop=1:bframes=3:b-pyramid=normal:keyint=12", 48},
      {"h264_intra_refresh.mp4", hd,
       "-c:v libx264 -pix_fmt yuv420p -x264-params intra-refresh=1:keyint=12:bframes=0", 48},
      {"hevc_10bit.mp4", hd,
       "-c:v libx265 -pix_fmt yuv420p10le -x265-params log-level=none:keyint=15:bframes=4:open-gop=1", 48},
      {"vp8_hidden_frames.webm", hd,
       "-c:v libvpx -pix_fmt yuv420p -auto-alt-ref 1 -lag-in-frames 16 -g 16 -b:v 300k", 48},
      {"vp9_hidden_frames.webm", hd,
       "-c:v libvpx-vp9 -auto-alt-ref 1 -lag-in-frames 16 -g 16 -b:v 300k -cpu-used 5", 48},
      {"vp9_odd_size.webm", pattern(35, 21, 20), "-c:v libvpx-vp9 -pix_fmt yuv420p -cpu-used 5", 20},
      {"av1.mp4", hd, "-c:v libsvtav1 -preset 10 -g 16 -pix_fmt yuv420p", 48},
      {"av1.mkv", hd, "-c:v libaom-av1 -cpu-used 8 -g 16 -pix_fmt yuv420p10le -b:v 0 -crf 40", 48},
      {"prores.mov", hd, "-c:v prores_ks -profile:v 3 -pix_fmt yuv422p10le", 48},
      {"variable_rate.mp4", hd,
       "-vf select=not(mod(n\\,3))+gt(n\\,30) -vsync vfr -c:v libx264 -pix_fmt yuv420p -g 10", 28},
      {"variable_rate.mkv", hd,
       "-vf select=not(mod(n\\,4))+not(mod(n\\,7)) -vsync vfr -c:v libx264 -pix_fmt yuv420p -g 5", 17},
      {"interlaced.mp4", hd, "-vf interlace -flags +ilme+ildct -c:v libx264 -pix_fmt yuv420p -g 10", -1},
      {"interlaced.ts", hd, "-vf interlace -flags +ilme+ildct -c:v libx264 -pix_fmt yuv420p -g 10", -1},
      {"interlaced_mpeg2.mpg", hd, "-vf interlace -flags +ilme+ildct -c:v mpeg2video -g 10 -bf 2", -1},
      {"one_frame.mp4", pattern(64, 48, 1), "-c:v libx264 -pix_fmt yuv420p", 1},
      {"odd_size.mp4", pattern(37, 23, 20), "-c:v libx264 -pix_fmt yuv444p -g 6", 20},
      {"4k.mp4", pattern(3840, 2160, 8), "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 4", 8},
      {"fragments.mp4", hd, "-c:v libx264 -pix_fmt yuv420p -g 12 -movflags +empty_moov+frag_keyframe", 48},
      {"packed_b_frames.avi", hd, "-c:v mpeg4 -bf 2 -g 12 -q:v 5", -1},
      {"mjpeg.avi", hd, "-c:v mjpeg -q:v 4 -pix_fmt yuvj420p", 48},
      {"wmv.asf", hd, "-c:v wmv2 -g 12 -b:v 400k", -1},
      {"flash.flv", hd, "-c:v libx264 -pix_fmt yuv420p -g 12", 48},
      {"stream.ts", hd, "-c:v libx264 -pix_fmt yuv420p -g 12", 48},
      {"raw.h264", hd, "-c:v libx264 -pix_fmt yuv420p -g 12 -bf 0", 48},
      {"animation.gif", pattern(64, 48, 12, "10"), "", -1},
      {"lossless.mkv", hd, "-c:v ffv1 -pix_fmt yuv444p -g 6", 48},
      {"grey.mp4", hd, "-c:v libx264 -pix_fmt gray -g 12", 48},
  };
}

bool is_same(const VideoFrame& frame, const QByteArray& reference) {
  return psnr(plane_bytes(frame), reference, frame.bit_depth()) >= 50;
}

}  // namespace

class TestMediaFrames : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir folder_;

  // Reads `order` and compares each frame with ffmpeg's frame of that number.
  static void compare(ClipReader& reader, const std::vector<QByteArray>& reference,
                      const std::vector<int64_t>& order) {
    for (const int64_t number : order) {
      const VideoFrame frame = reader.read(number);
      QCOMPARE(frame.number(), number);
      // Error concealment depends on the decoder's threads, in ffmpeg too.
      if (frame.damaged()) continue;
      if (!is_same(frame, reference[static_cast<size_t>(number)])) {
        int64_t twin = -1;
        for (size_t i = 0; i < reference.size(); ++i)
          if (is_same(frame, reference[i])) twin = static_cast<int64_t>(i);
        QFAIL(qPrintable(QString("frame %1 is not ffmpeg's but its frame %2").arg(number).arg(twin)));
      }
    }
  }

  static void check_every_order(const Path& file, int expected_frames) {
    ClipReader reader(file);
    const std::vector<QByteArray> reference = reference_frames(file, reader.read(0));
    QCOMPARE(reader.frames(), static_cast<int64_t>(reference.size()));
    if (expected_frames >= 0) QCOMPARE(reader.frames(), static_cast<int64_t>(expected_frames));
    QCOMPARE(ClipReader(file, {.count_by = CountBy::decoding}).frames(), reader.frames());

    QVERIFY(reader.index().damaged.size() <= 1);  // those are not compared
    std::vector<int64_t> forwards(reference.size());
    std::iota(forwards.begin(), forwards.end(), 0);
    compare(reader, reference, forwards);
    std::vector<int64_t> backwards(forwards.rbegin(), forwards.rend());
    backwards.resize(std::min<size_t>(backwards.size(), 48));  // each of them decodes from a key frame
    compare(reader, reference, backwards);
    std::vector<int64_t> random = forwards;
    std::ranges::shuffle(random, std::mt19937(7));
    random.resize(std::min<size_t>(random.size(), 40));
    compare(reader, reference, random);
    std::vector<int64_t> sparse;  // as for a lower frame rate: packets in between are skipped
    for (size_t i = 0; i < forwards.size(); i += 3) sparse.push_back(forwards[i]);
    ClipReader fresh(file, {.threads = 1});
    compare(fresh, reference, sparse);
  }

 private Q_SLOTS:
  void made_clips_in_every_order_data() {
    QTest::addColumn<QString>("input");
    QTest::addColumn<QString>("output");
    QTest::addColumn<int>("frames");
    for (const Made& made : made_clips())
      QTest::newRow(made.name) << made.input << made.output << made.frames;
  }
  void made_clips_in_every_order() {
    QFETCH(QString, input);
    QFETCH(QString, output);
    QFETCH(int, frames);
    check_every_order(make_clip(folder_, QTest::currentDataTag(), input, output), frames);
  }

  void real_clips_in_every_order_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("frames");
    QTest::newRow("bikes") << "bikes.mp4" << 250;
    QTest::newRow("bigbuckbunny") << "bigbuckbunny.mp4" << 132;
    QTest::newRow("carphone") << "carphone_pristine.mp4" << 120;
  }
  void real_clips_in_every_order() {
    QFETCH(QString, name);
    QFETCH(int, frames);
    if (real_clip(name).empty()) QSKIP("FW_TEST_CLIPS is not set");
    check_every_order(real_clip(name), frames);
  }

  void stream_without_duration() {
    // A header written to a pipe lacks the duration.
    const QByteArray bytes =
        ffmpeg(pattern(96, 64, 30).split(' ') +
               QStringList{"-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "8", "-f", "matroska", "pipe:"});
    const Path file = folder_.filePath("no_duration.mkv").toStdString();
    write_bytes(file, bytes);
    check_every_order(file, 30);
    QVERIFY(std::abs(probe(file).duration_s - 1.2) < 0.002);
  }

  void frames_hidden_by_an_edit_list() {
    const Path whole =
        make_clip(folder_, "whole.mp4", pattern(96, 64, 50), "-c:v libx264 -pix_fmt yuv420p -g 50");
    const Path cut =
        make_clip(folder_, "cut.mp4", "-ss 0.6 -i " + QString::fromStdString(whole.string()), "-c copy");
    check_every_order(cut, 35);
  }

  void truncated_data() {
    QTest::addColumn<QString>("output");
    QTest::newRow("whole.mp4") << "-c:v libx264 -pix_fmt yuv420p -g 10 -movflags +faststart";
    QTest::newRow("whole.mkv") << "-c:v libx264 -pix_fmt yuv420p -g 10";
    QTest::newRow("whole.ts") << "-c:v libx264 -pix_fmt yuv420p -g 10";
    QTest::newRow("whole.avi") << "-c:v mjpeg -pix_fmt yuvj420p";
  }
  void truncated() {
    QFETCH(QString, output);
    const QString name = QTest::currentDataTag();
    const Path whole = make_clip(folder_, name, pattern(160, 90, 60), output);
    const QByteArray bytes = read_bytes(whole);
    const Path part = folder_.filePath("part_" + name).toStdString();
    write_bytes(part, bytes.left(bytes.size() * 6 / 10));
    check_every_order(part, -1);
    const ClipInfo info = probe(part);
    QVERIFY(info.frames > 20 && info.frames < 50);
    // A transport stream has no trailer to be missing, but its last frame is damaged.
    const std::string expected = name.endsWith(".ts") ? "media.damaged" : "media.truncated";
    QCOMPARE(info.warnings.size(), size_t{1});
    QCOMPARE(info.warnings[0].code, expected);
    QVERIFY(info.warnings[0].message().find("part_whole") != std::string::npos);
  }

  // A rotated or mirrored picture is turned upright as ffmpeg does it.
  void upright_data() {
    QTest::addColumn<QString>("rotate");
    QTest::addColumn<int>("degrees");
    for (const int degrees : {0, 90, 180, 270})
      QTest::addRow("%d", degrees) << QString("-metadata:s:v rotate=%1").arg(degrees) << degrees;
  }
  void upright() {
    QFETCH(QString, rotate);
    QFETCH(int, degrees);
    const Path plain =
        make_clip(folder_, "plain.mp4", pattern(96, 64, 12), "-c:v libx264 -pix_fmt yuv420p -g 5");
    const Path phone = make_clip(folder_, QString("phone%1.mp4").arg(degrees),
                                 "-i " + QString::fromStdString(plain.string()), "-c copy " + rotate);
    ClipReader reader(phone);
    const VideoFrame frame = reader.read(7);
    // FFmpeg 5.1 takes `rotate` as counterclockwise.
    QCOMPARE(frame.presentation().rotation_degrees(), (360 - degrees) % 360);
    const RgbImage image = Converter().to_rgb(frame);
    const QByteArray reference =
        ffmpeg({"-i", QString::fromStdString(phone.string()), "-vf", "select=eq(n\\,7)", "-frames:v", "1",
                "-pix_fmt", "rgb24", "-f", "rawvideo", "pipe:"});
    const QByteArray pixels(reinterpret_cast<const char*>(image.pixels.data()),
                            static_cast<qsizetype>(image.pixels.size()));
    QVERIFY(psnr(pixels, reference, 8) >= 50);
    QCOMPARE(image.width, degrees % 180 == 0 ? 96 : 64);
  }

  // The conversion uses the matrix and range that the file names.
  void colours_data() {
    QTest::addColumn<QString>("output");
    QTest::addColumn<QString>("matrix");
    const auto row = [](const char* name, const char* tags, const char* matrix) {
      QTest::newRow(name) << tags << matrix;
    };
    row("untagged", "-pix_fmt yuv420p", "unknown");
    row("bt709", "-pix_fmt yuv420p -vf setparams=colorspace=bt709", "bt709");
    row("bt601", "-pix_fmt yuv420p -vf setparams=colorspace=smpte170m", "smpte170m");
    row("full range", "-pix_fmt yuv420p -vf setparams=range=pc:colorspace=bt709", "bt709");
    row("yuvj", "-pix_fmt yuvj420p", "unknown");
    row("4:4:4", "-pix_fmt yuv444p -vf setparams=colorspace=bt709", "bt709");
    row("10 bits bt2020", "-pix_fmt yuv420p10le -vf setparams=colorspace=bt2020nc:color_trc=smpte2084",
        "bt2020nc");
  }
  void colours() {
    QFETCH(QString, output);
    QFETCH(QString, matrix);
    const Path file = make_clip(folder_, "colours.mkv", pattern(96, 64, 6), "-c:v libx264 -qp 4 " + output);
    ClipReader reader(file);
    QCOMPARE(QString::fromStdString(probe(reader).matrix), matrix);
    const RgbImage image = Converter().to_rgb(reader.read(4));
    const QByteArray reference =
        ffmpeg({"-i", QString::fromStdString(file.string()), "-vf", "select=eq(n\\,4)", "-frames:v", "1",
                "-pix_fmt", "rgb24", "-f", "rawvideo", "pipe:"});
    const QByteArray pixels(reinterpret_cast<const char*>(image.pixels.data()),
                            static_cast<qsizetype>(image.pixels.size()));
    QVERIFY2(psnr(pixels, reference, 8) >= 50, qPrintable(QString::number(psnr(pixels, reference, 8))));
  }
};

QTEST_GUILESS_MAIN(TestMediaFrames)
#include "test_media_frames.moc"
