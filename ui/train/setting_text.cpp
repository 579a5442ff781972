// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/setting_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <algorithm>
#include <array>

namespace fw::ui {

namespace {

using run::Setting;

QString textOf(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString settingsText(std::string_view source) {
  if (source.empty()) return {};
  return QCoreApplication::translate("settings", std::string(source).c_str());
}

QStringList listOf(const std::vector<std::string_view>& texts) {
  QStringList list;
  for (const std::string_view text : texts) list << textOf(text);
  return list;
}

constexpr std::array<std::string_view, 22> basicKeys{"run.name",
                                                     "model.folder",
                                                     "data.dataset",
                                                     "data.id_token",
                                                     "training.training_type",
                                                     "training.task",
                                                     "training.train_steps",
                                                     "training.train_epochs",
                                                     "training.batch_size",
                                                     "training.start_from",
                                                     "lora.rank",
                                                     "lora.lora_alpha",
                                                     "optimizer.optimizer",
                                                     "optimizer.lr",
                                                     "checkpoints.checkpointing_steps",
                                                     "checkpoints.checkpointing_limit",
                                                     "memory.activation_offload",
                                                     "memory.streamed_blocks",
                                                     "validation.validation_prompts",
                                                     "validation.validation_images",
                                                     "validation.validation_steps",
                                                     "validation.validate_first"};

}  // namespace

QString settingLabel(const Setting& setting) {
  return settingsText(setting.label);
}

QString settingUnit(const Setting& setting) {
  return settingsText(setting.unit);
}

QString settingExplanation(const Setting& setting) {
  return settingsText(setting.explanation);
}

QString settingKey(const Setting& setting) {
  return textOf(setting.key);
}

QString settingLimits(const Setting& setting) {
  const QLocale locale;
  if (!setting.choices.empty())
    return QCoreApplication::translate("setting", "one of %1")
        .arg(listOf(setting.choices).join(QStringLiteral(", ")));
  if (!setting.range) return {};
  const auto number = [&](double value) { return locale.toString(value, 'g', 12); };
  // As run::table::any: a count without an upper bound.
  const bool isOpen = setting.range->most >= 1e9;
  if (setting.range->above_least)
    return isOpen ? QCoreApplication::translate("setting", "above %1").arg(number(setting.range->least))
                  : QCoreApplication::translate("setting", "above %1, at most %2")
                        .arg(number(setting.range->least), number(setting.range->most));
  return isOpen ? QCoreApplication::translate("setting", "at least %1").arg(number(setting.range->least))
                : QCoreApplication::translate("setting", "%1 to %2")
                      .arg(number(setting.range->least), number(setting.range->most));
}

QString settingCondition(const Setting& setting) {
  QStringList parts;
  for (const run::Condition& condition : setting.applies_to) {
    const Setting* const other = run::find_setting(condition.key);
    parts << QCoreApplication::translate("setting", "“%1” is %2")
                 .arg(settingLabel(*other),
                      listOf(condition.values)
                          .join(QCoreApplication::translate("setting", " or ", "between two values")));
  }
  if (parts.isEmpty()) return {};
  return QCoreApplication::translate("setting", "Counts only when %1.")
      .arg(parts.join(QCoreApplication::translate("setting", " and ", "between two conditions")));
}

QStringList settingAliases(const Setting& setting) {
  QStringList lines;
  for (const std::string_view name : setting.finetrainers)
    lines << QStringLiteral("--%1 (finetrainers)").arg(textOf(name));
  for (const std::string_view name : setting.cogvideox_factory)
    lines << QStringLiteral("--%1 (CogVideoX-Factory)").arg(textOf(name));
  return lines;
}

QString valueText(const run::Value& value) {
  if (const auto* const text = std::get_if<std::string>(&value)) return QString::fromStdString(*text);
  if (const auto* const texts = std::get_if<std::vector<std::string>>(&value)) {
    QStringList list;
    for (const std::string& text : *texts) list << QString::fromStdString(text);
    return list.join(QStringLiteral(", "));
  }
  return QString::fromStdString(run::to_toml(value));
}

bool isBasic(const Setting& setting) {
  return std::ranges::find(basicKeys, setting.key) != basicKeys.end();
}

QString groupTitle(const Setting& setting) {
  const std::string_view group = setting.key.substr(0, setting.key.find('.'));
  struct Title {
    std::string_view group;
    const char* title;
  };
  static constexpr std::array titles{
      Title{"run", QT_TRANSLATE_NOOP("setting", "Run")},
      Title{"model", QT_TRANSLATE_NOOP("setting", "Model")},
      Title{"data", QT_TRANSLATE_NOOP("setting", "Data")},
      Title{"training", QT_TRANSLATE_NOOP("setting", "Training")},
      Title{"memory", QT_TRANSLATE_NOOP("setting", "Memory")},
      Title{"lora", QT_TRANSLATE_NOOP("setting", "LoRA")},
      Title{"sft", QT_TRANSLATE_NOOP("setting", "Full fine-tune")},
      Title{"optimizer", QT_TRANSLATE_NOOP("setting", "Optimizer")},
      Title{"lr_scheduler", QT_TRANSLATE_NOOP("setting", "Course of the learning rate")},
      Title{"checkpoints", QT_TRANSLATE_NOOP("setting", "Checkpoints")},
      Title{"ema", QT_TRANSLATE_NOOP("setting", "Averaged weights")},
      Title{"validation", QT_TRANSLATE_NOOP("setting", "Validation")},
      Title{"metrics", QT_TRANSLATE_NOOP("setting", "Curves for other programs")}};
  const auto found = std::ranges::find(titles, group, &Title::group);
  return found == titles.end() ? textOf(group) : QCoreApplication::translate("setting", found->title);
}

bool matches(const Setting& setting, const QString& words) {
  const QString all = (QStringList{settingLabel(setting), settingKey(setting), textOf(setting.label)} +
                       settingAliases(setting))
                          .join(QLatin1Char('\n'));
  const QStringList wanted = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  return std::ranges::all_of(wanted,
                             [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

}  // namespace fw::ui
