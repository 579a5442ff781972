// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>
#include <cstring>
#include <numbers>

#include "clips.h"
#include "media/clip_reader.h"
#include "media/loudness.h"
#include "media/probe.h"
#include "media/sound_reader.h"
#include "media/writer.h"

namespace {

using namespace fw::media;
using namespace fw::media::test;

/// A tone on the left and another on the right.
Sound tones(int rate, double seconds, double left, double right) {
  Sound sound{.rate = rate, .channels = 2};
  const auto count = static_cast<int>(std::lround(seconds * rate));
  for (const double hertz : {left, right})
    for (int i = 0; i < count; ++i)
      sound.samples.push_back(
          static_cast<float>(0.5 * std::sin(2 * std::numbers::pi * hertz * i / static_cast<double>(rate))));
  return sound;
}

/// How much of a frequency a channel has between two times: 0.5 for a tone of that amplitude.
double strength(const Sound& sound, int channel, double hertz, double from_s, double to_s) {
  const size_t count = sound.samples.size() / static_cast<size_t>(sound.channels);
  const float* samples = sound.samples.data() + static_cast<size_t>(channel) * count;
  const auto first = static_cast<size_t>(from_s * sound.rate), last = static_cast<size_t>(to_s * sound.rate);
  double real = 0, imaginary = 0;
  for (size_t i = first; i < last; ++i) {
    const double angle = 2 * std::numbers::pi * hertz * static_cast<double>(i) / sound.rate;
    real += samples[i] * std::cos(angle);
    imaginary += samples[i] * std::sin(angle);
  }
  return 2 * std::hypot(real, imaginary) / static_cast<double>(last - first);
}

double loudest(const Sound& sound, double from_s, double to_s) {
  const size_t count = sound.samples.size() / static_cast<size_t>(sound.channels);
  float most = 0;
  for (auto i = static_cast<size_t>(from_s * sound.rate); i < static_cast<size_t>(to_s * sound.rate); ++i)
    for (int channel = 0; channel < sound.channels; ++channel)
      most = std::max(most, std::abs(sound.samples[static_cast<size_t>(channel) * count + i]));
  return most;
}

}  // namespace

class TestMediaSound : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir folder_;

  Path at(const QString& name) const { return folder_.filePath(name).toStdString(); }
  Path written(const QString& name, int frames, const Sound& sound,
               ClipFormat format = ClipFormat::h264_mp4) {
    ClipWriter writer(at(name), {64, 32}, {.format = format, .fps = {16, 1}, .sound = sound});
    for (int i = 0; i < frames; ++i) writer.write(RgbImage(64, 32));
    writer.finish();
    return at(name);
  }
  /// As another program decodes it, at 16 kHz.
  static Sound read(const Path& file) {
    const QByteArray bytes =
        ffmpeg({"-i", QString::fromStdString(file.string()), "-f", "f32le", "-ac", "2", "-ar", "16000", "-"});
    Sound sound{.rate = 16000, .channels = 2};
    std::vector<float> pairs(static_cast<size_t>(bytes.size()) / sizeof(float));
    std::memcpy(pairs.data(), bytes.data(), pairs.size() * sizeof(float));
    for (size_t channel = 0; channel < 2; ++channel)
      for (size_t i = channel; i < pairs.size(); i += 2) sound.samples.push_back(pairs[i]);
    return sound;
  }
  /// Of the file as it plays.
  static std::optional<Sound> part(const Path& file, double from_s, double seconds, int rate = 16000) {
    return read_sound(file, ClipReader(file).index(), {from_s, seconds, seconds, rate});
  }
  static double seconds(const Sound& sound) {
    return static_cast<double>(sound.samples.size()) / (sound.channels * static_cast<double>(sound.rate));
  }

 private Q_SLOTS:
  void a_clip_has_its_sound_data() {
    QTest::addColumn<int>("rate");
    QTest::newRow("24 kHz") << 24000;
    QTest::newRow("48 kHz") << 48000;
  }
  void a_clip_has_its_sound() {
    QFETCH(const int, rate);
    const Path file = written(QString("clip-%1.mp4").arg(rate), 40, tones(rate, 2.5, 440, 1000));
    const ClipInfo info = probe(file);
    QVERIFY(info.audio.has_value());
    QCOMPARE(info.audio->codec, std::string("aac"));
    QCOMPARE(info.audio->sample_rate_hz, rate);
    QCOMPARE(info.audio->channels, 2);
    QCOMPARE(info.frames, int64_t{40});
    const Sound sound = read(file);
    QVERIFY2(std::abs(seconds(sound) - 2.5) < 0.08, std::to_string(seconds(sound)).c_str());
    QVERIFY(std::abs(strength(sound, 0, 440, 0.1, 2.4) - 0.5) < 0.02);
    QVERIFY(strength(sound, 0, 1000, 0.1, 2.4) < 0.02);
    QVERIFY(std::abs(strength(sound, 1, 1000, 0.1, 2.4) - 0.5) < 0.02);
  }

  void sound_ends_with_the_clip() {
    const Path file = written("long.mp4", 16, tones(48000, 5, 440, 440));  // 1 s of pictures
    const Sound sound = read(file);
    QVERIFY(std::abs(strength(sound, 0, 440, 0.1, 0.9) - 0.5) < 0.02);
    QVERIFY2(seconds(sound) < 1.08, std::to_string(seconds(sound)).c_str());
  }

  void sound_may_be_shorter_than_the_clip() {
    const Path file = written("short.mp4", 32, tones(48000, 0.7, 440, 440));
    QCOMPARE(probe(file).frames, int64_t{32});
    const Sound sound = read(file);
    QVERIFY(seconds(sound) < 0.8);
    QVERIFY(std::abs(strength(sound, 0, 440, 0.1, 0.6) - 0.5) < 0.02);
  }

  /// A frame of 1024 samples, and less than one.
  void short_sound_is_whole_data() {
    QTest::addColumn<int>("samples");
    for (const int samples : {1, 500, 1024, 1025}) QTest::addRow("%d", samples) << samples;
  }
  void short_sound_is_whole() {
    QFETCH(const int, samples);
    const Path file = written(QString("%1.mp4").arg(samples), 4, tones(48000, samples / 48000.0, 440, 440));
    QVERIFY(probe(file).audio.has_value());
    QCOMPARE(probe(file).frames, int64_t{4});
  }

  void one_channel_is_enough() {
    Sound sound = tones(24000, 1, 440, 440);
    sound.samples.resize(sound.samples.size() / 2);
    sound.channels = 1;
    const Path file = written("mono.mp4", 16, sound);
    QCOMPARE(probe(file).audio->channels, 1);
    QVERIFY(strength(read(file), 1, 440, 0.1, 0.9) > 0.3);
  }

  void sound_begins_with_the_pictures() {
    Sound sound = tones(48000, 4, 300, 300);
    const size_t count = sound.samples.size() / 2;
    for (size_t i = 0; i < sound.samples.size(); ++i)
      if (i % count < size_t{48000} * 2) sound.samples[i] = 0;  // silent for two seconds
    const Sound found = read(written("later.mp4", 64, sound));
    QVERIFY(loudest(found, 0, 1.96) < 0.02);
    QVERIFY(std::abs(strength(found, 0, 300, 2.05, 3.9) - 0.5) < 0.02);
  }

  void a_part_is_what_another_program_decodes_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("input");
    QTest::addColumn<QString>("codec");
    QTest::addColumn<int>(
        "ahead");  // samples by which the other program, which starts with the sound, is early
    const QString stereo = "-f lavfi -i aevalsrc='0.4*sin(2*PI*300*t*t)|0.3*sin(2*PI*700*t)':s=%1:d=3";
    QTest::newRow("AAC in MP4") << "a.mp4" << stereo.arg(44100) << "-c:a aac -b:a 192k" << 0;
    QTest::newRow("PCM in QuickTime") << "b.mov" << stereo.arg(48000) << "-c:a pcm_s24le" << 0;
    QTest::newRow("FLAC in Matroska") << "c.mkv" << stereo.arg(96000) << "-c:a flac" << 0;
    QTest::newRow("MP2 in a transport stream") << "d.ts" << stereo.arg(32000) << "-c:a mp2 -b:a 256k" << 240;
    QTest::newRow("PCM in AVI") << "e.avi" << stereo.arg(16000) << "-c:a pcm_s16le" << 0;
    QTest::newRow("six channels") << "f.mkv"
                                  << "-f lavfi -i anoisesrc=r=48000:d=3:seed=4 -af pan=5.1|c0=c0|c1=0.5*c0"
                                  << "-c:a flac" << 0;
  }
  void a_part_is_what_another_program_decodes() {
    QFETCH(const QString, name);
    QFETCH(const QString, input);
    QFETCH(const QString, codec);
    QFETCH(const int, ahead);
    const Path file = make_clip(folder_, name, "-f lavfi -i testsrc=size=64x32:rate=25:duration=3 " + input,
                                "-c:v libx264 -g 25 -pix_fmt yuv420p -t 3 " + codec);
    const Sound whole = read(file), found = part(file, 1.2, 1).value();
    const size_t count = whole.samples.size() / 2, from = 19200;
    QVERIFY(count > from + 16000);
    // Formats store times in steps of up to a millisecond, so the place is a fraction of a sample off.
    constexpr int off = 10;
    double least = 1e9, loudness = 0;
    for (int shift = ahead - off; shift <= ahead + off; ++shift) {
      double sum = 0;
      for (size_t channel = 0; channel < 2; ++channel)
        for (size_t i = 0; i < 16000; ++i) {
          const float other =
              whole.samples[channel * count + from + i - off + static_cast<size_t>(shift + off)];
          sum += std::pow(found.samples[channel * 16000 + i] - other, 2);
          if (shift == ahead) loudness += std::pow(other, 2);
        }
      least = std::min(least, sum);
    }
    QVERIFY2(least < 0.05 * loudness, std::to_string(least / loudness).c_str());
  }

  void a_part_begins_where_it_should() {
    Sound sound = tones(48000, 4, 300, 300);
    const size_t count = sound.samples.size() / 2;
    for (size_t i = 0; i < sound.samples.size(); ++i)
      if (i % count < size_t{48000} * 2) sound.samples[i] = 0;  // silent for two seconds
    const Path file = written("part.mp4", 64, sound);
    const Sound found = part(file, 1.5, 1).value();
    QCOMPARE(found.samples.size(), size_t{2 * 16000});
    QVERIFY(loudest(found, 0, 0.45) < 0.02);
    QVERIFY(std::abs(strength(found, 0, 300, 0.55, 1) - 0.5) < 0.05);
    QVERIFY(loudest(part(file, 0, 1).value(), 0, 1) < 0.02);
    const Sound behind = part(file, 3.5, 2).value();  // ends a second and a half earlier
    QVERIFY(std::abs(strength(behind, 0, 300, 0.1, 0.4) - 0.5) < 0.05);
    QVERIFY(loudest(behind, 0.6, 2) < 1e-3);
  }

  /// A clip whose frames play at another rate than their own.
  void a_part_plays_as_fast_as_its_pictures() {
    const Path file = written("fast.mp4", 64, tones(48000, 4, 300, 500));
    const Sound fast = read_sound(file, ClipReader(file).index(), {1, 2, 1, 16000}).value();
    QCOMPARE(fast.samples.size(), size_t{2 * 16000});
    QVERIFY(std::abs(strength(fast, 0, 600, 0.05, 0.95) - 0.5) < 0.02);
    QVERIFY(std::abs(strength(fast, 1, 1000, 0.05, 0.95) - 0.5) < 0.02);
    const Sound slow = read_sound(file, ClipReader(file).index(), {1, 2, 4, 16000}).value();
    QVERIFY(std::abs(strength(slow, 0, 150, 0.1, 3.9) - 0.5) < 0.02);
  }

  void loudness_equals_that_of_another_program_data() {
    QTest::addColumn<QString>("sound");
    QTest::addColumn<int>("seconds");
    QTest::newRow("noise") << "anoisesrc=r=48000:d=4:seed=3:a=0.2,pan=stereo|c0=c0|c1=0.3*c0" << 4;
    QTest::newRow("a quiet half")
        << "aevalsrc='0.3*sin(900*t)*if(lt(t,2),1,0.01)|0.1*sin(5000*t)':s=48000:d=5" << 5;
    QTest::newRow("low tone") << "sine=frequency=60:sample_rate=44100:duration=3,pan=stereo|c0=c0|c1=c0" << 3;
  }
  void loudness_equals_that_of_another_program() {
    QFETCH(const QString, sound);
    QFETCH(const int, seconds);
    const QString pictures = QString("-f lavfi -i testsrc=size=64x32:rate=25:duration=%1 ").arg(seconds);
    const Path file = make_clip(folder_, "loud.mov", pictures + "-f lavfi -i " + sound,
                                "-c:v libx264 -pix_fmt yuv420p -c:a pcm_f32le");
    const QByteArray told =
        ffmpeg({"-i", QString::fromStdString(file.string()), "-af",
                "ebur128=metadata=1,ametadata=print:key=lavfi.r128.I:file=-", "-f", "null", "-"});
    const double wanted = told.mid(told.lastIndexOf("lavfi.r128.I=") + 13).trimmed().toDouble();
    const double found = loudness_of(file, ClipReader(file).index()).value();
    QVERIFY2(wanted < -5 && std::abs(found - wanted) < 0.11,
             qPrintable(QString("%1 for %2").arg(found).arg(wanted)));
  }

  void silence_has_no_loudness() {
    const Path silent =
        written("still.mp4", 16, {.rate = 48000, .channels = 2, .samples = std::vector<float>(96000)});
    QVERIFY(!loudness_of(silent, ClipReader(silent).index()).has_value());
  }

  void other_files_data() {
    QTest::addColumn<QString>("input");
    QTest::addColumn<double>("begins");
    QTest::newRow("mono") << "-f lavfi -i sine=frequency=500:sample_rate=22050:duration=2" << 0.0;
    QTest::newRow("later") << "-itsoffset 0.5 -f lavfi -i sine=frequency=500:sample_rate=48000:duration=1.5"
                           << 0.5;
  }
  void other_files() {
    QFETCH(const QString, input);
    QFETCH(const double, begins);
    const Path file = make_clip(folder_, QString(QTest::currentDataTag()) + ".mkv",
                                "-f lavfi -i testsrc=size=64x32:rate=16:duration=2 " + input,
                                "-c:v libx264 -pix_fmt yuv420p -c:a pcm_s16le");
    const Sound sound = part(file, 0, 2).value();
    QCOMPARE(sound.channels, 2);
    if (begins > 0) QVERIFY(loudest(sound, 0, begins - 0.05) < 1e-3);
    const double own = strength(sound, 0, 500, begins + 0.1, 1.9);
    QVERIFY2(std::abs(own - 0.125) < 0.003, std::to_string(own).c_str());  // the loudness of ffmpeg's sine
    QVERIFY(std::abs(strength(sound, 1, 500, begins + 0.1, 1.9) - own) < 1e-3);
  }

  void a_track_that_cannot_be_decoded_is_named() {
    const Path file = make_clip(
        folder_, "odd.mkv", "-f lavfi -i testsrc=size=64x32:rate=16:duration=1 -f lavfi -i sine=duration=1",
        "-c:v libx264 -pix_fmt yuv420p -c:a pcm_s16le");
    QByteArray bytes = read_bytes(file);
    const qsizetype name = bytes.indexOf("A_PCM/INT/LIT");
    QVERIFY(name > 0);
    bytes.replace(name, 13, "A_XYZ/INT/LIT");
    write_bytes(file, bytes);
    const fw::Fault fault = fault_of([&] { part(file, 0, 1); });
    QCOMPARE(fault.code, std::string("media.sound_unreadable"));
    QVERIFY(fault.message().find("odd.mkv") != std::string::npos);
    std::stop_source stop;
    stop.request_stop();
    const Path good = written("stopped.mp4", 8, tones(48000, 0.5, 440, 440));
    QVERIFY_THROWS_EXCEPTION(
        fw::Cancelled, read_sound(good, ClipReader(good).index(), {0, 0.5, 0.5, 16000}, stop.get_token()));
  }

  void silence_is_not_the_absence_of_sound() {
    QVERIFY(!part(written("without.mp4", 8, {}), 0, 0.5).has_value());
    QVERIFY(!probe(written("none.mp4", 8, {})).audio.has_value());
    const Sound silent{.rate = 48000, .channels = 2, .samples = std::vector<float>(48000, 0.0F)};
    const Path file = written("silent.mp4", 8, silent);
    QVERIFY(probe(file).audio.has_value() && loudest(read(file), 0, 0.4) == 0);
  }

  void only_an_mp4_has_sound() {
    const Path file = written("clip.gif", 4, tones(48000, 0.3, 440, 440), ClipFormat::gif);
    QVERIFY(!probe(file).audio.has_value());
    const WriterOptions wrong{.sound = {.rate = 48000, .channels = 3, .samples = std::vector<float>(3)}};
    QVERIFY_THROWS_EXCEPTION(fw::Error, check_clip_options(at("x.mp4"), {64, 32}, wrong));
  }
};

QTEST_GUILESS_MAIN(TestMediaSound)
#include "test_media_sound.moc"
