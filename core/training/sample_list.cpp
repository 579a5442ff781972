// SPDX-License-Identifier: Apache-2.0
#include "training/sample_list.h"

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
