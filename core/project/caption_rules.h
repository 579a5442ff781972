// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "dataset/caption_texts.h"
#include "project/clips.h"
#include "project/project.h"

/// How the project's captions become the texts that training encodes: trigger word, prefix, suffix, tags and
/// choices, in one place.
namespace fw::project {

/// Thread: as Project. What this version cannot read is as if it had never been set.
dataset::CaptionRules caption_rules(const Project& project);
/// The same with another trigger word; empty: the project's own.
dataset::CaptionRules caption_rules(const Project& project, const std::string& trigger);
/// Replaces them as one undo step. @throws fw::Error project.bad_caption_rules
void set_caption_rules(Project& project, const dataset::CaptionRules& rules);

/// A clip's captions, the first one first; empty if it has none.
std::vector<std::string> captions_of(const ClipRow& row);

/// Whether a rule but the trigger word changes captions.
bool change_captions(const dataset::CaptionRules& rules);

}  // namespace fw::project
