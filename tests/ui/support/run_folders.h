// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <functional>

/// Run folders as a trainer leaves them, created by hand.
namespace fw::ui {

class RunFolder {
 public:
  /// @param project  the project's folder
  RunFolder(const QString& project, const QString& name, int totalSteps)
      : m_folder(project + QStringLiteral("/runs/") + name) {
    QDir().mkpath(m_folder + QStringLiteral("/checkpoints"));
    write(QStringLiteral("run.toml"),
          QStringLiteral("schema = 1\n[run]\nname = \"%1\"\n[model]\nfamily = \"cogvideox\"\n[training]\n"
                         "train_steps = %2\n")
              .arg(name)
              .arg(totalSteps));
    event(QStringLiteral("started"), 0, {{QStringLiteral("total_steps"), totalSteps}});
  }

  QString path() const { return m_folder; }

  void metrics(int step, const QJsonObject& values) {
    event(QStringLiteral("metrics"), step, {{QStringLiteral("values"), values}});
  }
  void checkpoint(int step) {
    const QString name = QStringLiteral("checkpoints/step-%1").arg(step, 8, 10, QLatin1Char('0'));
    QDir(m_folder).mkpath(name);
    event(QStringLiteral("checkpoint"), step, {{QStringLiteral("path"), name}});
  }
  QString sample(int step, const QString& name) {
    const QString path =
        QStringLiteral("samples/step-%1/%2.mp4").arg(step, 8, 10, QLatin1Char('0')).arg(name);
    event(QStringLiteral("sample"), step,
          {{QStringLiteral("path"), path}, {QStringLiteral("prompt"), name}, {QStringLiteral("seed"), 1}});
    return m_folder + QLatin1Char('/') + path;
  }
  void event(const QString& event, int step, QJsonObject fields) {
    fields.insert(QStringLiteral("event"), event);
    fields.insert(QStringLiteral("step"), step);
    fields.insert(QStringLiteral("time_ms"), 1700000000000.0 + step * 1000.0);
    m_lines += QJsonDocument(fields).toJson(QJsonDocument::Compact) + '\n';
  }
  /// Writes the events so far to disk.
  void flush() {
    QFile file(m_folder + QStringLiteral("/events.jsonl"));
    if (file.open(QIODevice::WriteOnly | QIODevice::Append)) file.write(m_lines);
    m_lines.clear();
  }
  /// A resumed trainer's first action: truncates everything after this position.
  void cut(qint64 bytes) {
    m_lines.clear();
    QFile(m_folder + QStringLiteral("/events.jsonl")).resize(bytes);
  }
  qint64 bytes() const { return QFile(m_folder + QStringLiteral("/events.jsonl")).size(); }

  void write(const QString& name, const QString& text) {
    QFile file(m_folder + QLatin1Char('/') + name);
    if (file.open(QIODevice::WriteOnly)) file.write(text.toUtf8());
  }

 private:
  QString m_folder;
  QByteArray m_lines;
};

}  // namespace fw::ui
