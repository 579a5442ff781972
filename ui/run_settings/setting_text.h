// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "run/run_settings.h"

/// What the declaration of a setting says, in the user's language.
namespace fw::ui {

QString settingLabel(const catalog::Setting& setting);
/// What [model.parts] calls the place of a component; its own name where it has no setting.
QString partLabel(const std::string& component);
QString settingUnit(const catalog::Setting& setting);
QString settingExplanation(const catalog::Setting& setting);
/// "lora.rank"
QString settingKey(const catalog::Setting& setting);
/// "1 to 4096", "one of fp32, bf16"; empty when anything goes.
QString settingLimits(const catalog::Setting& setting);
/// "Only used when “Training type” is LoRA."; empty when it always is.
QString settingCondition(const catalog::Setting& setting);
/// Names of the same setting in other trainers, "--rank (finetrainers)", one per line.
QStringList settingAliases(const catalog::Setting& setting);
/// A choice as people call it: "Text to video" for text_to_video. One without another name (adamw) stays.
QString choiceText(std::string_view choice);
/// "On" or "Off": run files say true and false.
QString switchText(bool isOn);
/// A value as a person reads it: lists by commas, text without quotes.
QString valueText(const catalog::Value& value);

/// Title of the group, from the first part of the key: "Optimizer".
QString groupTitle(const catalog::Setting& setting);
/// Whether a search for `words` finds it by its label, its key or its name in another trainer.
bool matches(const catalog::Setting& setting, const QString& words);

}  // namespace fw::ui
