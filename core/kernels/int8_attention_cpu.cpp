// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "kernels/int8_attention_lanes.h"

namespace fw::kernels {

namespace {

/// One thread does the work of all 32 lanes for a row.
template <class T>
void quantise(const Int8Rows& rows, int64_t first, int64_t end) {
  const int64_t padded = int8_scales(rows.length);
  for (int64_t i = first; i < end; ++i) {
    const int64_t token = i / rows.heads % padded, head = i % rows.heads, batch = i / rows.heads / padded;
    const int64_t in_batch = batch * rows.heads + head;
    float& scale = rows.scales[in_batch * padded + token];
    scale = 0;
    if (token >= rows.length) continue;
    const T* const x = static_cast<const T*>(rows.x) + batch * rows.batch_stride + token * rows.token_stride +
                       head * rows.head_stride;
    int8_t* const codes = rows.codes + ((batch * rows.length + token) * rows.heads + head) * rows.width;
    const auto value = [&](int64_t at) {
      return load(x + at) - (rows.mean == nullptr ? 0.0f : rows.mean[in_batch * rows.width + at]);
    };
    float largest = least_magnitude;
    for (int64_t at = 0; at < rows.width; ++at) largest = std::fmax(largest, std::fabs(value(at)));
    for (int64_t at = 0; at < rows.width; ++at)
      codes[at] = static_cast<int8_t>(std::rint(value(at) * (int8_largest / largest)));
    scale = largest / int8_largest * rows.factor;
  }
}

/// State of a row of q over the keys so far.
struct Row {
  float most = -INFINITY, sum = 0;
  std::vector<float> out;
};

/// Adds up to 64 keys.
void add_keys(const Int8Attention& a, const int8_t* q, float q_scale, int64_t batch, int64_t head,
              int64_t key, Row& row) {
  const int64_t count = std::min<int64_t>(int8_keys, a.keys - key);
  const float* const scales = a.k_scales + (batch * a.heads + head) * int8_scales(a.keys) + key;
  float weight[int8_keys], largest = row.most;
  for (int64_t i = 0; i < count; ++i) {
    const int8_t* const k = a.k + ((batch * a.keys + key + i) * a.heads + head) * a.width;
    int32_t sum = 0;
    for (int64_t at = 0; at < a.width; ++at) sum += q[at] * k[at];
    weight[i] = static_cast<float>(sum) * scales[i];
    largest = std::fmax(largest, weight[i]);
  }
  const float less = -largest * q_scale, shrink = std::exp2(std::fma(row.most, q_scale, less));
  row.most = largest;
  row.sum *= shrink;
  std::vector<float> part(row.out.size());
  for (int64_t i = 0; i < count; ++i) {
    const float exact = std::exp2(std::fma(weight[i], q_scale, less));
    row.sum += exact;
    const float p = static_cast<float>(static_cast<Half>(exact));
    const Half* const v =
        static_cast<const Half*>(a.v) + ((batch * a.keys + key + i) * a.heads + head) * a.width;
    for (int64_t at = 0; at < a.width; ++at) part[at] += p * load(v + at);
  }
  for (int64_t at = 0; at < a.width; ++at) row.out[at] = std::fma(row.out[at], shrink, part[at]);
}

template <class T>
void store_row(const Int8Attention& a, int64_t i, const float* scales, const Row& row) {
  T* const to = static_cast<T*>(a.out) + i * a.width;
  for (int64_t at = 0; at < a.width; ++at) store(to + at, row.out[at] / row.sum * scales[at]);
}

}  // namespace

void run_cpu(const Int8Rows& rows, int64_t first, int64_t end) {
  if (rows.element == Element::bfloat16)
    quantise<Bf16>(rows, first, end);
  else if (rows.element == Element::float16)
    quantise<Half>(rows, first, end);
  else
    quantise<float>(rows, first, end);
}

void run_cpu(const Int8Attention& a, int64_t first, int64_t end) {
  for (int64_t i = first; i < end; ++i) {
    const int64_t head = i % a.heads, query = i / a.heads % a.queries, batch = i / a.heads / a.queries;
    const int64_t in_batch = batch * a.heads + head;
    const float q_scale = a.q_scales[in_batch * int8_scales(a.queries) + query];
    Row row{.out = std::vector<float>(a.width)};
    for (int64_t key = 0; key < a.keys; key += int8_keys)
      add_keys(a, a.q + i * a.width, q_scale, batch, head, key, row);
    const float* const scales = a.v_scales + in_batch * a.width;
    if (a.element == Element::bfloat16)
      store_row<Bf16>(a, i, scales, row);
    else if (a.element == Element::float16)
      store_row<Half>(a, i, scales, row);
    else
      store_row<float>(a, i, scales, row);
  }
}

}  // namespace fw::kernels
