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

/// Keys of a sample's cache entries; empty until precompute has filled them in.
struct CacheKeys {
  std::string latents;
  std::string text;
  std::string image;       ///< first-frame condition; empty for text-to-video
  std::string empty_text;  ///< of the empty prompt, which replaces the caption in caption dropout
  std::vector<std::string> more_texts{};  ///< of more_captions, in their order
  bool operator==(const CacheKeys&) const = default;
};

/// One training sample: everything needed to recreate it from its source, without a project.
///
/// From source to tensor: take the source's frames [source_in, source_out), resample them to `fps`, take
/// `frame_count` frames from `first_frame` on, cut out `crop`, resize to bucket.height x bucket.width.
struct DatasetSample {
  std::string id;                  ///< unique in the manifest: "<clip id>-<number of the part>"
  std::string source;              ///< absolute; a million std::filesystem::path would take 0.4 GB more
  std::string content_hash;        ///< of the source file's bytes
  int64_t source_bytes = 0;        ///< of the file with this hash; 0: written before this was recorded
  int64_t source_modified_ms = 0;  ///< its modification time, since the Unix epoch
  int64_t source_in = 0;           ///< first frame of the cut, counted in decoded frames of the source
  int64_t source_out = 0;          ///< one past the last
  double fps = 0;                  ///< frame rate after resampling; 0: the source's frames as they are
  int64_t first_frame = 0;         ///< in resampled frames of the cut
  int64_t frame_count = 0;         ///< equals bucket.frames
  catalog::Crop crop;              ///< of the bucket's shape up to rounding
  catalog::Bucket bucket;
  std::string caption;  ///< the text to encode, with id_token, prefix and suffix
  CacheKeys keys;
  /// Other texts for the same clip: each batch draws one of all, see caption_texts.h.
  std::vector<std::string> more_captions{};
  double loss_weight = 1;                   ///< factor of its loss, from 0 to most_loss_weight
  double draws = 1;                         ///< times in an epoch, on average; above 0
  std::optional<double> caption_dropout{};  ///< instead of the run's
  bool operator==(const DatasetSample&) const = default;
};

inline constexpr double most_loss_weight = 100;

/// The rows of a run's frozen `dataset.jsonl`: one JSON object per line. Memory: about 0.6 KB per sample, and
/// 0.3 more with its cache keys. For a single pass, read and write rows one by one, see below.
using DatasetManifest = std::vector<DatasetSample>;
using TakeSample = std::function<void(DatasetSample)>;

/// True if a caption begins with the token as a separate word: "sk jumps" has "sk", "skater" does not.
/// Thread: any.
bool has_id_token(std::string_view caption, std::string_view id_token);
/// A caption for training: the token, a space, the caption, as in finetrainers and CogVideoX-Factory; a
/// caption that already has the token is unchanged. Thread: any.
std::string with_id_token(std::string_view caption, std::string_view id_token);

/// @param file_name  name of the text in errors
/// @throws fw::Error dataset.manifest_row with the lines of all invalid rows: the first ten with reasons, and
///   the number of others
/// Ignores unknown keys, so that files of newer versions can be read. Thread: any.
DatasetManifest parse_dataset_manifest(std::string_view jsonl, std::string_view file_name);
std::string format_dataset_manifest(const DatasetManifest& manifest);

/// Reads and checks the whole file. Memory: the manifest. @throws fw::Error dataset.manifest_row,
/// base.read_failed
DatasetManifest read_dataset_manifest(const std::filesystem::path& file);
/// Reads row by row. Memory: the ids. If this throws, do not use the rows that `take` has received.
void visit_dataset_manifest(const std::filesystem::path& file, const TakeSample& take);

/// Writes a manifest row by row, atomically. Thread: one at a time.
class ManifestWriter {
 public:
  /// @throws fw::Error base.write_failed, base.file_exists; so do the other methods
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

/// The stored form of captions: lines end with \n, no leading or trailing white space, no NUL.
/// @return nullopt if the text is not UTF-8
std::optional<std::string> normal_caption(std::string_view text);

}  // namespace fw::dataset
