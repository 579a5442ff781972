// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/atomic_file.h"
#include "catalog/bucket.h"

namespace fw::dataset {

/// The names under which precompute keeps what one sample needs; empty until precompute has filled them in.
struct CacheKeys {
  std::string latents;
  std::string text;
  std::string image;       ///< first-frame condition; stays empty for text-to-video
  std::string empty_text;  ///< of the empty prompt, which caption dropout puts in the caption's place
  bool operator==(const CacheKeys&) const = default;
};

/// One training sample: everything that is needed to make it again from its source, without a project.
///
/// From source to tensor: take the source's frames [source_in, source_out), resample them to `fps`, take
/// `frame_count` frames from `first_frame` on, cut out `crop`, resize to bucket.height x bucket.width.
struct DatasetSample {
  std::string id;                  ///< unique in the manifest: "<clip id>-<number of the part>"
  std::string source;              ///< absolute; a million std::filesystem::path would take 0.4 GB more
  std::string content_hash;        ///< of the source file's bytes
  int64_t source_bytes = 0;        ///< of the file that had this hash; 0: written before this was kept
  int64_t source_modified_ms = 0;  ///< its time then, since the Unix epoch
  int64_t source_in = 0;           ///< first frame of the cut, counted in decoded frames of the source
  int64_t source_out = 0;          ///< one past the last
  double fps = 0;                  ///< frames a second after resampling; 0: the source's frames as they are
  int64_t first_frame = 0;         ///< in resampled frames of the cut
  int64_t frame_count = 0;         ///< equals bucket.frames
  catalog::Crop crop;              ///< of the bucket's shape up to rounding
  catalog::Bucket bucket;
  std::string caption;  ///< the text that is encoded: id_token, prefix and suffix already applied
  CacheKeys keys;
  bool operator==(const DatasetSample&) const = default;
};

/// The rows of a run's frozen `dataset.jsonl`: one JSON object a line. Memory: about 0.6 KB a sample, and 0.3
/// more with its cache keys. What goes through the rows once reads and writes them one by one, see below.
using DatasetManifest = std::vector<DatasetSample>;
using TakeSample = std::function<void(DatasetSample)>;

/// Whether a caption begins with the token as a word of its own: "sk jumps" with "sk", "skater" without.
/// Thread: any.
bool has_id_token(std::string_view caption, std::string_view id_token);
/// A caption as it is trained on: the token, a space, the caption, as finetrainers and CogVideoX-Factory have
/// it; a caption that has the token already stays as it is. Thread: any.
std::string with_id_token(std::string_view caption, std::string_view id_token);

/// @param file_name  what errors call the text
/// @throws fw::Error dataset.manifest_row with the lines of all rows that are not whole samples: the first
/// ten with
///         their reasons, the others counted
/// Unknown keys are ignored, so that a newer writer's file can still be read. Thread: any.
DatasetManifest parse_dataset_manifest(std::string_view jsonl, std::string_view file_name);
std::string format_dataset_manifest(const DatasetManifest& manifest);

/// The whole file, checked. Memory: the manifest. @throws fw::Error dataset.manifest_row, base.read_failed
DatasetManifest read_dataset_manifest(const std::filesystem::path& file);
/// The same row by row. Memory: the ids. What `take` was given before this throws is not to be used.
void visit_dataset_manifest(const std::filesystem::path& file, const TakeSample& take);

/// Writes a manifest row by row; atomic. Thread: one at a time.
class ManifestWriter {
 public:
  /// @throws fw::Error base.write_failed, base.file_exists; so does all else
  ManifestWriter(const std::filesystem::path& file, Existing existing) : out_(file, existing) {}
  void add(const DatasetSample& sample);
  void commit();

 private:
  void flush();
  AtomicFile out_;
  std::string block_;
};
/// @throws as ManifestWriter
void write_dataset_manifest(const std::filesystem::path& file, const DatasetManifest& manifest,
                            Existing existing);

/// The form in which captions are kept: lines end with \n, no white space before and behind, no NUL.
/// @return nothing when the text is not UTF-8
std::optional<std::string> normal_caption(std::string_view text);

}  // namespace fw::dataset
