// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/atomic_file.h"
#include "media/frame.h"

namespace fw::media {

enum class ImageFormat { png, jpeg, webp /* lossless */ };

/// By the file name's extension: .png, .jpg, .jpeg, .webp in any case.
/// @throws fw::Error media.bad_output for another one
ImageFormat image_format_of(const std::filesystem::path& file);

/// The first frame of a picture or video, upright and with square pixels.
/// @throws fw::Error of any kind that opening has (errors.h). Thread: any.
RgbImage read_image(const std::filesystem::path& file);

/// A picture file's bytes.
/// @param jpeg_quality  1..100, as the usual scale goes; of JPEG only. JPEG keeps colour at full resolution.
/// @throws fw::Error media.bad_output when the size is not possible. Thread: any.
std::vector<uint8_t> encode_image(const RgbImage& image, ImageFormat format, int jpeg_quality = 92);
/// Written whole or not at all. @throws fw::Error media.bad_output, base.write_failed, base.file_exists
void write_image(const std::filesystem::path& file, const RgbImage& image,
                 Existing existing = Existing::refuse);

/// The frame upright, with square pixels, in its own size; a PNG keeps more than 8 bits as 16.
/// @throws as write_image
void write_frame(const std::filesystem::path& file, const VideoFrame& frame,
                 Existing existing = Existing::refuse);

}  // namespace fw::media
