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

/// What the dataset and project subcommands share.
namespace fw::cli {

/// Opens a project; why it is read-only is said on standard error.
project::Project open_project(const std::string& folder);
void make_project_if_missing(const std::filesystem::path& folder);
/// Runs one of workflow::dataset_job_kinds(). @return the exit code
int run_dataset_job(const Session& session, engine_api::JobSpec spec, const PrintResult& print_result);
/// Of an import: rows with faults beside good ones are told of; a list without a good one is a failure.
ExitCode exit_of(const project::ImportReport& report);
/// "not measured: …"
void print_unmeasured(const workflow::MeasureReport& report);
/// Options of work that is no job, with its progress on standard error until they are gone.
project::WorkOptions show_progress();
/// @throws fw::Error with the first thing that is wrong with it
project::ClipFilter parse_filter(const std::string& text);
void print_faults(const char* kind, const std::vector<Fault>& faults);
/// With list and line.
void print_row_faults(const char* kind, const std::vector<interchange::RowFault>& faults);

/// A plan as a table, and its clips one a line when wanted. With --json one object.
void print_plan(const Session& session, const project::BucketPlan& plan, bool clips);

void add_dataset_buckets(CLI::App& group, Session& session);
void add_dataset_captions(CLI::App& group, Session& session);
void add_dataset_clip(CLI::App& group, Session& session);
void add_dataset_measure(CLI::App& group, Session& session);
void add_dataset_split(CLI::App& group, Session& session);

}  // namespace fw::cli
