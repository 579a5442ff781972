// SPDX-License-Identifier: Apache-2.0
#include "training/sample_list.h"

#include <algorithm>

namespace fw::training {

SampleList::SampleList(const dataset::DatasetManifest& samples) {
  ends_.reserve(samples.size() * fields);
  fps_.reserve(samples.size());
  for (const dataset::DatasetSample& sample : samples) {
    for (const std::string* field :
         {&sample.id, &sample.keys.latents, &sample.keys.text, &sample.keys.image, &sample.keys.empty_text}) {
      text_ += *field;
      ends_.push_back(text_.size());
    }
    fps_.push_back(static_cast<float>(sample.fps));
  }
  text_.shrink_to_fit();
  const auto any = [&](auto&& is_so) { return std::ranges::any_of(samples, is_so); };
  if (any([](const auto& sample) { return !sample.keys.more_texts.empty(); })) {
    for (const dataset::DatasetSample& sample : samples) {
      more_texts_.insert(more_texts_.end(), sample.keys.more_texts.begin(), sample.keys.more_texts.end());
      more_of_.push_back(more_texts_.size());
    }
  }
  if (any([](const auto& sample) { return sample.loss_weight != 1; }))
    for (const dataset::DatasetSample& sample : samples) loss_weights_.push_back(sample.loss_weight);
  if (any([](const auto& sample) { return sample.caption_dropout.has_value(); }))
    for (const dataset::DatasetSample& sample : samples)
      dropouts_.push_back(sample.caption_dropout.value_or(-1));
}

std::string_view SampleList::text(size_t index, size_t number) const {
  return number == 0 ? field(index * fields + 2)
                     : std::string_view(more_texts_[more_begin(index) + number - 1]);
}

std::optional<double> SampleList::caption_dropout(size_t index) const {
  if (dropouts_.empty() || dropouts_[index] < 0) return std::nullopt;
  return dropouts_[index];
}

std::string_view SampleList::field(size_t number) const {
  const size_t begin = number == 0 ? 0 : ends_[number - 1];
  return std::string_view(text_).substr(begin, ends_[number] - begin);
}

SampleList::Sample SampleList::operator[](size_t index) const {
  const size_t first = index * fields;
  return {field(first), field(first + 1), field(first + 2), field(first + 3), field(first + 4), fps_[index]};
}

}  // namespace fw::training
