// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/job_runner.h"
#include "project/bucket_plan.h"
#include "project/clip_filter.h"
#include "project/project.h"
#include "project/work.h"
#include "workflow/dataset_jobs.h"

/// Shared by the dataset and project subcommands.
namespace fw::cli {

/// Opens a project; if it is read-only, prints why on standard error.
project::Project open_project(const std::string& folder);
void make_project_if_missing(const std::filesystem::path& folder);
/// Runs one of workflow::dataset_job_kinds(). @return the exit code
int run_dataset_job(const Session& session, engine_api::JobSpec spec, const PrintResult& print_result);
/// Exit code of an import: an import with some good rows succeeds; one without any fails.
ExitCode exit_of(const project::ImportReport& report);
/// "not measured: …"
void print_unmeasured(const workflow::MeasureReport& report);
/// Options for work that is not a job; shows progress on standard error while they live.
project::WorkOptions show_progress();
/// `named`, or the project's trigger word if it is empty.
std::string trigger_word(const project::Project& opened, const std::string& named);
/// @throws fw::Error with the first error in the text
project::ClipFilter parse_filter(const std::string& text);
void print_faults(const char* kind, const std::vector<Fault>& faults);
/// With list and line.
void print_row_faults(const char* kind, const std::vector<interchange::RowFault>& faults);

/// Prints a plan as a table and, if requested, its clips, one per line. With --json one object.
void print_plan(const Session& session, const project::BucketPlan& plan, bool clips);

void add_dataset_buckets(CLI::App& group, Session& session);
void add_dataset_fetch(CLI::App& group, Session& session);
void add_dataset_caption_rules(CLI::App& group, Session& session);
void add_dataset_captions(CLI::App& group, Session& session);
void add_dataset_clip(CLI::App& group, Session& session);
void add_dataset_measure(CLI::App& group, Session& session);
void add_dataset_repeat(CLI::App& group, Session& session);
void add_dataset_split(CLI::App& group, Session& session);
void add_dataset_weigh(CLI::App& group, Session& session);

}  // namespace fw::cli
