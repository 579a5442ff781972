// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/compare.h"
#include "kernels/activations.h"
#include "kernels/int8_attention.h"
#include "kernels/loss_arithmetic.h"
#include "kernels/losses.h"

namespace fw::kernels {

namespace {

struct Matrix {
  int64_t rows, width, stride;
  Base base = Base::aligned;
};

/// Bit for bit; float64 up to a rounding, since compilers differ in exp().
template <class T>
void compare_results(Comparison& comparison, const Array<T>& got, const Array<T>& wanted,
                     const std::string& what) {
  if (std::is_same_v<T, double>)
    comparison.close(got, wanted, 1e-15, what);
  else
    comparison.same(got, wanted, what);
}

template <class T>
void compare_activation(Comparison& comparison, Activation activation, const Matrix& m, bool has_value) {
  const std::string name = text("activation", int(activation), int(element_of<T>()), m.rows, m.width,
                                m.stride, int(m.base), has_value);
  const auto input = [&] { return Array<T>(m.rows * m.stride, Fill::random, m.base); };
  const auto result = [&] { return Array<T>(m.rows * m.width, Fill::nothing, m.base); };
  const Array<T> x = input(), value = input(), dy = input();
  const Array<T> y[2]{result(), result()}, dx[2]{result(), result()}, dvalue[2]{result(), result()};
  for (const int on_cpu : {0, 1}) {
    ActivationForward f;
    ActivationBackward b;
    for (ActivationRows* const all : {static_cast<ActivationRows*>(&f), static_cast<ActivationRows*>(&b)}) {
      all->rows = m.rows;
      all->width = m.width;
      all->activation = activation;
      all->element = element_of<T>();
      all->x = {x.data(), m.stride};
      if (has_value) all->value = {value.data(), m.stride};
    }
    f.y = {y[on_cpu].data(), m.width};
    b.dy = {dy.data(), m.stride};
    b.dx = {dx[on_cpu].data(), m.width};
    if (has_value) b.dvalue = {dvalue[on_cpu].data(), m.width};
    if (on_cpu == 1) {
      run_cpu(f, 0, m.rows);
      run_cpu(b, 0, m.rows);
    } else {
      comparison.starts(run_cuda(f, nullptr), name);
      comparison.starts(run_cuda(b, nullptr), name + " backward");
    }
  }
  compare_results(comparison, y[0], y[1], name + " y");
  compare_results(comparison, dx[0], dx[1], name + " dx");
  if (has_value) compare_results(comparison, dvalue[0], dvalue[1], name + " dvalue");

  if (m.stride != m.width) return;
  ActivationForward in_place;
  in_place.rows = m.rows;
  in_place.width = m.width;
  in_place.activation = activation;
  in_place.element = element_of<T>();
  in_place.x = {x.data(), m.width};
  if (has_value) in_place.value = {value.data(), m.width};
  in_place.y = {x.data(), m.width};
  comparison.starts(run_cuda(in_place, nullptr), name + " in place");
  comparison.same(x, y[0], name + " in place");
}

template <class T>
void compare_activations_of(Comparison& comparison) {
  for (const Activation activation : {Activation::gelu_tanh, Activation::quick_gelu, Activation::silu})
    for (const bool has_value : {false, true})
      for (const Matrix& m :
           {Matrix{5, 600, 600}, {7, 33, 66}, {3, 257, 260, Base::shifted}, {1, 1, 1}, {0, 8, 8}})
        compare_activation<T>(comparison, activation, m, has_value);
}

/// The optional arrays.
struct Given {
  bool scales, error;
  LossForm form = LossForm::squared;
};

template <class T>
void compare_loss(Comparison& comparison, int64_t samples, int64_t size, const Given& given) {
  using W = typename Wide<T>::Type;
  const std::string name =
      text("loss", int(element_of<T>()), samples, size, given.scales, given.error, int(given.form));
  const Array<T> x(samples * size);
  const Array<W> first(samples * size), second(samples * size), x_scale(samples), first_scale(samples),
      weight(samples), dloss(samples);
  const auto wide = [](int64_t count) { return Array<W>(count, Fill::nothing); };
  const auto result = [&] { return Array<T>(samples * size, Fill::nothing); };
  const int64_t pieces = samples * loss_pieces(size);
  const Array<W> error[2]{wide(samples * size), wide(samples * size)}, sums[2]{wide(pieces), wide(pieces)},
      loss[2]{wide(samples), wide(samples)};
  const Array<T> dx[2]{result(), result()};
  for (const int on_cpu : {1, 0}) {
    LossForward f;
    LossBackward b;
    for (LossSamples* const all : {static_cast<LossSamples*>(&f), static_cast<LossSamples*>(&b)}) {
      all->samples = samples;
      all->size = size;
      all->element = element_of<T>();
      all->form = given.form;
      all->c = 0.3;
      if (given.scales) all->x_scale = x_scale.data();
      if (given.scales) all->weight = weight.data();
    }
    f.x = x.data();
    f.first = first.data();
    f.second = second.data();
    if (given.scales) f.first_scale = first_scale.data();
    if (given.error) f.error = error[on_cpu].data();
    f.sums = sums[on_cpu].data();
    f.loss = loss[on_cpu].data();
    b.error = given.error ? error[1].data() : first.data();
    b.dloss = dloss.data();
    b.dx = dx[on_cpu].data();
    if (on_cpu == 1) {
      run_cpu(f, 0, pieces);
      finish_cpu(f);
      run_cpu(b, 0, pieces);
    } else {
      comparison.starts(run_cuda(f, nullptr), name);
      comparison.starts(run_cuda(b, nullptr), name + " backward");
    }
  }
  comparison.same(loss[0], loss[1], name);
  comparison.same(error[0], error[1], name + " error");
  comparison.same(dx[0], dx[1], name + " dx");
}

template <class T>
void compare_losses_of(Comparison& comparison) {
  for (const Given given : {Given{true, true},
                            {false, true},
                            {true, false},
                            {true, true, LossForm::huber},
                            {false, true, LossForm::smooth_l1},
                            {true, true, LossForm::absolute}})
    for (const auto& [samples, size] :
         {std::pair<int64_t, int64_t>{1, 1}, {2, 300}, {3, 4096}, {2, 10001}, {0, 5}})
      compare_loss<T>(comparison, samples, size, given);
  compare_loss<T>(comparison, 1, 4096 * 300 + 7, {true, true});  // more pieces than a block has threads
}

template <class T>
void compare_int8_rows_of(Comparison& comparison, int64_t width, bool has_mean, Base base) {
  const int64_t batch = 2, length = 70, heads = 3, stride = heads * width + 5, padded = int8_scales(length);
  const std::string name = text("int8 rows", int(element_of<T>()), width, has_mean, int(base));
  const Array<T> x(batch * length * stride, Fill::random, base);
  for (int64_t i = 0; i < width; ++i) x[stride + i] = T{};  // a row of zeros
  const Array<float> mean(batch * heads * width);
  const auto codes_of = [&] { return Array<int8_t>(batch * length * heads * width, Fill::nothing, base); };
  const auto scales_of = [&] { return Array<float>(batch * heads * padded, Fill::nothing); };
  const Array<int8_t> codes[2]{codes_of(), codes_of()};
  const Array<float> scales[2]{scales_of(), scales_of()};
  for (const int on_cpu : {0, 1}) {
    Int8Rows rows;
    rows.batch = batch;
    rows.length = length;
    rows.heads = heads;
    rows.width = width;
    rows.batch_stride = length * stride;
    rows.token_stride = stride;
    rows.head_stride = width;
    rows.element = element_of<T>();
    rows.x = x.data();
    if (has_mean) rows.mean = mean.data();
    rows.factor = 0.3f;
    rows.codes = codes[on_cpu].data();
    rows.scales = scales[on_cpu].data();
    if (on_cpu == 1)
      run_cpu(rows, 0, batch * heads * padded);
    else
      comparison.starts(run_cuda(rows, nullptr), name);
  }
  comparison.same(codes[0], codes[1], name + " codes");
  comparison.same(scales[0], scales[1], name + " scales");
}

}  // namespace

void compare_activations(Comparison& comparison) {
  compare_activations_of<float>(comparison);
  compare_activations_of<Bf16>(comparison);
  compare_activations_of<Half>(comparison);
  compare_activations_of<double>(comparison);
  // A row for each block of the grid's second dimension, and some more.
  compare_activation<Bf16>(comparison, Activation::silu, {65540, 3, 4}, true);
}

void compare_losses(Comparison& comparison) {
  compare_losses_of<float>(comparison);
  compare_losses_of<Bf16>(comparison);
  compare_losses_of<Half>(comparison);
  compare_losses_of<double>(comparison);
}

void compare_int8_rows(Comparison& comparison) {
  for (const int64_t width : {64, 128})
    for (const bool has_mean : {false, true})
      for (const Base base : {Base::aligned, Base::shifted}) {
        compare_int8_rows_of<float>(comparison, width, has_mean, base);
        compare_int8_rows_of<Bf16>(comparison, width, has_mean, base);
        compare_int8_rows_of<Half>(comparison, width, has_mean, base);
      }
}

}  // namespace fw::kernels
