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

/// Captions by a program or a local server; a person's are never overwritten.
namespace fw::captioning {

/// Who writes the captions: a command, or a server when `url` is not empty.
struct Captioner {
  /// Words with quotes as in a shell, but run without one; {file} stands for the clip's file. What it prints
  /// is the caption.
  std::string command{};
  /// An OpenAI-compatible server, "http://localhost:8000/v1": frames are sent as pictures.
  std::string url{};
  std::string model{};  ///< name that the server knows
  /// Of the environment variable that holds the server's key; empty: none is sent. The key itself is never
  /// stored and stands in no message.
  std::string api_key_variable{};
  std::string prompt = "Describe this video in one detailed paragraph.";
  int frames = 8;          ///< evenly spread over the clip
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
  std::vector<int64_t> clips{};  ///< these, in place of those that pass the filter; empty: by the filter
  project::CaptionerMay may = project::CaptionerMay::fill_empty;
  /// `threads` captions at once; 0: one, since a captioner usually has the device to itself.
  project::WorkOptions work{};
};

struct CaptionerReport {
  int64_t written = 0;  ///< or proposed
  int64_t kept = 0;     ///< captions it may not write, and empty answers
  std::vector<interchange::RowFault> faults{};
};
void describe(auto& fields, CaptionerReport& report) {
  fields("written", report.written);
  fields("kept", report.kept);
  fields("faults", report.faults);
}

/// Captions the clips that are asked for and whose caption the captioner may write. Each caption is
/// committed when it is there; all together are one step of the undo history. When the captioner fails on ten
/// clips one after the other, it ends: it is not there. Clips whose source is missing, damaged or changed are
/// not counted.
/// @throws fw::Error captioning.bad_captioner, and the last clip's fault when it ends so; fw::Cancelled
/// within half a second of the request, what was written stays. Thread: as Project; starts its own.
CaptionerReport caption_clips(project::Project& project, const Captioner& captioner,
                              const CaptionerOptions& options);

/// What the captioner says of one clip; nothing is written. @throws fw::Error captioning.bad_captioner,
/// captioning.captioner_failed, also when it says nothing, and of a source that cannot be read;
/// fw::Cancelled. Thread: as Project.
std::string try_captioner(const project::Project& project, const Captioner& captioner, int64_t clip_id,
                          const std::stop_token& stop);

/// What is wrong with a captioner before it is asked. @throws fw::Error captioning.bad_captioner
void check_captioner(const Captioner& captioner);

/// One clip's caption by a command: what it has printed when its process ends. @throws fw::Error
/// captioning.captioner_failed; fw::Cancelled. Thread: any.
std::string caption_by_command(const Captioner& captioner, const std::filesystem::path& clip,
                               const std::stop_token& stop);
/// The server's key out of the environment; empty when none is wanted. @throws fw::Error
/// captioning.bad_captioner when the variable is not set or holds what no header can
std::string api_key(const Captioner& captioner);
/// One clip's caption by a server. @param jpegs  pictures, in order
/// @throws fw::Error captioning.captioner_failed; fw::Cancelled. Thread: any.
std::string caption_by_server(const Captioner& captioner, const std::vector<std::vector<uint8_t>>& jpegs,
                              const std::stop_token& stop);

/// The caption in a server's answer, a chat completion of the OpenAI API.
/// @throws fw::Error captioning.captioner_failed when it holds none. Thread: any.
std::string caption_of_answer(const std::string& answer);

/// Splits a command line into words; quotes and backslashes as a shell has them, nothing else is special.
/// @throws fw::Error captioning.bad_captioner when a quote is left open or there is no word
std::vector<std::string> split_command(const std::string& command);

}  // namespace fw::captioning
