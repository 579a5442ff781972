// SPDX-License-Identifier: Apache-2.0
#include "captioning/captioner.h"

#include <algorithm>
#include <mutex>

#include "base/paths.h"
#include "captioning/captioner_errors.h"
#include "dataset/dataset_manifest.h"
#include "media/content_hash.h"
#include "media/convert.h"
#include "media/errors.h"
#include "media/file_fault.h"
#include "media/image.h"
#include "media/pixel_budget.h"
#include "media/thumbnails.h"
#include "project/clip_fault.h"
#include "project/clips.h"
#include "project/samples.h"
#include "project/scratch_folder.h"
#include "project/write_sample.h"

namespace fw::captioning {

namespace {

namespace fs = std::filesystem;

constexpr int most_failures = 10;
constexpr int most_at_once = 64;

/// Names for files in a folder that is created on first use. Thread: any number.
class ScratchFiles {
 public:
  fs::path next(const char* extension) {
    const std::lock_guard lock(mutex_);
    if (!folder_) folder_.emplace();
    return folder_->path() / (std::to_string(++count_) + extension);
  }

 private:
  std::mutex mutex_;
  std::optional<project::ScratchFolder> folder_;
  int64_t count_ = 0;
};

/// A separate file for a clip that is only a part of its source; deleted with the object.
class ClipFile {
 public:
  ClipFile(const project::Project& project, const project::ClipRow& row, ScratchFiles& files,
           const std::stop_token& stop)
      : file_(project.absolute_path(row.source.path)) {
    const bool whole = row.clip.in_frame == 0 && row.clip.out_frame == row.source.frames && !row.clip.crop;
    if (whole) return;
    const dataset::DatasetSample sample = project::own_sample(project, row);
    file_ = files.next(sample.frame_count == 1 ? ".png" : ".mp4");
    is_temporary_ = true;
    project::write_sample(sample, file_, 17, stop);
  }
  ~ClipFile() {
    std::error_code error;
    if (is_temporary_) fs::remove(file_, error);
  }
  ClipFile(const ClipFile&) = delete;
  ClipFile& operator=(const ClipFile&) = delete;
  const fs::path& path() const { return file_; }

 private:
  fs::path file_;
  bool is_temporary_ = false;
};

std::vector<std::vector<uint8_t>> pictures(const project::Project& project, const project::ClipRow& row,
                                           const Captioner& captioner, const std::stop_token& stop) {
  media::ClipReader reader(project.absolute_path(row.source.path), {.threads = 1, .stop = stop});
  const media::PixelClaim claim(reader, stop);
  const auto frames = media::spread_frames(row.clip.in_frame, row.clip.out_frame, captioner.frames);
  media::View view;
  media::Size size{static_cast<int>(row.source.width), static_cast<int>(row.source.height)};
  if (row.clip.crop) {
    const catalog::Crop& crop = *row.clip.crop;
    size = {static_cast<int>(crop.width), static_cast<int>(crop.height)};
    view.crop = media::Rect{static_cast<int>(crop.x), static_cast<int>(crop.y), size.width, size.height};
  }
  const double factor =
      std::min(1.0, static_cast<double>(captioner.longest_side) / std::max(size.width, size.height));
  view.size = {std::max(1, static_cast<int>(size.width * factor)),
               std::max(1, static_cast<int>(size.height * factor))};
  media::Converter converter;
  std::vector<std::vector<uint8_t>> jpegs;
  for (const int64_t frame : frames) {
    if (stop.stop_requested()) throw Cancelled();
    jpegs.push_back(
        media::encode_image(converter.to_rgb(reader.read(frame), view), media::ImageFormat::jpeg));
  }
  return jpegs;
}

bool names_the_file(const std::string& word) {
  return word.find("{file}") != std::string::npos;
}

struct Answer {
  std::string text{};
  std::optional<Fault> fault{};
};

/// True if the captioner is at fault, not a clip's source.
bool is_captioners(const Fault& fault) {
  return fault.code == captioner_failed.code || fault.code == media::encode_failed.code ||
         !fault.code.starts_with("media.");
}

Answer ask(const project::Project& project, const project::ClipRow& row, const Captioner& captioner,
           ScratchFiles& files, const std::stop_token& stop) {
  const fs::path source = project.absolute_path(row.source.path);
  try {
    media::refuse_changed(source, row.source.hash, row.source.stamp(), stop);
    std::string text = captioner.url.empty()
                           ? caption_by_command(captioner, ClipFile(project, row, files, stop).path(), stop)
                           : caption_by_server(captioner, pictures(project, row, captioner, stop), stop);
    // A model may stop in the middle of a character.
    if (!dataset::normal_caption(text))
      throw Error(captioner_failed, {{"reason", "its answer is not UTF-8"}});
    return {.text = std::move(text)};
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception&) {
    return {.fault = media::fault_of(source)};
  }
}

}  // namespace

void check_captioner(const Captioner& captioner) {
  const auto refuse = [](const char* reason) { throw Error(bad_captioner, {{"reason", reason}}); };
  constexpr double longest_s = 7 * 24 * 3600;
  if (!(captioner.timeout_s > 0 && captioner.timeout_s <= longest_s))
    refuse("the time for one clip is not between 0 seconds and a week");
  if (captioner.url.empty() && std::ranges::none_of(split_command(captioner.command), names_the_file))
    refuse("the command is not told the file");
  if (captioner.frames < 1 || captioner.frames > 256) refuse("it can be sent 1 to 256 pictures of a clip");
  api_key(captioner);
}

std::string try_captioner(const project::Project& project, const Captioner& captioner, int64_t clip_id,
                          const std::stop_token& stop) {
  check_captioner(captioner);
  ScratchFiles files;
  const Answer answer = ask(project, project::read_clip(project, clip_id), captioner, files, stop);
  if (answer.fault) throw Error(*answer.fault);
  std::string text = *dataset::normal_caption(answer.text);
  if (text.empty()) throw Error(captioner_failed, {{"reason", "its answer is empty"}});
  return text;
}

CaptionerReport caption_clips(project::Project& project, const Captioner& captioner,
                              const CaptionerOptions& options) {
  check_captioner(captioner);  // before any clip
  std::vector<project::ClipRow> rows;
  CaptionerReport report;
  const auto take = [&](const project::ClipRow& row) {
    if (project::captioner_may_write(row.caption, options.may))
      rows.push_back(row);
    else
      ++report.kept;
  };
  options.clips.empty() ? project::visit_clips(project, options.filter, take)
                        : project::visit_clips(project, options.clips, take);
  const project::CaptionOrigin origin =
      captioner.url.empty() ? project::CaptionOrigin::command : project::CaptionOrigin::server;
  int64_t step = 0;
  int failures = 0;
  ScratchFiles files;
  project::WorkOptions work = options.work;
  work.threads = std::clamp(work.threads, 1, most_at_once);
  work_ahead<Answer>(
      rows.size(), FW_TEXT("progress", "captioning"), work,
      [&](size_t i, const std::stop_token& stop) { return ask(project, rows[i], captioner, files, stop); },
      [&](size_t i, const Answer& answer) {
        if (answer.fault) {
          report.faults.push_back(project::clip_fault(project, rows[i], *answer.fault));
          if (is_captioners(*answer.fault) && ++failures == most_failures) throw Error(*answer.fault);
          return;
        }
        failures = 0;
        const bool written =
            project::put_captioner_caption(project, rows[i].clip.id, answer.text, origin, options.may, step);
        ++(written ? report.written : report.kept);
      });
  return report;
}

}  // namespace fw::captioning
