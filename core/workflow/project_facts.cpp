// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "project/clips.h"
#include "workflow/project_samples.h"
#include "workflow/run_facts.h"

namespace fw::workflow {

namespace {

void read_clips(RunFacts& facts, const run::RunSettings& settings, engine_api::Processor processor,
                const project::Project& project, const std::stop_token& stop) {
  facts.is_from_project = project::count_clips(project) > 0;
  if (!facts.is_from_project || !facts.model) return;
  try {
    SampleSurvey survey(facts, settings, processor, stop);
    const project::BucketPlan plan =
        visit_project_samples(project, *facts.model, settings.id_token, stop,
                              [&](const dataset::DatasetSample& sample) { survey.add(sample); });
    survey.finish(facts, /*has_keys=*/false);
    facts.left_out = plan.totals.unfit;
    facts.longest_clip = std::ranges::max_element(plan.shapes, {}, &dataset::ClipShape::frames)->frames;
  } catch (const Error& error) {
    facts.faults.push_back(at_setting("data.dataset", error.fault()));
  }
}

void read_changes(RunFacts& facts, const run::RunSettings& settings, const project::Project& project,
                  const std::stop_token& stop) {
  if (!facts.model || facts.samples == 0 || !is_of_project(project, facts.dataset)) return;
  try {
    facts.changes = changes_since(facts.dataset, project, *facts.model, settings.id_token, stop);
  } catch (const Error&) {
    // Without clips in the project there is nothing to update.
  }
}

}  // namespace

void add_project_facts(RunFacts& facts, const run::RunSettings& settings, engine_api::Processor processor,
                       const project::Project& project, const std::stop_token& stop) {
  if (facts.dataset.empty())
    read_clips(facts, settings, processor, project, stop);
  else
    read_changes(facts, settings, project, stop);
}

}  // namespace fw::workflow
