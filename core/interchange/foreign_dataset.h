// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace fw::interchange {

/// The clips that a dataset file of another trainer names.
struct ForeignDataset {
  struct Part {
    std::filesystem::path path{};     ///< a folder, or a .jsonl list; may not exist
    std::string caption_extension{};  ///< with its dot; empty: not said
    std::optional<int64_t> times{};   ///< of each clip in an epoch, from 0 to 1000
    std::optional<double> loss_weight{};
    bool caption_lines = false;  ///< each line of a caption file is a caption
  };
  std::vector<Part> parts{};
  std::vector<Fault> notes{};  ///< keys that do not become part of an import, with advice
};

/// Reads a dataset file of musubi-tuner, diffusion-pipe, SimpleTuner, OneTrainer (concepts) or finetrainers,
/// or the datasets of ai-toolkit's configuration. Relative paths start at the file's folder or one above it.
/// nullopt for any other file. @throws fw::Error interchange.unread_config. Thread: any.
std::optional<ForeignDataset> read_foreign_dataset(std::string_view text, const std::filesystem::path& file);

}  // namespace fw::interchange
