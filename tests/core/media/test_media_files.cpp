// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include <QtTest>
#include <cmath>

#include "base/paths.h"
#include "clips.h"
#include "media/content_hash.h"
#include "media/probe.h"

namespace {

using namespace fw::media;
using namespace fw::media::test;

QStringList split(const QString& text) {
  return text.split(' ', Qt::SkipEmptyParts);
}

}  // namespace

/// Contents of files, and reports about unusable ones.
class TestMediaFiles : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir folder_;

  Path at(const QString& name) const { return folder_.filePath(name).toStdString(); }
  Path clip(const QString& name, const QString& output, int frames = 10) const {
    return make_clip(folder_, name, pattern(64, 48, frames), output);
  }
  static void expect(const Path& file, const std::string& code) {
    const fw::Fault fault = fault_of([&] { probe(file); });
    QVERIFY2(fault.code == code, (fault.code + " " + fault.message()).c_str());
    QVERIFY2(fault.message().find(fw::to_utf8(file.filename())) != std::string::npos,
             fault.message().c_str());
    QVERIFY(fault.message().find('{') == std::string::npos);
    QVERIFY(!fault.hint.empty());
    QVERIFY(fault.blame == fw::Blame::input);
  }

 private Q_SLOTS:
  void odd_files() {
    write_bytes(at("empty.mp4"), {});
    expect(at("empty.mp4"), "media.empty_file");
    expect(at("missing.mp4"), "media.unreadable");
    expect(folder_.path().toStdString(), "media.unreadable");
    QVERIFY(::mkfifo(at("pipe.mp4").c_str(), 0600) == 0);
    expect(at("pipe.mp4"), "media.unreadable");

    const QByteArray prose("A red fox walks through the snow.\nThe camera follows it.\n");
    for (const char* name : {"text.mp4", "text.txt", "text.png", "text.mkv", "text.nfo"}) {
      write_bytes(at(name), prose.repeated(40));
      expect(at(name), "media.not_media");
    }
    write_bytes(at("short.mp4"), "x");
    expect(at("short.mp4"), "media.not_media");
    QByteArray noise;
    for (int i = 0; i < 60'000; ++i) noise.append(static_cast<char>((i * 2654435761U) >> 13));
    write_bytes(at("noise.mp4"), noise);
    QVERIFY(!fault_of([&] { probe(at("noise.mp4")); }).code.empty());
  }

  void sound_without_picture() {
    const QString tone = "-f lavfi -i sine=duration=0.3";
    expect(make_clip(folder_, "tone.m4a", tone, "-c:a aac"), "media.no_video");
    expect(make_clip(folder_, "tone.mp4", tone, "-c:a aac"), "media.no_video");
    const Path cover = make_clip(folder_, "cover.png", pattern(32, 32, 1), "-update 1");
    const QString covered = tone + " -i " + QString::fromStdString(cover.string());
    const Path song = make_clip(folder_, "song.m4a", covered,
                                "-map 0 -map 1 -c:a aac -c:v copy -disposition:v attached_pic");
    expect(song, "media.no_video");
    QVERIFY(fault_of([&] { probe(song); }).message().find("a cover picture and audio") != std::string::npos);
  }

  void index_missing() {
    const Path whole = clip("whole.mp4", "-c:v libx264 -pix_fmt yuv420p");
    const QByteArray bytes = read_bytes(whole);
    write_bytes(at("cut.mp4"), bytes.left(bytes.size() / 2));
    expect(at("cut.mp4"), "media.no_index");
  }

  void never_opens_another_file() {
    // A playlist and a concatenation script name files; a name may look like a pattern or a protocol.
    clip("secret.ts", "-c:v libx264 -pix_fmt yuv420p");
    write_bytes(at("list.mp4"), "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nsecret.ts\n#EXT-X-ENDLIST\n");
    write_bytes(at("concat.mp4"), "ffconcat version 1.0\nfile secret.ts\n");
    for (const char* name : {"list.mp4", "concat.mp4"})
      QVERIFY2(!fault_of([&] { probe(at(name)); }).code.empty(), name);
    const Path plain = clip("plain.png", "-frames:v 1 -update 1");
    for (const char* name : {"frame%03d.png", "tele:foto.png", "größe 雪.png", "-i.png"}) {
      std::filesystem::copy_file(plain, at(name));
      QCOMPARE(probe(at(name)).size, (Size{64, 48}));
    }
  }

  void animated_webp() {
    expect(make_clip(folder_, "moving.webp", pattern(32, 32, 4), "-c:v libwebp_anim"), "media.animated_webp");
  }

  void damage_names_its_second() {
    const Path file = clip("damaged.mp4", "-c:v libx264 -pix_fmt yuv420p -g 5 -bf 0 -preset ultrafast", 50);
    QByteArray bytes = read_bytes(file);
    const qsizetype data = bytes.indexOf("mdat") + 4;
    const qsizetype half = data + (bytes.indexOf("moov") - data) / 2;
    for (qsizetype i = half; i < half + 3000; ++i) bytes[i] = static_cast<char>(0xff);
    write_bytes(file, bytes);
    const ClipInfo info = probe(file, CountBy::decoding);
    QCOMPARE(info.warnings.size(), size_t{1});
    QCOMPARE(info.warnings[0].code, std::string("media.damaged"));
    const double second = std::stod(info.warnings[0].arguments.at("second"));
    QVERIFY2(second > 0.4 && second < 1.6, info.warnings[0].message().c_str());

    // Packet counts look fine; reading finds the damage.
    ClipReader reader(file);
    QCOMPARE(reader.frames(), 50);
    std::string first_fault;
    int readable = 0;
    for (int64_t i = 0; i < reader.frames(); ++i) {
      const fw::Fault fault = fault_of([&] { readable += reader.read(i).damaged() ? 0 : 1; });
      if (first_fault.empty() && !fault.code.empty()) {
        first_fault = fault.code;
        QVERIFY(fault.message().find(" s (frame ") != std::string::npos);
      }
    }
    QVERIFY(readable >= 30 && readable < 50);
  }

  void frame_out_of_range() {
    ClipReader reader(clip("range.mp4", "-c:v libx264 -pix_fmt yuv420p"));
    for (const int64_t frame : {int64_t{-1}, int64_t{10}, INT64_MAX})
      QCOMPARE(fault_of([&] { reader.read(frame); }).code, std::string("media.frame_out_of_range"));
  }

  void stop_is_heard() {
    const Path file = clip("stop.mp4", "-c:v libx264 -pix_fmt yuv420p");
    std::stop_source source;
    source.request_stop();
    QVERIFY_THROWS_EXCEPTION(fw::Cancelled, probe(file, CountBy::decoding, source.get_token()));
    QVERIFY_THROWS_EXCEPTION(fw::Cancelled, content_hash(file, source.get_token()));
  }

  void probe_tells_all() {
    const Path file = at("all.mov");
    ffmpeg(split(pattern(176, 144, 30, "30000/1001")) +
           split("-f lavfi -i sine=duration=1.5:sample_rate=44100 -vf "
                 "setparams=colorspace=bt2020nc:color_primaries=bt2020:color_trc=smpte2084 -c:v prores_ks "
                 "-pix_fmt "
                 "yuv422p10le -aspect 4:3 -c:a pcm_s16le -metadata comment=Schnee -map 0:v -map 1:a") +
           QStringList{QString::fromStdString(file.string())});
    const ClipInfo info = probe(file);
    QCOMPARE(info.codec, std::string("prores"));
    QVERIFY(info.container.starts_with("mov"));
    QCOMPARE(info.coded_size, (Size{176, 144}));
    QCOMPARE(info.size, (Size{192, 144}));
    QCOMPARE(info.frames, 30);
    QCOMPARE(info.fps, (Rational{30000, 1001}));
    QVERIFY(!info.variable_rate && !info.picture && !info.interlaced && !info.full_range && !info.has_alpha);
    QVERIFY(std::abs(info.duration_s - 1.001) < 1e-6);  // the picture's, not the longer sound's
    QCOMPARE(info.bit_depth, 10);
    QVERIFY(info.hdr);
    QCOMPARE(info.matrix, std::string("bt2020nc"));
    QCOMPARE(info.transfer, std::string("smpte2084"));
    QCOMPARE(info.audio->sample_rate_hz, 44100);
    QCOMPARE(info.audio->channels, 1);
    QCOMPARE(info.metadata.at("comment"), std::string("Schnee"));
    QCOMPARE(info.warnings.size(), size_t{1});
    QCOMPARE(info.warnings[0].code, std::string("media.hdr"));
    const nlohmann::json json = info;
    QCOMPARE(json.at("fps"), nlohmann::json({30000, 1001}));
    QCOMPARE(json.at("audio").at("codec"), "pcm_s16le");
  }

  void rates_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("rate");
    QTest::addColumn<QString>("filter");
    QTest::addColumn<bool>("variable");
    QTest::addColumn<double>("fps");
    // Matroska rounds times to milliseconds, which does not make a frame rate variable.
    QTest::newRow("23.976 mkv") << "a.mkv"
                                << "24000/1001"
                                << "null" << false << 24000 / 1001.0;
    QTest::newRow("60 mkv") << "b.mkv"
                            << "60"
                            << "null" << false << 60.0;
    QTest::newRow("8 mp4") << "c.mp4"
                           << "8"
                           << "null" << false << 8.0;
    QTest::newRow("dropped frames") << "d.mp4"
                                    << "30"
                                    << "select=mod(n\\,5)" << true << 24.0;
    QTest::newRow("slower half") << "e.mkv"
                                 << "24"
                                 << "select=lt(n\\,20)+not(mod(n\\,2))" << true << 18.0;
  }
  void rates() {
    QFETCH(QString, name);
    QFETCH(QString, rate);
    QFETCH(QString, filter);
    QFETCH(bool, variable);
    QFETCH(double, fps);
    const Path file = make_clip(folder_, name, pattern(64, 48, 40, rate),
                                "-vf " + filter + " -vsync vfr -c:v libx264 -pix_fmt yuv420p");
    const ClipInfo info = probe(file);
    QCOMPARE(info.variable_rate, variable);
    QVERIFY2(std::abs(info.fps.value() / fps - 1) < (variable ? 0.05 : 1e-9),
             qPrintable(QString::number(info.fps.value())));
  }

  void a_copy_keeps_its_rate_data() {
    QTest::addColumn<QString>("rate");
    QTest::addColumn<QString>("filter");
    QTest::addColumn<bool>("variable");
    QTest::newRow("30") << "30"
                        << "null" << false;
    QTest::newRow("59.94") << "60000/1001"
                           << "null" << false;
    QTest::newRow("dropped frames") << "30"
                                    << "select=mod(n\\,5)" << true;
  }
  // Times rounded to milliseconds by Matroska, in the finer ticks of an MP4.
  void a_copy_keeps_its_rate() {
    QFETCH(QString, rate);
    QFETCH(QString, filter);
    QFETCH(bool, variable);
    const Path file = make_clip(folder_, "rounded.mkv", pattern(64, 48, 60, rate),
                                "-vf " + filter + " -vsync vfr -c:v libx264 -pix_fmt yuv420p");
    const ClipInfo copy =
        probe(make_clip(folder_, "copy.mp4", "-i " + QString::fromStdString(file.string()), "-c copy"));
    QCOMPARE(copy.variable_rate, variable);
    if (variable) return;
    const Rational exact = rate == "30" ? Rational{30, 1} : Rational{60000, 1001};
    QCOMPARE(probe(file).fps, exact);
    QCOMPARE(copy.fps, exact);
  }

  void interlaced_clips_are_named_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("output");
    QTest::newRow("H.264") << "i.mp4"
                           << "-flags +ilme+ildct -c:v libx264 -pix_fmt yuv420p";
    QTest::newRow("camera") << "i.MTS"
                            << "-flags +ilme+ildct -c:v libx264 -pix_fmt yuv420p";
    QTest::newRow("MPEG-2") << "i.mpg"
                            << "-flags +ilme+ildct -c:v mpeg2video";
    QTest::newRow("progressive") << "p.mp4"
                                 << "-c:v libx264 -pix_fmt yuv420p";
  }
  void interlaced_clips_are_named() {
    QFETCH(QString, name);
    QFETCH(QString, output);
    const bool interlaced = name.startsWith('i');
    const ClipInfo info = probe(clip(name, (interlaced ? "-vf interlace " : "") + output));
    QCOMPARE(info.interlaced, interlaced);
    QCOMPARE(info.warnings.size(), size_t{interlaced});
    if (interlaced) QCOMPARE(info.warnings[0].code, std::string("media.interlaced"));
  }

  void pictures_are_clips_of_one_frame_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("output");
    QTest::newRow("png") << "p.png"
                         << "-update 1";
    QTest::newRow("png with alpha") << "a.png"
                                    << "-update 1 -pix_fmt rgba";
    QTest::newRow("png grey 16") << "g.png"
                                 << "-update 1 -pix_fmt gray16be";
    QTest::newRow("jpeg") << "p.jpg"
                          << "-update 1 -q:v 2";
    QTest::newRow("webp") << "p.webp"
                          << "-c:v libwebp";
    QTest::newRow("wrong extension") << "p.jpg.mp4"
                                     << "-c:v png -f image2 -update 1";
  }
  void pictures_are_clips_of_one_frame() {
    QFETCH(QString, name);
    QFETCH(QString, output);
    const ClipInfo info = probe(make_clip(folder_, name, pattern(51, 33, 1), output));
    QVERIFY(info.picture);
    QCOMPARE(info.frames, 1);
    QCOMPARE(info.duration_s, 0.0);
    QCOMPARE(info.size, (Size{51, 33}));
    QCOMPARE(info.has_alpha, name == "a.png");
  }

  void hash_names_content() {
    write_bytes(at("hash"), "a");
    // Values of the reference program xxhsum -H2.
    QCOMPARE(content_hash(at("hash")), std::string("a96faf705af16834e6c632b61e964e1f"));
    write_bytes(at("hash"), {});
    QCOMPARE(content_hash(at("hash")), std::string("99aa06d3014798d86001c324468d497f"));
    QByteArray big(3'000'000, 'b');
    write_bytes(at("hash"), big);
    const std::string before = content_hash(at("hash"));
    big[2'999'999] = 'c';
    write_bytes(at("hash"), big);
    QVERIFY(content_hash(at("hash")) != before);
    QCOMPARE(fault_of([&] { content_hash(at("nothing")); }).code, std::string("media.unreadable"));
  }
};

QTEST_GUILESS_MAIN(TestMediaFiles)
#include "test_media_files.moc"
