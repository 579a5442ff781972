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

/// The files that a generation writes. Thread: one at a time.
class ClipOutput {
 public:
  /// At the place that the user named, or at one that is free. What is there already is refused before the
  /// minutes of work, but for what the same call has written before it was cut off.
  /// @throws fw::Error engine.bad_out_format, engine.bad_out_folder, base.file_exists, base.target_is_source
  explicit ClipOutput(const engine_api::GenerateRequest& request);

  const std::filesystem::path& clip() const { return clip_; }
  Existing existing() const { return existing_; }
  /// Everything that decides what the clip is like: the request, and names, sizes and times of its files.
  const std::string& content() const { return content_; }
  std::filesystem::path latents() const;
  std::filesystem::path preview() const;

  /// Those of the same call, which was cut off after they were there.
  bool has_latents() const { return has_latents_; }
  /// Under a free name, the one from before the minutes of work may be another job's by now.
  /// @throws fw::Error base.write_failed, base.file_exists
  void write_latents(inference::LatentsFile content);
  /// In the place of that of the step before. @throws fw::Error base.write_failed
  void write_preview(const media::RgbImage& image);
  /// The clip is there, or another one is wanted: the next call finds nothing to go on from, sections of
  /// content() neither.
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
  std::optional<inference::WrittenContents> written_;  // of a call that has named its clip
  bool has_latents_ = false;
};

}  // namespace fw::engine
