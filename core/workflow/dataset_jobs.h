// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "engine_api/job.h"
#include "interchange/import_list.h"
#include "project/project.h"

namespace fw::workflow {

/// Opens the project of a job on the job's own thread: the command line opens or makes it, the window opens
/// its own beside (Project::open_beside).
using OpenProject = std::function<project::Project(const std::filesystem::path& folder)>;

/// The long work on projects as jobs of the queue; all parameters are frozen when a job is queued. Each takes
/// "project", the folder, and:
///   dataset_import   paths [text], layout, caption_column, video_column, data_root, caption_extension,
///   min_frames
///                    -> imported, already_there, faults, warnings [{list, line, fault}], more_faults
///   dataset_export   folder, layout, cut, filter, buckets ["FxHxW"], fps, split, id_token, crf -> clips,
///   files, faults dataset_measure  -> faults dataset_caption  command or url, model, api_key_variable,
///   prompt, frames, timeout_s, filter, replace_machine, parallel
///                    -> written, kept, faults
///   project_relink   folders [text] -> relinked, still_missing [text]
///   project_reindex  -> runs, events, faults [fault]
/// Besides "threads", 0 for all cores. Left-out parameters have the defaults of the functions that do the
/// work.
std::vector<engine_api::JobKind> dataset_job_kinds(const OpenProject& open);

/// The names of layouts: automatic, lists, sidecars, csv, jsonl.
/// @throws fw::Error workflow.bad_parameter
interchange::Layout layout_from_text(const std::string& text);

}  // namespace fw::workflow
