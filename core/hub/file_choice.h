// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hub/repository.h"

/// Which files of a repository this program reads.
namespace fw::hub {

/// Reads a small file of the repository.
using ReadSmall = std::function<std::string(const RemoteFile& file)>;

/// A model in diffusers layout, or the folder of a transformer alone: model_index.json, and for each
/// component its configuration, tokenizer and one set of .safetensors weights, the one that
/// safetensors::find_weights() takes. Not: other precisions and formats, pictures, single-file copies.
/// @param components  only these; empty: those in model_index.json
/// @param read        called for model_index.json and the indices of weights
/// @throws fw::Error hub.no_part, hub.no_weights, hub.nothing_used, base.bad_json and what `read` throws
std::vector<RemoteFile> choose_model_files(const Listing& listing, const Repository& repository,
                                           const std::vector<std::string>& components, const ReadSmall& read);

/// The files for which `is_used` is true. @throws fw::Error hub.nothing_used
std::vector<RemoteFile> choose_files(const Listing& listing, const Repository& repository,
                                     const std::function<bool(const std::string& path)>& is_used);

}  // namespace fw::hub
