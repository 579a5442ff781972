// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "run/run_settings.h"

/// What the declaration of a setting says, in the user's language.
namespace fw::ui {

QString settingLabel(const run::Setting& setting);
QString settingUnit(const run::Setting& setting);
QString settingExplanation(const run::Setting& setting);
/// "lora.rank"
QString settingKey(const run::Setting& setting);
/// "1 to 4096", "one of lora, sft"; empty when anything goes.
QString settingLimits(const run::Setting& setting);
/// "Only when “What is trained” is lora."; empty when it always counts.
QString settingCondition(const run::Setting& setting);
/// Names of the same setting in other trainers, "--rank (finetrainers)", one a line.
QStringList settingAliases(const run::Setting& setting);
/// A value as a person reads it: lists by commas, text without quotes.
QString valueText(const run::Value& value);

/// What a person sets who trains for the first time; all other settings are advanced.
bool isBasic(const run::Setting& setting);
/// Title of the group, from the first part of the key: "Optimizer".
QString groupTitle(const run::Setting& setting);
/// Whether a search for `words` finds it by its label, its key or its name in another trainer.
bool matches(const run::Setting& setting, const QString& words);

}  // namespace fw::ui
