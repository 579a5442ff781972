// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include "base/error.h"
#include "base/progress.h"
#include "engine_api/events.h"
#include "engine_api/scaling.h"
#include "run/fit_verdict.h"

/// The core's codes, arguments and source sentences in the user's language.
namespace fw::ui {

/// Describes the fault, with the arguments filled in.
QString faultText(const Fault& fault);
/// The remedy; empty if none is known.
QString faultHint(const Fault& fault);

/// faultText() and faultHint().
QString faultWithHint(const Fault& fault);

/// "12 of 42 blocks streamed: 11.4 GiB of 12.0 GiB, about 4% slower"
QString verdictText(const run::FitVerdict& verdict);

/// "Denoising"; empty without a phase
QString phaseText(const Progress& progress);
/// "loss 0.12"
QString detailText(const ProgressDetail& detail);
/// "denoising 12 of 42, 3.1 per second, loss 0.12"
QString progressText(const Progress& progress);
/// The reason for the number of cards in a plan for several cards.
QString reasonText(const engine_api::ScalingPlan& plan);
QString stateText(engine_api::JobState state);

/// Separator of a sentence's parts: ", " in English.
QString comma();
/// Introduces what follows a word: ": " in English.
QString colon();
/// Separates words that are sentences of their own: ". " in English.
QString fullStop();
/// The gap after a sentence: a space, except after a full-width sign, which includes its own.
QString gapAfter(const QString& sentence);
/// The non-empty sentences joined.
QString sentences(const QStringList& all);
/// "2:05", "1:02:05"
QString durationText(double seconds);
/// "1.5 GiB" with the locale's decimal point
QString bytesText(uint64_t bytes);
/// "30", "23.976"
QString fpsText(double fps);

}  // namespace fw::ui
