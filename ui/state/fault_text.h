// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include "base/error.h"
#include "base/progress.h"
#include "engine_api/events.h"
#include "engine_api/scaling.h"
#include "run/fit_verdict.h"

/// The core's codes, arguments and source sentences as the user reads them: in the user's language.
namespace fw::ui {

/// What happened and where, with the arguments filled in.
QString faultText(const Fault& fault);
/// What to do about it; empty when there is nothing to say.
QString faultHint(const Fault& fault);

/// Both.
QString faultWithHint(const Fault& fault);

/// "12 of 42 blocks streamed: 11.4 GiB of 12.0 GiB, about 4% slower"
QString verdictText(const run::FitVerdict& verdict);

/// "Denoising"; empty without a phase
QString phaseText(const Progress& progress);
/// "loss 0.12"
QString detailText(const ProgressDetail& detail);
/// "denoising 12 of 42, 3.1 per second, loss 0.12"
QString progressText(const Progress& progress);
/// Why a plan for several cards takes as many as it does.
QString reasonText(const engine_api::ScalingPlan& plan);
QString stateText(engine_api::JobState state);

/// What stands between the parts of a sentence: ", " in English.
QString comma();
/// What stands behind a word that tells what follows: ": " in English.
QString colon();
/// What stands between words that are sentences of their own: ". " in English.
QString fullStop();
/// What stands between a sentence and the next one: a space, but behind a full-width sign, which has its own.
QString gapAfter(const QString& sentence);
/// One after the other, without those that are empty.
QString sentences(const QStringList& all);
/// "2:05", "1:02:05"
QString durationText(double seconds);
/// "1.5 GiB" with the locale's decimal point
QString bytesText(uint64_t bytes);
/// "30", "23.976"
QString fpsText(double fps);

}  // namespace fw::ui
