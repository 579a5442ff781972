// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_export.h"

#include <QFileInfo>
#include <QSvgGenerator>
#include <map>

#include "base/atomic_file.h"
#include "ui/charts/run_chart.h"

namespace fw::ui {

namespace {

constexpr int pictureScale = 2;

QByteArray png(RunChart& chart) {
  QImage image(chart.size() * pictureScale, QImage::Format_RGB32);
  QCPPainter painter(&image);
  painter.scale(pictureScale, pictureScale);
  chart.paintPicture(painter, chart.size());
  painter.end();
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, "png");
  return bytes;
}

QByteArray svg(RunChart& chart) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setSize(chart.size());
  generator.setViewBox(QRect(QPoint(), chart.size()));
  generator.setTitle(chart.spec().title);
  QCPPainter painter;
  painter.begin(&generator);
  painter.setMode(QCPPainter::pmVectorized);
  painter.setMode(QCPPainter::pmNoCaching);
  chart.paintPicture(painter, chart.size());
  painter.end();
  return bytes;
}

/// Quoting as in RFC 4180.
QByteArray quoted(QString text) {
  text.replace(QLatin1Char('"'), QStringLiteral("\"\""));
  return '"' + text.toUtf8() + '"';
}

QByteArray csv(const RunChart& chart) {
  QByteArray text = "step";
  std::map<double, std::vector<QByteArray>> rows;
  size_t column = 0;
  for (const RunChart::Line& line : chart.lines()) {
    const bool average = !line.faint && (line.drawn == Drawn::averaged || line.drawn == Drawn::averageOnly);
    QString name = line.run + QStringLiteral(": ") + line.label;
    if (average) name += RunChart::tr(", averaged");
    text += ',' + quoted(name);
    for (size_t i = 0; i < line.steps.size(); ++i) {
      std::vector<QByteArray>& row = rows[line.steps[i]];
      row.resize(chart.lines().size());
      row[column] = QByteArray::number(line.values[i], 'g', 17);
    }
    ++column;
  }
  text += '\n';
  for (const auto& [step, row] : rows) {
    text += QByteArray::number(step, 'f', 0);
    for (const QByteArray& value : row) text += ',' + value;
    text += '\n';
  }
  return text;
}

}  // namespace

void exportChart(RunChart& chart, const QString& file) {
  const QString kind = QFileInfo(file).suffix().toLower();
  const QByteArray bytes = kind == QLatin1String("svg")   ? svg(chart)
                           : kind == QLatin1String("csv") ? csv(chart)
                                                          : png(chart);
  // The dialog has confirmed replacing an existing file.
  write_file_atomically(file.toStdString(),
                        std::string_view(bytes.constData(), static_cast<size_t>(bytes.size())),
                        Existing::replace);
}

}  // namespace fw::ui
