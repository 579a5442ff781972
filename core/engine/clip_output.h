// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/atomic_file.h"
#include "engine_api/requests.h"
#include "inference/latents_file.h"
#include "inference/sections_file.h"
#include "media/frame.h"

namespace fw::engine {

/// The output files of a generation. Thread: one at a time.
class ClipOutput {
 public:
  /// Uses the name given by the user, or a free one. Existing files are refused before the minutes of work,
  /// except those that an interrupted job with the same request has written.
  /// @throws fw::Error engine.bad_out_format, engine.bad_out_folder, base.file_exists, base.target_is_source
  explicit ClipOutput(const engine_api::GenerateRequest& request);

  const std::filesystem::path& clip() const { return clip_; }
  Existing existing() const { return existing_; }
  /// Identifies everything that determines the clip: the request, and names, sizes and times of its files.
  const std::string& content() const { return content_; }
  std::filesystem::path latents() const;
  std::filesystem::path preview() const;

  /// True if an interrupted job with the same request left its latents.
  bool has_latents() const { return has_latents_; }
  /// Chooses a free name again, since another job may have taken the first one during the minutes of work.
  /// @throws fw::Error base.write_failed, base.file_exists
  void write_latents(inference::LatentsFile content);
  /// Replaces the preview of the previous step. @throws fw::Error base.write_failed
  void write_preview(const media::RgbImage& image);
  /// Called when the clip is complete or another one is requested: the next job finds nothing to continue
  /// from, not even sections of content().
  void forget() const;

 private:
  void find_name();
  void find_own();
  bool is_own(const std::filesystem::path& file) const;
  void note(const std::string& hash);

  engine_api::GenerateRequest request_;
  std::string content_;
  std::filesystem::path clip_;
  Existing existing_;
  std::optional<inference::WrittenContents> written_;  // of a job that has chosen its clip's name
  bool has_latents_ = false;
};

}  // namespace fw::engine
