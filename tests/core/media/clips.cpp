// SPDX-License-Identifier: Apache-2.0
#include "clips.h"

#include <QFile>
#include <QProcess>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "base/paths.h"

namespace fw::media::test {

QByteArray ffmpeg(const QStringList& arguments) {
  QProcess program;
  program.start("ffmpeg", QStringList{"-v", "error", "-nostdin", "-y"} + arguments);
  if (!program.waitForFinished(120'000) || program.exitCode() != 0)
    throw std::runtime_error(
        ("ffmpeg " + arguments.join(' ') + ": " + program.readAllStandardError()).toStdString());
  return program.readAllStandardOutput();
}

Path make_clip(const QTemporaryDir& folder, const QString& name, const QString& input,
               const QString& output) {
  const QString file = folder.filePath(name);
  ffmpeg(input.split(' ', Qt::SkipEmptyParts) + output.split(' ', Qt::SkipEmptyParts) +
         QStringList{"file:" + file});
  return file.toStdString();
}

QString pattern(int width, int height, int frames, const QString& rate) {
  // The source itself rounds odd sizes.
  return QString(
             "-f lavfi -i "
             "testsrc2=size=%1x%2:rate=%3,format=yuv444p,crop=%4:%5,noise=alls=12:allf=t,trim=end_frame=%6")
      .arg(width + width % 2)
      .arg(height + height % 2)
      .arg(rate)
      .arg(width)
      .arg(height)
      .arg(frames);
}

Path real_clip(const QString& name) {
  const QString folder = qEnvironmentVariable("FW_TEST_CLIPS");
  return folder.isEmpty() ? Path() : Path((folder + "/" + name).toStdString());
}

std::vector<QByteArray> reference_frames(const Path& file, const VideoFrame& like) {
  const QString name = QString::fromStdString("file:" + to_utf8(file));
  const QByteArray all = ffmpeg({"-noautorotate", "-i", name, "-map", "0:v:0", "-vf", "select=gte(n\\,0)",
                                 "-vsync", "passthrough", "-pix_fmt",
                                 QString::fromStdString(like.pixel_format()), "-f", "rawvideo", "pipe:"});
  const auto frame_bytes = plane_bytes(like).size();
  std::vector<QByteArray> frames;
  for (qsizetype at = 0; at + frame_bytes <= all.size(); at += frame_bytes)
    frames.push_back(all.mid(at, frame_bytes));
  return frames;
}

QByteArray plane_bytes(const VideoFrame& frame) {
  QByteArray bytes;
  for (const VideoFrame::Plane& plane : frame.planes())
    for (int y = 0; y < plane.rows; ++y)
      bytes.append(reinterpret_cast<const char*>(plane.data) + static_cast<ptrdiff_t>(y) * plane.stride,
                   plane.row_bytes);
  return bytes;
}

double psnr(const QByteArray& a, const QByteArray& b, int depth) {
  if (a.size() != b.size() || a.isEmpty()) return 0;
  const qsizetype value_bytes = depth > 8 ? 2 : 1;
  const auto value = [value_bytes](const QByteArray& bytes, qsizetype i) {
    if (value_bytes == 1) return static_cast<double>(static_cast<uint8_t>(bytes[i]));
    uint16_t word = 0;
    std::memcpy(&word, bytes.constData() + i, sizeof word);
    return static_cast<double>(word);
  };
  if (a == b) return std::numeric_limits<double>::infinity();
  double sum = 0;
  for (qsizetype i = 0; i + value_bytes <= a.size(); i += value_bytes) {
    const double difference = value(a, i) - value(b, i);
    sum += difference * difference;
  }
  const double peak = std::exp2(depth) - 1;
  return 10 * std::log10(peak * peak * static_cast<double>(a.size() / value_bytes) / sum);
}

Fault fault_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.fault();
  }
  return {};
}

void write_bytes(const Path& file, const QByteArray& bytes) {
  QFile out(QString::fromStdString(to_utf8(file)));
  if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size())
    throw std::runtime_error("cannot write " + to_utf8(file));
}

QByteArray read_bytes(const Path& file) {
  QFile in(QString::fromStdString(to_utf8(file)));
  if (!in.open(QIODevice::ReadOnly)) throw std::runtime_error("cannot read " + to_utf8(file));
  return in.readAll();
}

}  // namespace fw::media::test
