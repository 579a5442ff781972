// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run_settings/setting_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <algorithm>
#include <array>

#include "ui/state/fault_text.h"
#include "ui/state/model_facts.h"

namespace fw::ui {

namespace {

using catalog::Setting;

QString textOf(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString settingsText(std::string_view source) {
  if (source.empty()) return {};
  return QCoreApplication::translate("settings", std::string(source).c_str());
}

QStringList choicesOf(const std::vector<std::string_view>& choices) {
  QStringList list;
  for (const std::string_view choice : choices) list << choiceText(choice);
  return list;
}

}  // namespace

QString settingLabel(const Setting& setting) {
  return settingsText(setting.label);
}

QString partLabel(const std::string& component) {
  const Setting* const setting = run::find_setting("model.parts." + component);
  return setting == nullptr ? QString::fromStdString(component) : settingLabel(*setting);
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
    return QCoreApplication::translate("setting", "one of %1").arg(choicesOf(setting.choices).join(comma()));
  if (!setting.range) return {};
  const auto number = [&](double value) { return locale.toString(value, 'g', 12); };
  // As in run::table::any: a count without an upper bound.
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
  for (const catalog::Condition& condition : setting.applies_to) {
    const Setting* const other = run::find_setting(condition.key);
    if (std::holds_alternative<bool>(run::default_of(*other))) {
      const bool isOn = condition.values.front() == run::to_toml(true);
      parts << (isOn ? QCoreApplication::translate("setting", "“%1” is on")
                     : QCoreApplication::translate("setting", "“%1” is off"))
                   .arg(settingLabel(*other));
      continue;
    }
    parts << QCoreApplication::translate("setting", "“%1” is %2")
                 .arg(settingLabel(*other),
                      choicesOf(condition.values)
                          .join(QCoreApplication::translate("setting", " or ", "between two values")));
  }
  if (parts.isEmpty()) return {};
  return QCoreApplication::translate("setting", "Only used when %1.")
      .arg(parts.join(QCoreApplication::translate("setting", " and ", "between two conditions")));
}

QStringList settingAliases(const Setting& setting) {
  QStringList lines;
  for (const auto& [trainer, flag] : setting.flags)
    lines << QStringLiteral("--%1 (%2)").arg(textOf(flag), textOf(trainer));
  return lines;
}

QString choiceText(std::string_view choice) {
  struct Name {
    std::string_view choice;
    const char* name;
  };
  static constexpr std::array names{Name{"lora", QT_TRANSLATE_NOOP("setting", "LoRA")},
                                    Name{"sft", QT_TRANSLATE_NOOP("setting", "Full fine-tune")},
                                    Name{"text_to_video", QT_TRANSLATE_NOOP("setting", "Text to video")},
                                    Name{"image_to_video", QT_TRANSLATE_NOOP("setting", "Image to video")}};
  const auto found = std::ranges::find(names, choice, &Name::choice);
  return found == names.end() ? familyName(choice) : QCoreApplication::translate("setting", found->name);
}

QString switchText(bool isOn) {
  return isOn ? QCoreApplication::translate("setting", "On", "of a setting")
              : QCoreApplication::translate("setting", "Off", "of a setting");
}

QString valueText(const catalog::Value& value) {
  if (const auto* const isOn = std::get_if<bool>(&value)) return switchText(*isOn);
  if (const auto* const text = std::get_if<std::string>(&value)) return choiceText(*text);
  if (const auto* const texts = std::get_if<std::vector<std::string>>(&value)) {
    QStringList list;
    for (const std::string& text : *texts) list << QString::fromStdString(text);
    return list.join(comma());
  }
  QString text = QString::fromStdString(run::to_toml(value));
  if (std::holds_alternative<double>(value)) text.replace(QLatin1Char('.'), QLocale().decimalPoint());
  return text;
}

QString groupTitle(const Setting& setting) {
  return settingsText(run::group_title(setting));
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
