// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/job_verbs.h"

#include <QCoreApplication>

#include "ui/state/engine_bridge.h"
#include "ui/state/job_list_model.h"

namespace fw::ui {

using engine_api::JobState;
using engine_api::Verb;

namespace {

QString say(const char* sentence) {
  return QCoreApplication::translate("job verbs", sentence);
}

/// Describes a job state that does not allow the verb.
QString stateSentence(const JobRow& job) {
  switch (job.state) {
    case JobState::queued:
      return say(QT_TRANSLATE_NOOP("job verbs", "The job is waiting for its turn."));
    case JobState::held:
      return say(QT_TRANSLATE_NOOP("job verbs", "The job is on hold."));
    case JobState::running:
      return say(QT_TRANSLATE_NOOP("job verbs", "The job is running."));
    case JobState::stopping:
      return say(QT_TRANSLATE_NOOP("job verbs", "The job is stopping."));
    case JobState::paused:
      return say(QT_TRANSLATE_NOOP("job verbs", "The job is paused."));
    case JobState::finished:
      return say(QT_TRANSLATE_NOOP("job verbs", "The job has finished."));
    default:
      return say(QT_TRANSLATE_NOOP("job verbs", "The job has ended."));
  }
}

bool isInState(Verb verb, const JobRow& job) {
  switch (verb) {
    case Verb::abort:
      return job.isWaiting() || job.isActive() || job.state == JobState::paused;
    case Verb::hold:
      return job.state == JobState::queued;
    case Verb::remove:
      return !job.isActive();
    case Verb::resume:
      return job.state == JobState::held || (is_ended(job.state) && job.state != JobState::finished);
    case Verb::refit:
      return job.state == JobState::failed;
    default:
      return job.state == JobState::running;
  }
}

bool isForAllKinds(Verb verb, const JobRow& job) {
  return verb == Verb::abort || verb == Verb::hold || verb == Verb::remove ||
         (verb == Verb::resume && job.state == JobState::held);
}

}  // namespace

QString refusalOf(Verb verb, const JobRow* job, const EngineBridge& bridge) {
  if (job == nullptr) return say(QT_TRANSLATE_NOOP("job verbs", "No job is selected, and none is running."));
  if (!isForAllKinds(verb, *job) && !bridge.understands(job->kind, verb))
    return say(QT_TRANSLATE_NOOP("job verbs", "This kind of job cannot do that."));
  if (isInState(verb, *job)) return {};
  if (verb == Verb::refit)
    return say(QT_TRANSLATE_NOOP("job verbs", "Only a training run that failed can be fitted again."));
  return stateSentence(*job);
}

}  // namespace fw::ui
