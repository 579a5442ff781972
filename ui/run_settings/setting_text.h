// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "run/run_settings.h"

/// Texts about a setting's declaration, in the user's language.
namespace fw::ui {

QString settingLabel(const catalog::Setting& setting);
/// The label of a component's path in [model.parts]; the component's own name if it has no setting.
QString partLabel(const std::string& component);
QString settingUnit(const catalog::Setting& setting);
QString settingExplanation(const catalog::Setting& setting);
/// "lora.rank"
QString settingKey(const catalog::Setting& setting);
/// "1 to 4096", "one of fp32, bf16"; empty if unrestricted.
QString settingLimits(const catalog::Setting& setting);
/// "Only used when “Training type” is LoRA."; empty if always used.
QString settingCondition(const catalog::Setting& setting);
/// The setting's names in other trainers, "--rank (finetrainers)", one per line.
QStringList settingAliases(const catalog::Setting& setting);
/// Display name of a choice: "Text to video" for text_to_video. Choices without one (adamw) are returned
/// unchanged.
QString choiceText(std::string_view choice);
/// "On" or "Off" instead of the run file's true or false.
QString switchText(bool isOn);
/// A value for display: lists with commas, text without quotes.
QString valueText(const catalog::Value& value);

/// Title of the setting's group, from the first part of the key: "Optimizer".
QString groupTitle(const catalog::Setting& setting);
/// Whether a search for `words` matches its label, key or name in another trainer.
bool matches(const catalog::Setting& setting, const QString& words);

}  // namespace fw::ui
