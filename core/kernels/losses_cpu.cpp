// SPDX-License-Identifier: Apache-2.0
#include "kernels/loss_arithmetic.h"

namespace fw::kernels {

namespace {

/// Sums the lanes. @param lanes  [loss_lanes], overwritten
template <class W>
W fold(W* lanes) {
  for (int64_t half = loss_lanes / 2; half > 0; half /= 2)
    for (int64_t lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
  return lanes[0];
}

/// Sums what the errors of one piece count.
template <class T>
typename Wide<T>::Type sum_piece(const LossForward& f, int64_t sample, const LossRange& range) {
  using W = typename Wide<T>::Type;
  const W x_scale = scale_or_one<W>(f.x_scale, sample), first_scale = scale_or_one<W>(f.first_scale, sample);
  W lanes[loss_lanes] = {};
  for (int64_t row = range.begin; row < range.end; row += loss_lanes) {
    const int64_t count = range.end - row < loss_lanes ? range.end - row : loss_lanes;
    const int64_t at = sample * f.size + row;
    const T* const x = static_cast<const T*>(f.x) + at;
    const W *const first = static_cast<const W*>(f.first) + at, *const second =
                                                                    static_cast<const W*>(f.second) + at;
    W error[loss_lanes];
    for (int64_t i = 0; i < count; ++i)
      error[i] = error_of(W(load(x + i)), x_scale, first[i], first_scale, second[i]);
    if (f.form == LossForm::squared)
      for (int64_t i = 0; i < count; ++i) lanes[i] += error[i] * error[i];
    else
      for (int64_t i = 0; i < count; ++i) lanes[i] += counted(error[i], f.form, W(f.c));
    if (f.error == nullptr) continue;
    W* const kept = static_cast<W*>(f.error) + at;
    for (int64_t i = 0; i < count; ++i) kept[i] = error[i];
  }
  return fold(lanes);
}

template <class T>
void forward_of(const LossForward& f, int64_t first, int64_t end) {
  const int64_t pieces = loss_pieces(f.size);
  for (int64_t piece = first; piece < end; ++piece)
    static_cast<typename Wide<T>::Type*>(f.sums)[piece] =
        sum_piece<T>(f, piece / pieces, loss_range(piece % pieces, f.size));
}

template <class T>
void finish_of(const LossForward& f) {
  using W = typename Wide<T>::Type;
  const int64_t pieces = loss_pieces(f.size);
  for (int64_t sample = 0; sample < f.samples; ++sample) {
    const W* const sums = static_cast<const W*>(f.sums) + sample * pieces;
    double lanes[loss_lanes] = {};
    for (int64_t piece = 0; piece < pieces; ++piece) lanes[piece % loss_lanes] += sums[piece];
    static_cast<W*>(f.loss)[sample] = weighted_mean<W>(fold(lanes), f, sample);
  }
}

template <class T>
void backward_of(const LossBackward& b, int64_t first, int64_t end) {
  using W = typename Wide<T>::Type;
  const int64_t pieces = loss_pieces(b.size);
  for (int64_t piece = first; piece < end; ++piece) {
    const int64_t sample = piece / pieces;
    const LossRange range = loss_range(piece % pieces, b.size);
    const W slope = slope_of<W>(b, sample);
    const W* const error = static_cast<const W*>(b.error) + sample * b.size;
    T* const dx = static_cast<T*>(b.dx) + sample * b.size;
    if (b.form == LossForm::squared)
      for (int64_t i = range.begin; i < range.end; ++i) store(dx + i, error[i] * slope);
    else
      for (int64_t i = range.begin; i < range.end; ++i)
        store(dx + i, half_slope(error[i], b.form, W(b.c)) * slope);
  }
}

/// Calls run(an element).
template <class Run>
void by_element(const LossSamples& all, Run run) {
  if (all.element == Element::float32) run(float());
  if (all.element == Element::bfloat16) run(Bf16());
  if (all.element == Element::float16) run(Half());
  if (all.element == Element::float64) run(double());
}

}  // namespace

void run_cpu(const LossForward& loss, int64_t first, int64_t end) {
  by_element(loss, [&](auto element) { forward_of<decltype(element)>(loss, first, end); });
}
void run_cpu(const LossBackward& loss, int64_t first, int64_t end) {
  by_element(loss, [&](auto element) { backward_of<decltype(element)>(loss, first, end); });
}
void finish_cpu(const LossForward& loss) {
  by_element(loss, [&](auto element) { finish_of<decltype(element)>(loss); });
}

}  // namespace fw::kernels
