// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <array>
#include <cmath>
#include <fstream>

#include "base/atomic_file.h"
#include "base/paths.h"
#include "clips.h"
#include "media/analysis.h"
#include "media/image.h"
#include "media/palette.h"
#include "media/probe.h"
#include "media/sample.h"
#include "media/thumbnails.h"
#include "media/writer.h"

namespace {

using namespace fw::media;
using namespace fw::media::test;

QByteArray bytes_of(const RgbImage& image) {
  return {reinterpret_cast<const char*>(image.pixels.data()), static_cast<qsizetype>(image.pixels.size())};
}

// A smooth picture that moves with `step`, so that lossy codecs preserve it well.
RgbImage wave(int width, int height, int step) {
  RgbImage image(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const double phase = (x + 3.0 * step) * 0.11 + y * 0.07;
      for (int c = 0; c < 3; ++c)
        image.row(y)[x * 3 + c] = static_cast<uint8_t>(std::lround(127 + 80 * std::sin(phase + c)));
    }
  }
  return image;
}

double mean(const RgbImage& image, int x0, int x1) {
  double sum = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = x0 * 3; x < x1 * 3; ++x) sum += image.row(y)[x];
  return sum / (3.0 * (x1 - x0) * image.height);
}

}  // namespace

/// From decoded frames to the application's pictures, and back to files.
class TestMediaPictures : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir folder_;

  Path at(const QString& name) const { return folder_.filePath(name).toStdString(); }
  Path clip(const QString& name, const QString& input,
            const QString& output = "-c:v libx264 -pix_fmt yuv420p -qp 8") const {
    return make_clip(folder_, name, input, output);
  }
  Path write_clip(const QString& name, Size size, int frames, const WriterOptions& options) const {
    ClipWriter writer(at(name), size, options);
    for (int i = 0; i < frames; ++i) writer.write(wave(size.width, size.height, i));
    writer.finish();
    return at(name);
  }

 private Q_SLOTS:
  void resizing_by_area_is_the_mean() {
    // Columns of 0 and 255 alternating: every pair averages to grey, where a sparse filter would give
    // stripes.
    RgbImage stripes(64, 16);
    for (size_t i = 0; i < stripes.pixels.size(); ++i) stripes.pixels[i] = (i / 3) % 2 == 0 ? 0 : 255;
    write_image(at("stripes.png"), stripes);
    ClipReader reader(at("stripes.png"));
    const RgbImage small = Converter().to_rgb(reader.read(0), {.size = {16, 4}});
    for (const uint8_t value : small.pixels)
      QVERIFY2(std::abs(value - 127) <= 2, qPrintable(QString::number(value)));
  }

  void crop_takes_the_chosen_part() {
    RgbImage picture(90, 20);  // three fields: black, grey, white
    for (int y = 0; y < 20; ++y)
      for (int x = 0; x < 90; ++x) std::fill_n(picture.row(y) + x * 3, 3, static_cast<uint8_t>(x / 30 * 120));
    write_image(at("fields.png"), picture);
    ClipReader reader(at("fields.png"));
    const VideoFrame frame = reader.read(0);
    Converter converter;
    for (int field = 0; field < 3; ++field) {
      const RgbImage part = converter.to_rgb(frame, {.crop = Rect{field * 30, 0, 30, 20}, .size = {15, 10}});
      QVERIFY(std::abs(mean(part, 0, 15) - field * 120) < 1);
    }
    QCOMPARE(converter.to_rgb(frame, {.crop = Rect{10, 5, 40, 10}}).width, 40);
    for (const Rect crop :
         {Rect{-1, 0, 10, 10}, Rect{81, 0, 10, 10}, Rect{0, 0, 0, 5}, Rect{1, 0, INT_MAX, 5}})
      QCOMPARE(fault_of([&] { converter.to_rgb(frame, {.crop = crop}); }).code,
               std::string("media.bad_view"));
    QCOMPARE(centre_crop({0, 0, 90, 20}, {10, 10}), (Rect{35, 0, 20, 20}));
    QCOMPARE(centre_crop({10, 10, 20, 60}, {20, 10}), (Rect{10, 35, 20, 10}));
  }

  void crop_and_stretch_follow_the_shown_picture() {
    // Coded 40x60, shown 120x40: rotated, and each pixel twice as high as wide. The left third is white.
    RgbImage coded(40, 60);
    for (int y = 40; y < 60; ++y) std::fill_n(coded.row(y), 120, uint8_t{255});
    write_image(at("coded.png"), coded);
    ClipReader reader(at("coded.png"));
    const VideoFrame plain = reader.read(0);
    Presentation shown;
    shown.transpose = shown.flip_x = true;  // rotated by 90 degrees
    shown.sample_aspect = {1, 2};
    const VideoFrame frame(std::shared_ptr<const AVFrame>(&plain.av(), [](const AVFrame*) {}), 0, 0, shown,
                           false);
    QCOMPARE(shown.rotation_degrees(), 90);
    QCOMPARE(frame.shown_size(), (Size{60, 20}));
    const RgbImage whole = Converter().to_rgb(frame, View{});
    QVERIFY(mean(whole, 0, 19) > 250 && mean(whole, 21, 60) < 5);
    QVERIFY(mean(Converter().to_rgb(frame, {.crop = Rect{0, 5, 20, 10}}), 0, 20) > 250);
    QVERIFY(mean(Converter().to_rgb(frame, {.crop = Rect{20, 5, 40, 10}}), 0, 40) < 5);
    write_frame(at("shown.png"), frame);
    QCOMPARE(probe(at("shown.png")).size, (Size{60, 20}));
    QVERIFY(mean(read_image(at("shown.png")), 0, 18) > 250);
    write_frame(at("as_coded.png"), frame.as_coded());
    QCOMPARE(probe(at("as_coded.png")).size, (Size{40, 60}));
    QCOMPARE(Converter().to_rgb48(frame).width, 60);
  }

  void transparency_is_laid_on_black_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("output");
    QTest::addColumn<int>("alpha");
    const auto row = [](const char* name, const char* output, int alpha = 0) {
      QTest::addRow("%s %s %d", name, output, alpha) << name << output << alpha;
    };
    row("alpha.webm", "-c:v libvpx-vp9 -auto-alt-ref 0 -pix_fmt yuva420p -crf 4 -b:v 0");
    row("alpha.webm", "-c:v libvpx -auto-alt-ref 0 -pix_fmt yuva420p -crf 4 -b:v 4M");
    row("alpha.mov", "-c:v prores_ks -pix_fmt yuva444p10le");
    row("alpha.mov", "-c:v qtrle -pix_fmt argb");
    row("alpha.mkv", "-c:v ffv1 -pix_fmt yuva444p10le", 128);
    row("alpha.gif", "-vf split[a][b];[a]palettegen[p];[b][p]paletteuse");
    row("alpha.apng", "-pix_fmt rgba -f apng");
    row("alpha.png", "-update 1 -frames:v 1 -pix_fmt rgba", 128);
    row("alpha.png", "-update 1 -frames:v 1 -pix_fmt rgba", 255);
    row("alpha.png", "-update 1 -frames:v 1 -pix_fmt rgba64be", 128);
    row("alpha.png", "-update 1 -frames:v 1 -vf split[a][b];[a]palettegen[p];[b][p]paletteuse");
    row("alpha.webp", "-frames:v 1 -c:v libwebp -pix_fmt yuva420p");
    row("alpha.tif", "-update 1 -frames:v 1 -pix_fmt rgba");
  }
  // Red on the left; transparent blue on the right.
  void transparency_is_laid_on_black() {
    QFETCH(QString, name);
    QFETCH(QString, output);
    QFETCH(int, alpha);
    const QString input = QString(
        "-f lavfi -i color=s=64x32:r=4,trim=end_frame=3,format=rgba,"
        "geq=r='255*lt(X,32)':g=0:b='255*gte(X,32)':a='if(lt(X,32),255,%1)'");
    ClipReader reader(make_clip(folder_, name, input.arg(alpha), output));
    const ClipInfo info = probe(reader);
    QVERIFY(info.has_alpha);
    QCOMPARE(info.warnings.size(), size_t{alpha < 255});
    if (alpha < 255) QCOMPARE(info.warnings[0].code, std::string("media.transparent"));
    const VideoFrame frame = reader.read(reader.frames() - 1);
    const RgbImage image = Converter().to_rgb(frame);
    const double left = mean(image, 4, 28) * 3, right = mean(image, 36, 60) * 3;
    QVERIFY2(std::abs(left - 255) < 12, qPrintable(QString::number(left)));
    QVERIFY2(std::abs(right - alpha) < 12, qPrintable(QString::number(right)));
    QCOMPARE(image.row(5)[3 * 48] / 16, 0);  // no red there
    const RgbImage part = Converter().to_rgb(frame, {.crop = Rect{32, 0, 32, 32}, .size = {16, 16}});
    QVERIFY(std::abs(mean(part, 2, 16) * 3 - alpha) < 12);
    const LumaImage luma = Converter().to_luma(frame, {8, 4});
    QVERIFY(luma.pixels[7] <= luma.pixels[0]);
    const DeepImage deep = Converter().to_rgb48(frame);
    QVERIFY(std::abs(deep.pixels[(5 * 64 + 48) * 6 + 4] - alpha) < 12);
  }

  void samples_keep_the_speed_of_motion() {
    ClipReader reader(clip("30.mp4", pattern(96, 64, 60, "30")));
    const std::vector<int64_t> half = resample(reader.index(), {.fps = 15});
    QCOMPARE(half.size(), size_t{30});
    for (size_t i = 0; i < half.size(); ++i) QVERIFY(std::abs(half[i] - static_cast<int64_t>(2 * i)) <= 1);
    QCOMPARE(resample(reader.index(), {.in = 10, .out = 20}),
             (std::vector<int64_t>{10, 11, 12, 13, 14, 15, 16, 17, 18, 19}));
    QCOMPARE(resample(reader.index(), {.in = 50, .out = 60, .fps = 8}), (std::vector<int64_t>{50, 54, 57}));
    QCOMPARE(resample(reader.index(), {.fps = 60}).size(), size_t{120});
    QVERIFY(resample(reader.index(), {.in = 20, .out = 20}).empty());
    QVERIFY(resample(reader.index(), {.in = 70}).empty());
    QCOMPARE(resampled_count(2.0, 8), 16);
    QCOMPARE(resampled_count(49 / 8.0, 8), 49);
  }

  void variable_rate_is_resampled_by_time() {
    // Frames 0..19 at 24 per second, then only every second one: each is still shown at its own time.
    const Path file = clip("vfr.mp4", pattern(64, 48, 40, "24"),
                           "-vf select=lt(n\\,20)+not(mod(n\\,2)) -vsync vfr -c:v libx264 -pix_fmt yuv420p");
    ClipReader reader(file);
    const std::vector<int64_t> frames = resample(reader.index(), {.fps = 12});
    for (size_t k = 0; k < frames.size(); ++k)
      QVERIFY(std::abs(reader.time_s(frames[k]) - static_cast<double>(k) / 12) < 0.03);
  }

  void sample_is_what_single_frames_give() {
    ClipReader reader(clip("sample.mp4", pattern(160, 96, 60)));
    const SampleSpec spec{.cut = {5, 60, 12.5}, .first = 3, .frames = 9, .size = {48, 32}};
    const Sample sample = read_sample(reader, spec);
    QCOMPARE(sample.rgb.size(), size_t{9 * 48 * 32 * 3});
    const std::vector<int64_t> expected = resample(reader.index(), spec.cut);
    Converter converter;
    for (int i = 0; i < 9; ++i) {
      QCOMPARE(sample.source_frames[static_cast<size_t>(i)], expected[static_cast<size_t>(i + 3)]);
      const VideoFrame frame = reader.read(expected[static_cast<size_t>(i + 3)]);
      QCOMPARE(sample.frame(i),
               converter.to_rgb(frame, {.crop = centre_crop({0, 0, 160, 96}, spec.size), .size = spec.size}));
    }
    const auto code = [&](SampleSpec wrong) { return fault_of([&] { read_sample(reader, wrong); }).code; };
    QCOMPARE(code({.cut = {5, 60, 12.5}, .first = 20, .frames = 9, .size = {48, 32}}),
             std::string("media.too_short"));
    QCOMPARE(code({.frames = 0, .size = {48, 32}}), std::string("media.bad_sample"));
    QCOMPARE(code({.frames = 1, .size = {0, 32}}), std::string("media.bad_sample"));
    QCOMPARE(code({.cut = {100, 120, 0}, .frames = 1, .size = {48, 32}}), std::string("media.too_short"));
    QCOMPARE(code({.frames = 1, .size = {48, 32}, .crop = Rect{0, 0, 300, 300}}),
             std::string("media.bad_view"));
  }

  void mp4_holds_frames_colours_and_recipe() {
    const std::map<std::string, std::string> recipe{{"framewright", R"({"seed": 42})"},
                                                    {"prompt", "ein Fuchs im Schnee, 雪"}};
    const Path file = write_clip("clip.mp4", {96, 64}, 25, {.fps = {16, 1}, .crf = 6, .metadata = recipe});
    const ClipInfo info = probe(file);
    QCOMPARE(info.frames, 25);
    QCOMPARE(info.fps, (Rational{16, 1}));
    QVERIFY(std::abs(info.duration_s - 25.0 / 16) < 1e-6);
    QCOMPARE(info.pixel_format, std::string("yuv420p"));
    QCOMPARE(info.matrix, std::string("bt709"));
    QVERIFY(!info.full_range);
    for (const auto& [key, value] : recipe) QCOMPARE(info.metadata.at(key), value);
    const QByteArray bytes = read_bytes(file);
    QVERIFY(bytes.indexOf("moov") < bytes.indexOf("mdat"));
    ClipReader reader(file);
    for (int i = 0; i < 25; ++i)
      QVERIFY(psnr(bytes_of(Converter().to_rgb(reader.read(i))), bytes_of(wave(96, 64, i)), 8) > 38);
  }

  void other_formats_data() {
    QTest::addColumn<int>("format");
    QTest::addColumn<QString>("name");
    QTest::newRow("gif") << static_cast<int>(ClipFormat::gif) << "c.gif";
    QTest::newRow("webp") << static_cast<int>(ClipFormat::webp_animation) << "c.webp";
    QTest::newRow("png frames") << static_cast<int>(ClipFormat::png_frames) << "png";
    QTest::newRow("webp frames") << static_cast<int>(ClipFormat::webp_frames) << "webp";
  }
  void other_formats() {
    QFETCH(int, format);
    QFETCH(QString, name);
    const auto kind = static_cast<ClipFormat>(format);
    const Path file =
        write_clip(name, {48, 32}, 5, {.format = kind, .fps = {10, 1}, .metadata = {{"seed", "7"}}});
    if (kind == ClipFormat::gif) {
      ClipReader reader(file);
      QCOMPARE(reader.frames(), 5);
      QVERIFY(std::abs(reader.time_s(5) - 0.5) < 0.01);
      QVERIFY(psnr(bytes_of(Converter().to_rgb(reader.read(3))), bytes_of(wave(48, 32, 3)), 8) > 27);
    } else if (kind == ClipFormat::webp_animation) {
      const QByteArray bytes = read_bytes(file);
      QCOMPARE(bytes.count("ANMF"), 5);
      QCOMPARE(bytes.count("VP8L"), 5);  // lossless
    } else {
      for (int i = 0; i < 5; ++i)
        QCOMPARE(read_image(file / ("00000" + std::to_string(i) + "." + name.toStdString())),
                 wave(48, 32, i));
    }
    const Path beside =
        std::filesystem::is_directory(file) ? file / "metadata.json" : Path(file.string() + ".json");
    QCOMPARE(nlohmann::json::parse(fw::read_file(beside)), nlohmann::json({{"seed", "7"}}));
  }

  void writer_leaves_nothing_half_done() {
    {
      ClipWriter writer(at("half.mp4"), {64, 48});
      writer.write(wave(64, 48, 0));
      ClipWriter pictures(at("half"), {64, 48}, {.format = ClipFormat::png_frames});
      pictures.write(wave(64, 48, 0));
    }
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path().toStdString()))
      QVERIFY2(!entry.path().filename().string().starts_with("half"), entry.path().c_str());

    const auto refused = [&](Size size, const WriterOptions& options) {
      return fault_of([&] { ClipWriter(at("refused.mp4"), size, options); }).code;
    };
    QCOMPARE(refused({63, 48}, {}), std::string("media.bad_output"));
    QCOMPARE(refused({0, 48}, {}), std::string("media.bad_output"));
    QCOMPARE(refused({64, 48}, {.fps = {0, 1}}), std::string("media.bad_output"));
    QCOMPARE(refused({64, 48}, {.crf = 52}), std::string("media.bad_output"));
    QCOMPARE(refused({64, 48}, {.preset = "no such"}), std::string("media.bad_output"));
    QCOMPARE(fault_of([&] {
               ClipWriter(at("none.mp4"), {64, 48}).finish();
             }).code,
             std::string("media.bad_output"));
    QCOMPARE(fault_of([&] {
               ClipWriter(at("no folder/a.mp4"), {64, 48});
             }).code,
             std::string("base.write_failed"));
    std::ofstream(at("taken"), std::ios::binary) << "x";
    QCOMPARE(fault_of([&] {
               ClipWriter(at("taken"), {64, 48}, {.format = ClipFormat::png_frames});
             }).code,
             std::string("base.file_exists"));
    if (std::filesystem::exists("/dev/full")) {
      // The disk is full from the first byte on.
      std::filesystem::create_directory(at("full"));
      const fw::Fault fault = fault_of([&] { write_image("/dev/full/a.png", wave(8, 8, 0)); });
      QCOMPARE(fault.code, std::string("base.write_failed"));
    }
  }

  void pictures_round_trip() {
    const RgbImage image = wave(37, 23, 1);
    for (const char* name : {"a.png", "a.webp", "A.PNG"}) {
      write_image(at(name), image);
      QCOMPARE(read_image(at(name)), image);
    }
    write_image(at("a.jpeg"), image);
    QVERIFY(psnr(bytes_of(read_image(at("a.jpeg"))), bytes_of(image), 8) > 38);
    QVERIFY(encode_image(image, ImageFormat::jpeg, 30).size() <
            encode_image(image, ImageFormat::jpeg, 95).size());
    QCOMPARE(fault_of([&] { write_image(at("a.bmp"), image); }).code, std::string("media.bad_output"));
    QCOMPARE(fault_of([&] { encode_image({}, ImageFormat::png); }).code, std::string("media.bad_output"));
  }

  void frame_of_ten_bits_keeps_them() {
    ClipReader reader(clip("10.mp4", pattern(64, 48, 3), "-c:v libx264 -pix_fmt yuv420p10le -qp 4"));
    write_frame(at("10.png"), reader.read(1));
    const ClipInfo info = probe(at("10.png"));
    QCOMPARE(info.bit_depth, 16);
    const QString source = QString::fromStdString(reader.file().string());
    const QByteArray reference = ffmpeg({"-i", source, "-vf", "select=eq(n\\,1)", "-frames:v", "1",
                                         "-pix_fmt", "rgb48le", "-f", "rawvideo", "pipe:"});
    const QByteArray written =
        ffmpeg({"-i", folder_.filePath("10.png"), "-pix_fmt", "rgb48le", "-f", "rawvideo", "pipe:"});
    QVERIFY(psnr(reference, written, 16) >= 50);
  }

  void palette_has_the_picture_s_colours() {
    RgbImage image(16, 16);
    for (size_t i = 0; i < image.pixels.size(); i += 3) image.pixels[i + (i / 3) % 3] = 248;
    const PaletteImage small = to_palette(image);
    QCOMPARE(small.indices.size(), size_t{256});
    for (size_t i = 0; i < 256; ++i) {
      const uint32_t colour = small.palette[small.indices[i]];
      QVERIFY(std::abs(static_cast<int>(colour >> (16 - 8 * (i % 3)) & 255) - 248) < 16);
    }
  }

  void thumbnails_and_filmstrip() {
    ClipReader reader(clip("thumb.mp4", pattern(160, 96, 40)));
    const RgbImage small = thumbnail(reader, 20, 80);
    QCOMPARE((Size{small.width, small.height}), (Size{80, 48}));
    QCOMPARE(thumbnail(reader, 20, 9999).width, 160);
    QCOMPARE(spread_frames(0, 40, 4), (std::vector<int64_t>{5, 15, 25, 35}));
    QCOMPARE(spread_frames(3, 5, 4), (std::vector<int64_t>{3, 4}));
    const RgbImage strip = filmstrip(reader, 0, 40, 4, 48);
    QCOMPARE((Size{strip.width, strip.height}), (Size{320, 48}));
    const RgbImage second = Converter().to_rgb(reader.read(15), {.size = {80, 48}});
    for (int y = 0; y < 48; ++y) QVERIFY(std::equal(second.row(y), second.row(y) + 240, strip.row(y) + 240));
  }

  void cuts_are_found_where_scenes_meet() {
    // Two patterns and noise, joined; within each there is motion but no cut.
    const Path file =
        clip("scenes.mp4",
             "-f lavfi -i testsrc2=size=160x96:rate=25,trim=end_frame=40 -f lavfi -i "
             "mandelbrot=size=160x96:rate=25 -f lavfi -i "
             "testsrc2=size=160x96:rate=25,hue=h=180,trim=end_frame=30",
             "-filter_complex [1]trim=end_frame=35[b];[0][b][2]concat=n=3 -c:v libx264 -pix_fmt yuv420p");
    ClipReader reader(file);
    const ClipAnalysis analysis = analyse(reader);
    std::vector<int64_t> frames;
    for (const SceneCut& cut : analysis.cuts) frames.push_back(cut.frame);
    QCOMPARE(frames, (std::vector<int64_t>{40, 75}));
    QVERIFY(analyse(reader, {.in = 41, .out = 74}).cuts.empty());
    QCOMPARE(analyse(reader, {.scenes = {.least_change = 250}}).cuts.size(), size_t{0});
  }

  void real_cuts() {
    if (real_clip("bikes.mp4").empty()) QSKIP("FW_TEST_CLIPS is not set");
    ClipReader reader(real_clip("bikes.mp4"));
    std::vector<int64_t> frames;
    for (const SceneCut& cut : analyse(reader).cuts) frames.push_back(cut.frame);
    QCOMPARE(frames, (std::vector<int64_t>{30, 76, 137, 187}));  // checked by eye
    ClipReader bunny(real_clip("bigbuckbunny.mp4"));
    QVERIFY(analyse(bunny).cuts.empty());
  }

  void figures_tell_faults_apart() {
    const auto figures = [this](const QString& name, const QString& filter) {
      ClipReader reader(
          clip(name, pattern(192, 108, 25), "-vf " + filter + " -c:v libx264 -pix_fmt yuv420p -qp 12"));
      return analyse(reader).quality;
    };
    const QualityFigures good = figures("good.mp4", "null");
    QVERIFY(good.brightness > 0.3 && good.brightness < 0.7);
    QCOMPARE(good.black_share, 0.0);
    QVERIFY(good.frozen_share < 0.1 && good.motion > 0.01 && good.sharpness > 300);
    QVERIFY(good.bar_top + good.bar_bottom + good.bar_left + good.bar_right < 0.03);
    QVERIFY(figures("dark.mp4", "eq=brightness=-0.45").brightness < good.brightness / 2);
    QCOMPARE(figures("black.mp4", "eq=brightness=-1").black_share, 1.0);
    QCOMPARE(figures("black.mp4", "eq=brightness=-1").bar_top, 0.0);
    QVERIFY(figures("blurred.mp4", "gblur=sigma=4").sharpness < good.sharpness / 10);
    const QualityFigures frozen = figures("frozen.mp4", "trim=end_frame=5,tpad=stop=20:stop_mode=clone");
    QVERIFY2(std::abs(frozen.frozen_share - 20 / 24.0) < 0.01,
             qPrintable(QString::number(frozen.frozen_share)));
    QVERIFY(std::abs(frozen.longest_freeze_s - 0.84) < 0.001);
    const QualityFigures boxed = figures("boxed.mp4", "crop=192:72,pad=192:108:0:24");
    QVERIFY2(std::abs(boxed.bar_top - 24 / 108.0) < 0.02 && std::abs(boxed.bar_bottom - 12 / 108.0) < 0.02,
             qPrintable(QString("%1 %2").arg(boxed.bar_top).arg(boxed.bar_bottom)));
    QVERIFY(figures("pillars.mp4", "crop=132:108,pad=192:108:30:0").bar_left > 0.14);
    QCOMPARE(nlohmann::json(boxed).get<QualityFigures>().bar_top, boxed.bar_top);
  }

  void near_duplicates_are_near() {
    const QString input = "-f lavfi -i mandelbrot=size=320x180:rate=25:start_scale=1 -frames:v 25";
    const auto hash = [](const Path& file) {
      ClipReader reader(file);
      return analyse(reader).hash;
    };
    const PerceptualHash original = hash(clip("original.mp4", input));
    const PerceptualHash worse =
        hash(clip("worse.mp4", input, "-vf scale=160:90,eq=brightness=0.06 -c:v mpeg4 -q:v 12"));
    const PerceptualHash cropped =
        hash(clip("cropped.mp4", input, "-vf crop=312:174 -c:v libx264 -pix_fmt yuv420p"));
    const PerceptualHash other = hash(clip("other.mp4", pattern(320, 180, 25)));
    QVERIFY2(distance(original, worse) <= 6, qPrintable(QString::number(distance(original, worse))));
    QVERIFY2(distance(original, cropped) <= 8, qPrintable(QString::number(distance(original, cropped))));
    QVERIFY2(distance(original, other) >= 18, qPrintable(QString::number(distance(original, other))));
    QCOMPARE(PerceptualHash::from_text(original.to_text()), std::optional(original));
    QCOMPARE(PerceptualHash::from_text("12"), std::nullopt);
    QCOMPARE(PerceptualHash::from_text(std::string(80, 'x')), std::nullopt);
    QCOMPARE(hash_picture({{hash_side, hash_side}, std::vector<uint8_t>(hash_side * hash_side, 90)}),
             uint64_t{0});
  }
};

QTEST_GUILESS_MAIN(TestMediaPictures)
#include "test_media_pictures.moc"
