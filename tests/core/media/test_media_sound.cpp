// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>
#include <cstring>
#include <numbers>

#include "clips.h"
#include "media/probe.h"
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

  void silence_is_not_the_absence_of_sound() {
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
