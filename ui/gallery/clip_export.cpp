// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/clip_export.h"

#include <QImage>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/file_tree.h"
#include "base/paths.h"
#include "engine_api/clip_recipe.h"
#include "media/convert.h"
#include "media/image.h"
#include "media/thumbnails.h"
#include "media/writer.h"
#include "ui/state/file_path.h"
#include "ui/state/recorded_recipe.h"

namespace fw::ui {

namespace {

nlohmann::json recipeJson(const media::ClipInfo& info) {
  const auto recipe = engine_api::parse_recipe(recordedRecipe(info));
  return recipe ? nlohmann::json(*recipe) : nlohmann::json::object();
}

namespace fs = std::filesystem;

constexpr ErrorCode bad_name{
    "gallery.bad_export_name",
    FW_TEXT("errors", "{file} has no extension that says what kind of file it is."),
    FW_TEXT("errors", "Use .mp4 or .gif, or no extension for a folder of PNG images."), Blame::input};

constexpr int leastHeight = 240;  // of a picture in a comparison
constexpr int gap = 8;
constexpr int cellSide = 256;
constexpr int mostHeadLines = 8;

media::ClipFormat formatOf(const fs::path& target) {
  const QString ending = toText(target.extension()).toLower();
  if (ending == QLatin1String(".mp4")) return media::ClipFormat::h264_mp4;
  if (ending == QLatin1String(".gif")) return media::ClipFormat::gif;
  if (ending.isEmpty()) return media::ClipFormat::png_frames;
  throw Error(bad_name, {{"file", to_utf8(target.filename())}});
}

void goOn(const ExportWork& work, int64_t done, int64_t total) {
  if (work.stop.stop_requested()) throw Cancelled();
  if (work.onProgress) work.onProgress(static_cast<int>(done), static_cast<int>(total));
}

media::RgbImage toRgb(const QImage& picture) {
  const QImage packed = picture.convertToFormat(QImage::Format_RGB888);
  media::RgbImage rgb(packed.width(), packed.height());
  for (int y = 0; y < rgb.height; ++y) std::copy_n(packed.constScanLine(y), rgb.width * 3, rgb.row(y));
  return rgb;
}

/// Shares the pixels: valid only while `picture` lives.
QImage toView(const media::RgbImage& picture) {
  return QImage(picture.pixels.data(), picture.width, picture.height, picture.width * 3,
                QImage::Format_RGB888);
}

int even(double value) {
  return std::max(2, static_cast<int>(std::lround(value / 2)) * 2);
}

QFont fontOf(int pixels) {
  QFont font;
  font.setPixelSize(pixels);
  return font;
}

/// One of the two clips of a comparison.
struct Side {
  media::ClipReader reader;
  media::ClipInfo info;
  media::Converter converter;
  media::Size size;
  QString note;

  Side(const ExportedSide& side, const std::stop_token& stop)
      : reader(side.file, {.threads = 2, .stop = stop}), info(media::probe(reader)), note(side.note) {}

  void draw(QPainter& painter, int64_t frame, int left, int strip) {
    const media::RgbImage picture = converter.to_rgb(reader.read(std::min(frame, reader.frames() - 1)),
                                                     {.size = size, .filter = media::Filter::lanczos});
    painter.drawImage(left, strip, toView(picture));
    const QRect room(left + gap / 2, 0, size.width - gap, strip);
    painter.drawText(room, Qt::AlignCenter,
                     painter.fontMetrics().elidedText(note, Qt::ElideRight, room.width()));
  }
};

}  // namespace

void exportClip(const fs::path& clip, const fs::path& target, const ExportWork& work) {
  const media::ClipFormat format = formatOf(target);
  goOn(work, 0, 1);
  refuse_sources(target, {&clip, 1});
  if (format == media::ClipFormat::h264_mp4) {
    copy_file(clip, target, Existing::replace);
    return goOn(work, 1, 1);
  }
  media::ClipReader reader(clip, {.threads = 2, .stop = work.stop});
  const media::ClipInfo info = media::probe(reader);
  media::WriterOptions options{.format = format, .fps = info.fps, .existing = Existing::replace};
  options.metadata = info.metadata;
  media::ClipWriter writer(target, info.size, options);
  media::Converter converter;
  for (int64_t frame = 0; frame < reader.frames(); ++frame) {
    writer.write(converter.to_rgb(reader.read(frame), {.size = info.size}));
    goOn(work, frame + 1, reader.frames());
  }
  writer.finish();
}

void exportComparison(const ExportedSide& a, const ExportedSide& b, const fs::path& target,
                      const ExportWork& work) {
  const media::ClipFormat format = formatOf(target);
  refuse_sources(target, std::array{a.file, b.file});
  Side left(a, work.stop);
  Side right(b, work.stop);
  const int factor = std::max(1, (leastHeight + right.info.size.height - 1) / right.info.size.height);
  const int height = even(right.info.size.height * (right.info.size.height < leastHeight ? factor : 1));
  for (Side* const side : {&left, &right}) {
    const double aspect = static_cast<double>(side->info.size.width) / side->info.size.height;
    side->size = {even(height * aspect), height};
  }
  const int letters = std::clamp(height / 18, 13, 32);
  const int strip = even(letters * 2);
  QImage canvas(left.size.width + gap + right.size.width, strip + height, QImage::Format_RGB888);

  media::WriterOptions options{.format = format, .fps = right.info.fps, .existing = Existing::replace};
  const nlohmann::json recipes{{"a", recipeJson(left.info)}, {"b", recipeJson(right.info)}};
  options.metadata = {{"comment", recipes.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)}};
  media::ClipWriter writer(target, {canvas.width(), canvas.height()}, options);
  const int64_t frames = right.reader.frames();
  for (int64_t frame = 0; frame < frames; ++frame) {
    canvas.fill(QColor(24, 24, 26));
    QPainter painter(&canvas);
    painter.setFont(fontOf(letters));
    painter.setPen(QColor(235, 235, 235));
    left.draw(painter, frame, 0, strip);
    right.draw(painter, frame, left.size.width + gap, strip);
    painter.end();
    writer.write(toRgb(canvas));
    goOn(work, frame + 1, frames);
  }
  writer.finish();
}

void exportSheet(const GalleryRun& run, const fs::path& target, const ExportWork& work) {
  std::vector<fs::path> sources;
  for (const GalleryClip& clip : run.clips) sources.push_back(toPath(clip.path));
  refuse_sources(target, sources);
  std::vector<std::pair<const GalleryClip*, media::RgbImage>> pictures;
  QSize cell(cellSide / 2, 1);
  for (const GalleryClip& clip : run.clips) {
    try {
      media::ClipReader reader(toPath(clip.path), {.threads = 1, .stop = work.stop});
      pictures.emplace_back(&clip, media::thumbnail(reader, reader.frames() / 2, cellSide));
      cell = cell.expandedTo({pictures.back().second.width, pictures.back().second.height});
    } catch (const Error&) {
      // Its cell stays empty.
    }
    goOn(work, static_cast<int64_t>(&clip - run.clips.data()) + 1, static_cast<int64_t>(run.clips.size()));
  }
  const QFont font = fontOf(13);
  const QFontMetrics metrics(font);
  int head = 0;
  for (const GalleryClip& column : run.columns) {
    const QRect room(0, 0, cell.width(), mostHeadLines * metrics.height());
    head =
        std::max(head, metrics.boundingRect(room, Qt::TextWordWrap, promptText(run, column)).height() + gap);
  }
  head = std::min(head, mostHeadLines * metrics.height());
  int side = 0;
  for (const qint64 step : run.steps) side = std::max(side, metrics.horizontalAdvance(rowText(run, step)));
  side += 2 * gap;
  const auto columns = static_cast<int>(run.columns.size());
  const auto rows = static_cast<int>(run.steps.size());
  QImage sheet(side + columns * (cell.width() + gap), head + rows * (cell.height() + gap),
               QImage::Format_RGB888);
  sheet.fill(Qt::white);
  QPainter painter(&sheet);
  painter.setFont(font);
  painter.setPen(Qt::black);
  const auto place = [&](int row, int column) {
    return QRect(QPoint(side + column * (cell.width() + gap), head + row * (cell.height() + gap)), cell);
  };
  for (int column = 0; column < columns; ++column) {
    const QRect room(place(0, column).left(), gap / 2, cell.width(), head - gap);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignBottom | Qt::TextWordWrap,
                     promptText(run, run.columns[static_cast<size_t>(column)]));
  }
  for (int row = 0; row < rows; ++row) {
    const QRect room(0, place(row, 0).top(), side - gap, cell.height());
    painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter,
                     rowText(run, run.steps[static_cast<size_t>(row)]));
  }
  for (const auto& [clip, picture] : pictures) {
    const auto row = std::ranges::find(run.steps, clip->step) - run.steps.begin();
    const auto column = std::ranges::find(run.columns, clip->name, &GalleryClip::name) - run.columns.begin();
    painter.drawImage(place(static_cast<int>(row), static_cast<int>(column)).topLeft(), toView(picture));
  }
  painter.end();
  media::write_image(target, toRgb(sheet), Existing::replace);
}

}  // namespace fw::ui
