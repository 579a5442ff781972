// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>

#include "ui/gallery/gallery_run.h"

/// Exports of clips. The extension sets the kind: .mp4, .gif, or none for a folder of PNG images. Files are
/// written atomically. Thread: any.
namespace fw::ui {

struct ExportWork {
  std::function<void(int done, int total)> onProgress;
  std::stop_token stop;
};

/// The user has chosen the target and allowed replacing it, but it is never a clip used as source. An MP4 is
/// copied unchanged, with its recipe inside; other kinds get a JSON file with it.
/// @throws fw::Error gallery.bad_export_name, media.*, base.write_failed, base.target_is_source;
/// fw::Cancelled
void exportClip(const std::filesystem::path& clip, const std::filesystem::path& target,
                const ExportWork& work);

struct ExportedSide {
  std::filesystem::path file;
  QString note;  ///< written above its picture
};
/// A and B side by side, each frame of B with the same frame of A, or A's last. Small clips are enlarged so
/// that the notes are readable. @throws as exportClip
void exportComparison(const ExportedSide& a, const ExportedSide& b, const std::filesystem::path& target,
                      const ExportWork& work);

/// The middle frame of every clip as one PNG image, with a row for each step and a column for each prompt. An
/// unreadable clip leaves its cell empty. @throws as exportClip
void exportSheet(const GalleryRun& run, const std::filesystem::path& target, const ExportWork& work);

}  // namespace fw::ui
