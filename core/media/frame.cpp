// SPDX-License-Identifier: Apache-2.0
#include "media/frame.h"

#include <algorithm>
#include <cmath>

#include "media/libav.h"

namespace fw::media {

int Presentation::rotation_degrees() const {
  if (transpose) return flip_x ? 90 : 270;
  return flip_y ? 180 : 0;
}

Size Presentation::shown_size(Size coded) const {
  const auto width = static_cast<int>(std::lround(coded.width * sample_aspect.value()));
  const Size stretched{std::max(width, 1), coded.height};
  return transpose ? Size{stretched.height, stretched.width} : stretched;
}

VideoFrame::VideoFrame(std::shared_ptr<const AVFrame> frame, int64_t number, double time_s,
                       Presentation presentation, bool damaged)
    : frame_(std::move(frame)),
      number_(number),
      time_s_(time_s),
      presentation_(presentation),
      damaged_(damaged) {}

Size VideoFrame::coded_size() const {
  return {frame_->width, frame_->height};
}

int VideoFrame::bit_depth() const {
  return av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame_->format))->comp[0].depth;
}

std::string VideoFrame::pixel_format() const {
  return av_get_pix_fmt_name(static_cast<AVPixelFormat>(frame_->format));
}

std::vector<VideoFrame::Plane> VideoFrame::planes() const {
  const auto format = static_cast<AVPixelFormat>(frame_->format);
  const AVPixFmtDescriptor* description = av_pix_fmt_desc_get(format);
  std::vector<Plane> planes;
  for (int i = 0; i < av_pix_fmt_count_planes(format); ++i) {
    const bool chroma = (i == 1 || i == 2) && (description->flags & AV_PIX_FMT_FLAG_RGB) == 0;
    const int rows = chroma ? AV_CEIL_RSHIFT(frame_->height, description->log2_chroma_h) : frame_->height;
    planes.push_back(
        {frame_->data[i], frame_->linesize[i], av_image_get_linesize(format, frame_->width, i), rows});
  }
  return planes;
}

}  // namespace fw::media
