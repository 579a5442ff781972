// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "interchange/import_list.h"
#include "project/captions.h"
#include "project/clip_filter.h"
#include "project/project.h"
#include "project/work.h"

/// Captions by a program or a local server; never overwrites a person's captions.
namespace fw::captioning {

/// The captioner: a command, or a server if `url` is not empty.
struct Captioner {
  /// Words with shell quoting, but run without a shell; {file} is replaced by the clip's file. Its output is
  /// the caption.
  std::string command{};
  /// An OpenAI-compatible server, "http://localhost:8000/v1": frames are sent as images.
  std::string url{};
  std::string model{};  ///< name on the server
  /// Name of the environment variable with the server's key; empty: no key. The key itself is never stored or
  /// shown in messages.
  std::string api_key_variable{};
  std::string prompt = "Describe this video in one detailed paragraph.";
  int frames = 8;          ///< evenly spaced over the clip
  int longest_side = 512;  ///< of the pictures sent
  double timeout_s = 300;  ///< for one clip
  bool operator==(const Captioner&) const = default;
};
void describe(auto& fields, Captioner& captioner) {
  fields("command", captioner.command);
  fields("url", captioner.url);
  fields("model", captioner.model);
  fields("api_key_variable", captioner.api_key_variable);
  fields("prompt", captioner.prompt);
  fields("frames", captioner.frames);
  fields("timeout_s", captioner.timeout_s);
}

struct CaptionerOptions {
  project::ClipFilter filter{};
  std::vector<int64_t> clips{};  ///< if not empty: these, instead of those that match the filter
  project::CaptionerMay may = project::CaptionerMay::fill_empty;
  /// `threads` captions at once; 0: one, since a captioner usually occupies the device.
  project::WorkOptions work{};
};

struct CaptionerReport {
  int64_t written = 0;  ///< or proposed
  int64_t kept = 0;     ///< captions that it may not write, and empty answers
  std::vector<interchange::RowFault> faults{};
};
void describe(auto& fields, CaptionerReport& report) {
  fields("written", report.written);
  fields("kept", report.kept);
  fields("faults", report.faults);
}

/// Captions the requested clips whose captions the captioner may write. Each caption is committed
/// immediately; all together are one undo step. Stops if the captioner fails on ten consecutive clips, which
/// means that it is not available. Clips whose source is missing, damaged or changed do not count for that.
/// @throws fw::Error captioning.bad_captioner, and the last clip's fault if it stops that way; fw::Cancelled
///   within half a second of the request, keeping what was written. Thread: as Project; starts its own.
CaptionerReport caption_clips(project::Project& project, const Captioner& captioner,
                              const CaptionerOptions& options);

/// Returns the captioner's answer for one clip; writes nothing. @throws fw::Error captioning.bad_captioner,
/// captioning.captioner_failed, also for an empty answer, and errors of an unreadable source; fw::Cancelled.
/// Thread: as Project.
std::string try_captioner(const project::Project& project, const Captioner& captioner, int64_t clip_id,
                          const std::stop_token& stop);

/// Checks a captioner before it is used. @throws fw::Error captioning.bad_captioner
void check_captioner(const Captioner& captioner);

/// Captions one clip by a command: its output when its process ends. @throws fw::Error
/// captioning.captioner_failed; fw::Cancelled. Thread: any.
std::string caption_by_command(const Captioner& captioner, const std::filesystem::path& clip,
                               const std::stop_token& stop);
/// The server's key from the environment; empty if none is configured. @throws fw::Error
/// captioning.bad_captioner if the variable is not set or its value is not valid in a header
std::string api_key(const Captioner& captioner);
/// Captions one clip by a server. @param jpegs  pictures, in order
/// @throws fw::Error captioning.captioner_failed; fw::Cancelled. Thread: any.
std::string caption_by_server(const Captioner& captioner, const std::vector<std::vector<uint8_t>>& jpegs,
                              const std::stop_token& stop);

/// Extracts the caption from a server's answer, a chat completion of the OpenAI API.
/// @throws fw::Error captioning.captioner_failed if there is none. Thread: any.
std::string caption_of_answer(const std::string& answer);

/// Splits a command line into words; quotes and backslashes work as in a shell, nothing else is special.
/// @throws fw::Error captioning.bad_captioner for an open quote or if there are no words
std::vector<std::string> split_command(const std::string& command);

}  // namespace fw::captioning
