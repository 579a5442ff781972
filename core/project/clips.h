// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/bucket.h"
#include "media/source_file.h"
#include "project/clip_filter.h"
#include "project/project.h"

namespace fw::project {

/// A file that clips are cut from. Never modified.
struct Source {
  int64_t id = 0;
  std::string path{};  ///< as stored: see Project::absolute_path
  std::string hash{};  ///< media::content_hash
  int64_t bytes = 0;
  int64_t modified_ms = 0;
  bool is_image = false;
  int64_t width = 0;  ///< as displayed: rotation and sample aspect ratio applied
  int64_t height = 0;
  int64_t fps_numerator = 0;
  int64_t fps_denominator = 1;
  bool is_variable_rate = false;
  int64_t frames = 0;  ///< counted, not estimated
  double duration_s = 0;
  std::string codec{};
  bool is_hdr = false;
  bool has_audio = false;
  std::vector<Fault> warnings{};  ///< for a file that is only partly usable
  double fps() const { return static_cast<double>(fps_numerator) / static_cast<double>(fps_denominator); }
  /// Detects changes of the file since import.
  media::FileStamp stamp() const { return {bytes, modified_ms}; }
  bool operator==(const Source&) const = default;
};

/// Author of a caption.
enum class CaptionOrigin { person, import, command, server };
std::string_view to_text(CaptionOrigin origin);
CaptionOrigin caption_origin(std::string_view text);

struct Caption {
  std::string text{};
  CaptionOrigin origin = CaptionOrigin::person;
  int64_t changed_ms = 0;
  bool operator==(const Caption&) const = default;
};

/// A range of a source that may become training samples.
struct Clip {
  int64_t id = 0;
  int64_t source_id = 0;
  int64_t in_frame = 0;  ///< in decoded frames of the source
  int64_t out_frame = 0;
  double duration_s = 0;                    ///< of the cut; from the frames' times if the frame rate varies
  std::optional<catalog::Crop> crop{};      ///< set by the user; nullopt: the whole picture
  std::optional<catalog::Bucket> bucket{};  ///< set by the user; nullopt: the nearest
  int64_t frames() const { return out_frame - in_frame; }
  bool operator==(const Clip&) const = default;
};

/// A clip with everything that a list shows.
struct ClipRow {
  Clip clip{};
  Source source{};
  std::optional<Caption> caption{};
  std::optional<Caption> proposal{};         ///< a captioner's answer, neither accepted nor refused yet
  std::vector<std::string> tags{};           ///< in alphabetical order
  std::vector<std::string> more_captions{};  ///< after the first, in order
  std::optional<int64_t> times{};            ///< in an epoch; nullopt: as the rules in repeats.h say
  std::optional<double> loss_weight{};       ///< likewise
};

/// Adds a source, or returns an existing one with its path. Only inside Project::edit.
int64_t add_source(SQLite::Database& database, const Source& source);
/// @return the clip's id. Only inside Project::edit.
int64_t add_clip(SQLite::Database& database, const Clip& clip);

/// Captions sort by their first 64 characters; clips without one come first.
enum class ClipOrder { source, newest, name, width, frames, seconds, caption };

/// Ids of the matching clips, in order. Thread: as Project. Cost: under 100 ms for 100,000 clips.
std::vector<int64_t> list_clips(const Project& project, const ClipFilter& filter = {},
                                ClipOrder order = ClipOrder::source);
int64_t count_clips(const Project& project, const ClipFilter& filter = {});
/// Rows of the clips in the order of `ids`, without unknown ids. Cost: O(ids).
std::vector<ClipRow> read_clips(const Project& project, std::span<const int64_t> ids);
/// Visits the rows one at a time instead of returning them.
void visit_clips(const Project& project, std::span<const int64_t> ids,
                 const std::function<void(const ClipRow&)>& visit);
/// @throws fw::Error project.no_clip
ClipRow read_clip(const Project& project, int64_t id);
/// Visits the rows of all matching clips, in source order, one at a time.
void visit_clips(const Project& project, const ClipFilter& filter,
                 const std::function<void(const ClipRow&)>& visit);

/// All tags with the number of their clips.
std::map<std::string, int64_t> list_tags(const Project& project);

// Each of these is one undo step.

/// Removes clips, and sources without any clips left. Files are not deleted.
void remove_clips(Project& project, std::span<const int64_t> ids);
/// @throws fw::Error project.bad_cut if the cut exceeds the source
void set_cut(Project& project, int64_t id, int64_t in_frame, int64_t out_frame);
/// Moves the ends of each clip by this many seconds, later if positive, within its file. A clip that would
/// become empty is unchanged.
void trim_clips(Project& project, std::span<const int64_t> ids, double in_s, double out_s);
/// Resets each clip to its whole file.
void use_whole_files(Project& project, std::span<const int64_t> ids);
/// @throws fw::Error project.bad_crop if the crop exceeds the picture
void set_crop(Project& project, std::span<const int64_t> ids, std::optional<catalog::Crop> crop);
/// Crops each clip's picture in proportion to `crop` of a picture of the given size.
/// @throws fw::Error project.no_clip
void set_crop_part(Project& project, std::span<const int64_t> ids, const catalog::Crop& crop, int64_t width,
                   int64_t height);
void set_bucket(Project& project, std::span<const int64_t> ids, std::optional<catalog::Bucket> bucket);
/// Source frames at which to split a clip; those outside the clip are ignored.
struct ClipCuts {
  int64_t clip_id = 0;
  std::vector<int64_t> frames{};
};
/// Replaces each clip by its pieces, which inherit crop, bucket, tags and caption.
/// @return the pieces, and the clips without a cut inside them, in the order of `cuts`
std::vector<int64_t> split_clips(Project& project, std::span<const ClipCuts> cuts);
/// Splits each clip every `seconds`, by its mean frame rate; the last piece takes the remainder.
std::vector<int64_t> split_every(Project& project, std::span<const int64_t> ids, double seconds);
void add_tag(Project& project, std::span<const int64_t> ids, std::string_view tag);
void remove_tag(Project& project, std::span<const int64_t> ids, std::string_view tag);

/// The buckets for the project's samples.
std::vector<catalog::Bucket> project_buckets(const Project& project);
void set_project_buckets(Project& project, std::span<const catalog::Bucket> buckets);

/// Small project settings: "id_token", "fps", "model" and the like. Empty if not set.
std::string setting(const Project& project, std::string_view key);
void set_setting(Project& project, std::string_view key, std::string_view value);
/// Only inside Project::edit.
void put_setting(SQLite::Database& database, std::string_view key, std::string_view value);

}  // namespace fw::project
