// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/fault_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <array>

#include "base/units.h"

namespace fw::ui {

namespace {

/// Sizes as the engine formats them, "11.4 GiB", with the locale's decimal point.
QString localized(QString text) {
  static const QRegularExpression bytes(QStringLiteral("\\b(\\d+)\\.(\\d [KMGT]iB\\b)"));
  return text.replace(bytes, QStringLiteral("\\1") + QLocale().decimalPoint() + QStringLiteral("\\2"));
}

/// Converts a number from the engine's format to the locale's; returns other text unchanged.
QString localNumber(const QString& text) {
  bool isWhole = false;
  const qlonglong whole = text.toLongLong(&isWhole);
  if (isWhole) return QLocale().toString(whole);
  bool isNumber = false;
  (void)text.toDouble(&isNumber);
  return isNumber ? QString(text).replace(QLatin1Char('.'), QLocale().decimalPoint()) : localized(text);
}

/// Whether the argument is a count or a measurement. Others may be names, paths, versions, ids or user input,
/// which are not changed.
bool isNumber(std::string_view name) {
  static constexpr auto numbers = std::to_array<std::string_view>(
      {"above",   "all",      "available", "begin",      "below",   "captions",   "clips",  "count",
       "end",     "error",    "expected",  "failed",     "fewest",  "found",      "fps",    "frame",
       "frames",  "held_out", "highest",   "images",     "in",      "in_buckets", "index",  "length",
       "limit",   "lines",    "lowest",    "megapixels", "most",    "needed",     "others", "out",
       "picture", "places",   "position",  "processes",  "prompts", "ratio",      "rms",    "samples",
       "scale",   "second",   "seconds",   "share",      "size",    "sources",    "step",   "times",
       "total",   "unused",   "wanted"});
  static_assert(std::ranges::is_sorted(numbers));
  return std::ranges::binary_search(numbers, name);
}

/// Of a progress: all arguments except names.
bool isNumberOfProgress(std::string_view name) {
  return name != "folder" && name != "package";
}

/// Translates one of the engine's sentences.
QString filled(const char* context, const std::string& sentence, std::map<std::string, std::string> arguments,
               bool (*counts)(std::string_view name)) {
  if (sentence.empty()) return {};
  for (auto& [name, value] : arguments) {
    if (name == "given" || name == "wanted" || name == "saved")  // words of the sentence, not of the user
      value = QCoreApplication::translate("errors", value.c_str()).toStdString();
    if (counts(name))
      value = localNumber(QString::fromStdString(value)).toStdString();
    else if (name != "file" && name != "folder")
      value = localized(QString::fromStdString(value)).toStdString();
  }
  const QString translated = QCoreApplication::translate(context, sentence.c_str());
  return QString::fromStdString(fill_placeholders(translated.toStdString(), arguments));
}

/// Translates a sentence of a plan: a run::Translate.
std::string planSentence(const std::string& sentence) {
  return QCoreApplication::translate("plan", sentence.c_str()).toStdString();
}

QString rateText(double ratePerSecond) {
  const QLocale locale;
  if (ratePerSecond >= 1)
    return QCoreApplication::translate("progress", "%1 per second")
        .arg(locale.toString(ratePerSecond, 'f', 1));
  return QCoreApplication::translate("progress", "%1 each").arg(durationText(1 / ratePerSecond));
}

}  // namespace

QString comma() {
  return QCoreApplication::translate("progress", ", ", "between the parts of a sentence");
}

QString colon() {
  return QCoreApplication::translate("progress", ": ", "between a word and what it tells of");
}

QString fullStop() {
  return QCoreApplication::translate("progress", ". ", "between words that are sentences of their own");
}

QString gapAfter(const QString& sentence) {
  static const QString fullWidth = QString::fromUtf8("。！？；：，、）");
  const bool needsNone = sentence.isEmpty() || fullWidth.contains(sentence.back());
  return needsNone ? QString() : QStringLiteral(" ");
}

QString sentences(const QStringList& all) {
  QString text;
  for (const QString& sentence : all)
    if (!sentence.isEmpty()) text += gapAfter(text) + sentence;
  return text;
}

QString reasonText(const engine_api::ScalingPlan& plan) {
  static const QRegularExpression decimals(QStringLiteral("(?<=\\d)\\.(?=\\d)"));
  return QString::fromStdString(plan.reason(&planSentence)).replace(decimals, QLocale().decimalPoint());
}

QString faultText(const Fault& fault) {
  return filled("errors", fault.text, fault.arguments, &isNumber);
}

QString faultHint(const Fault& fault) {
  return filled("errors", fault.hint, fault.arguments, &isNumber);
}

QString faultWithHint(const Fault& fault) {
  return sentences({faultText(fault), faultHint(fault)});
}

QString detailText(const ProgressDetail& detail) {
  return filled("progress", detail.text, detail.arguments, &isNumberOfProgress);
}

QString verdictText(const run::FitVerdict& verdict) {
  QString text = localized(QString::fromStdString(verdict.in_words(&planSentence)));
  text[0] = text.at(0).toUpper();
  return text;
}

QString phaseText(const Progress& progress) {
  if (progress.phase.empty()) return {};
  QString phase = QCoreApplication::translate("phases", progress.phase.c_str());
  phase[0] = phase.at(0).toUpper();
  return phase;
}

QString progressText(const Progress& progress) {
  const QLocale locale;
  QStringList parts;
  QString phase = phaseText(progress);
  if (progress.total > 0) {
    const QString count =
        QCoreApplication::translate("progress", "%1 of %2")
            .arg(locale.toString(qlonglong(progress.done)), locale.toString(qlonglong(progress.total)));
    phase = phase.isEmpty() ? count : phase + QLatin1Char(' ') + count;
  }
  if (!phase.isEmpty()) parts << phase;
  if (progress.rate_per_s > 0) parts << rateText(progress.rate_per_s);
  for (const ProgressDetail& detail : progress.details) parts << detailText(detail);
  return parts.join(comma());
}

QString stateText(engine_api::JobState state) {
  using engine_api::JobState;
  switch (state) {
    case JobState::queued:
      return QCoreApplication::translate("job state", "Waiting");
    case JobState::held:
      return QCoreApplication::translate("job state", "On hold");
    case JobState::running:
      return QCoreApplication::translate("job state", "Running");
    case JobState::stopping:
      return QCoreApplication::translate("job state", "Stopping");
    case JobState::paused:
      return QCoreApplication::translate("job state", "Paused");
    case JobState::stopped:
      return QCoreApplication::translate("job state", "Stopped, saved");
    case JobState::finished:
      return QCoreApplication::translate("job state", "Finished");
    case JobState::failed:
      return QCoreApplication::translate("job state", "Failed");
    case JobState::cancelled:
      return QCoreApplication::translate("job state", "Cancelled");
  }
  return {};
}

QString durationText(double seconds) {
  return QString::fromStdString(format_duration(seconds));
}

QString bytesText(uint64_t bytes) {
  return QLocale().formattedDataSize(static_cast<qint64>(bytes), 1, QLocale::DataSizeIecFormat);
}

QString fpsText(double fps) {
  static const QRegularExpression zeros(QStringLiteral("[.,]?0+$"));
  return QLocale().toString(fps, 'f', 3).remove(zeros);
}

}  // namespace fw::ui
