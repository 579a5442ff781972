// SPDX-License-Identifier: Apache-2.0
//
// The CPU kernels of norms.h, compiled once per instruction set (norms_avx2.cpp, norms_cpu.cpp), each in its
// own namespace, FW_INSTRUCTIONS. Loops are written so that the compiler vectorises them by eight elements.
#include <type_traits>

#include "kernels/norm_arithmetic.h"
#include "kernels/norm_table.h"

namespace fw::kernels::FW_INSTRUCTIONS {

namespace {

/// Instead of std::vector, whose functions would be shared with files compiled for other processors.
template <class W>
class Scratch {
 public:
  explicit Scratch(int64_t count) : memory_(new W[static_cast<size_t>(count)]) {}
  ~Scratch() { delete[] memory_; }
  Scratch(const Scratch&) = delete;
  W* get() const { return memory_; }

 private:
  W* const memory_;
};

constexpr int lanes = 32;

/// Sums in `lanes` partial sums that are added pairwise. @param take  maps an index to its summand
template <class W, class Take>
inline W sum_row(int64_t width, Take take) {
  W part[lanes] = {};
  int64_t i = 0;
  for (; i + lanes <= width; i += lanes)
    for (int l = 0; l < lanes; ++l) part[l] += take(i + l);
  for (int l = 0; i < width; ++i, ++l) part[l] += take(i);
  for (int half = lanes / 2; half > 0; half /= 2)
    for (int l = 0; l < half; ++l) part[l] += part[l + half];
  return part[0];
}

template <class W>
inline Statistics<W> statistics_of(const W* values, int64_t width, Norm norm, double epsilon) {
  W mean = 0;
  if (norm == Norm::layer)
    mean = sum_row<W>(width, [&](int64_t i) { return values[i]; }) / static_cast<W>(width);
  const W squares = sum_row<W>(width, [&](int64_t i) {
    const W deviation = values[i] - mean;
    return deviation * deviation;
  });
  return {mean, inverse_deviation(squares, width, epsilon)};
}

template <class T>
class NormWorker {
  using W = typename Wide<T>::Type;

 public:
  explicit NormWorker(const NormRows& norm) : norm_(norm), memory_(5 * norm.width), factor_(memory_.get()) {}

  void forward(const NormForward& f, int64_t first, int64_t end) {
    W *const offset = at(1), *const gate = at(2), *const values = at(3);
    for (int64_t row = first; row < end; ++row) {
      if (is_new_part(row, first)) {
        load_affine(f, offset);
        load_gate(f.gate, gate);
      }
      const T* const x = at_row<T>(f.x, row);
      if (f.change != nullptr) {
        const T* const change = at_row<T>(f.change, row);
        T* const sum = at_row<T>(f.sum, row);
        W size = 1;
        if (norm_.branch == Branch::normed) {
          for (int64_t i = 0; i < norm_.width; ++i) values[i] = load(change + i);
          size = statistics_of(values, norm_.width, Norm::rms, norm_.epsilon).rstd;
          static_cast<W*>(f.branch_rstd)[row] = size;
        }
        for (int64_t i = 0; i < norm_.width; ++i) {
          const W product = load(change + i) * size * gate[i];
          store(sum + i, load(x + i) + product);
        }
        for (int64_t i = 0; i < norm_.width; ++i) values[i] = load(sum + i);
      } else {
        for (int64_t i = 0; i < norm_.width; ++i) values[i] = load(x + i);
      }
      if (norm_.norm == Norm::none) continue;
      const auto [mean, rstd] = statistics_of(values, norm_.width, norm_.norm, norm_.epsilon);
      W* const kept = static_cast<W*>(f.statistics) + 2 * row;
      kept[0] = mean;
      kept[1] = rstd;
      T* const y = at_row<T>(f.y, row);
      for (int64_t i = 0; i < norm_.width; ++i) {
        const W normed = (values[i] - mean) * rstd;
        const W product = normed * factor_[i];
        store(y + i, product + offset[i]);
      }
    }
  }

  void backward(const NormBackward& b, int64_t first, int64_t end) {
    W *const gate = at(1), *const g = at(2), *const normed = at(3), *const dx = at(4);
    for (int64_t row = first; row < end; ++row) {
      if (is_new_part(row, first)) {
        for (int64_t i = 0; i < norm_.width; ++i)
          factor_[i] = affine_at<T, W>(static_cast<W>(norm_.unit), static_cast<const T*>(b.weight), nullptr,
                                       channels(b.scale), nullptr, i)
                           .factor;
        load_gate(b.gate, gate);
      }
      const T* const dsum = at_row<T>(b.dsum, row);
      if (norm_.norm != Norm::none) {
        const T *const dy = at_row<T>(b.dy, row), *const sum = at_row<T>(b.sum, row);
        const W* const kept = static_cast<const W*>(b.statistics) + 2 * row;
        const W mean = kept[0], rstd = kept[1];
        for (int64_t i = 0; i < norm_.width; ++i) {
          g[i] = load(dy + i) * factor_[i];
          normed[i] = (load(sum + i) - mean) * rstd;
        }
        norm_gradients(norm_.norm, g, normed, rstd, dx);
        T* const to = at_row<T>(b.dx, row);
        if (dsum != nullptr)
          for (int64_t i = 0; i < norm_.width; ++i) store(to + i, dx[i] + load(dsum + i));
        else
          for (int64_t i = 0; i < norm_.width; ++i) store(to + i, dx[i]);
      }
      if (b.dchange == nullptr) continue;
      const T* const whole = norm_.norm == Norm::none ? dsum : at_row<T>(b.dx, row);
      T* const dchange = at_row<T>(b.dchange, row);
      if (norm_.branch == Branch::normed) {
        const T* const change = at_row<T>(b.change, row);
        const W size = static_cast<const W*>(b.branch_rstd)[row];
        for (int64_t i = 0; i < norm_.width; ++i) {
          g[i] = load(whole + i) * gate[i];
          normed[i] = load(change + i) * size;
        }
        norm_gradients(Norm::rms, g, normed, size, dx);
        for (int64_t i = 0; i < norm_.width; ++i) store(dchange + i, dx[i]);
      } else {
        for (int64_t i = 0; i < norm_.width; ++i) store(dchange + i, load(whole + i) * gate[i]);
      }
    }
  }

  /// Computes the gradients of the input of the norm.
  void norm_gradients(Norm norm, const W* g, const W* normed, W rstd, W* dx) const {
    const W mean_g = norm == Norm::layer ? sum_row<W>(norm_.width, [&](int64_t i) { return g[i]; }) /
                                               static_cast<W>(norm_.width)
                                         : W(0);
    const W mean_product =
        sum_row<W>(norm_.width, [&](int64_t i) { return g[i] * normed[i]; }) / static_cast<W>(norm_.width);
    for (int64_t i = 0; i < norm_.width; ++i)
      dx[i] = norm_gradient(g[i], normed[i], rstd, mean_g, mean_product);
  }

 private:
  W* at(int64_t number) { return factor_ + number * norm_.width; }
  template <class E, class Array>
  auto at_row(Array* array, int64_t row) const {
    using Element = std::conditional_t<std::is_const_v<Array>, const E, E>;
    return array == nullptr ? nullptr : static_cast<Element*>(array) + row * norm_.width;
  }
  const T* channels(const Channels& of) const {
    return of.data == nullptr ? nullptr : channels_of<T>(of, sample_, part_);
  }

  bool is_new_part(int64_t row, int64_t first) {
    const int64_t sample = row / norm_.tokens, part = part_of(norm_, row);
    const bool changed = row == first || sample != sample_ || part != part_;
    sample_ = sample;
    part_ = part;
    return changed;
  }
  void load_affine(const NormForward& f, W* offset) {
    for (int64_t i = 0; i < norm_.width; ++i) {
      const Affine<W> affine =
          affine_at<T, W>(static_cast<W>(norm_.unit), static_cast<const T*>(f.weight),
                          static_cast<const T*>(f.bias), channels(f.scale), channels(f.shift), i);
      factor_[i] = affine.factor;
      offset[i] = affine.offset;
    }
  }
  void load_gate(const Channels& of, W* gate) const {
    for (int64_t i = 0; i < norm_.width; ++i) gate[i] = gate_at<T, W>(channels(of), norm_.branch, i);
  }

  const NormRows norm_;
  const Scratch<W> memory_;
  W* const factor_;
  int64_t sample_ = -1, part_ = -1;
};

/// Adds up the rows sequentially in float64.
template <class T>
void add_columns(const NormSums& b, int64_t piece) {
  using W = typename Wide<T>::Type;
  const int64_t pieces = (b.width + b.columns - 1) / b.columns;
  const int64_t column = piece % pieces * b.columns, part = piece / pieces % b.parts_of_sample,
                sample = piece / pieces / b.parts_of_sample;
  const int64_t count = b.width - column < b.columns ? b.width - column : b.columns;
  const Range rows = rows_of_part(b, sample, part);
  double sums[3][NormSums::columns] = {};
  for (int64_t row = rows.begin; row < rows.end; ++row) {
    const int64_t start = row * b.width + column;
    if (b.of_dy != nullptr) {
      const T *const dy = static_cast<const T*>(b.dy) + start, *const x =
                                                                   static_cast<const T*>(b.sum) + start;
      const W *const kept = static_cast<const W*>(b.statistics) + 2 * row, mean = kept[0], rstd = kept[1];
      for (int64_t i = 0; i < count; ++i) {
        const W normed = (load(x + i) - mean) * rstd, gradient = load(dy + i);
        sums[0][i] += gradient;
        sums[1][i] += gradient * normed;
      }
    }
    if (b.of_change != nullptr) {
      const T* const dx = static_cast<const T*>(b.norm == Norm::none ? b.dsum : b.dx) + start;
      const T* const change = static_cast<const T*>(b.change) + start;
      const W size = b.branch == Branch::normed ? static_cast<const W*>(b.branch_rstd)[row] : W(1);
      for (int64_t i = 0; i < count; ++i) sums[2][i] += load(dx + i) * (load(change + i) * size);
    }
  }
  if (b.of_change != nullptr) {
    const T* const gate = b.gate.data == nullptr ? nullptr : channels_of<T>(b.gate, sample, part) + column;
    for (int64_t i = 0; i < count; ++i) sums[2][i] *= gate_slope_at<T, W>(gate, b.branch, i);
  }
  double* const results[3] = {b.of_dy, b.of_normed, b.of_change};
  for (int k = 0; k < 3; ++k) {
    if (results[k] == nullptr) continue;
    double* const result = results[k] + (sample * b.parts_of_sample + part) * b.width + column;
    for (int64_t i = 0; i < count; ++i) result[i] = sums[k][i];
  }
}

template <class T>
class RotateWorker {
  using W = typename Wide<T>::Type;

 public:
  RotateWorker(const RotateRows& rotate, int64_t array)
      : rotate_(rotate),
        array_(array),
        is_turned_(array < rotate.turned),
        memory_(4 * rotate.width),
        sums_(2 * rotate.width),
        values_(memory_.get()) {
    const auto *const weight = static_cast<const T*>(rotate.weight[array]), *const bias =
                                                                                static_cast<const T*>(
                                                                                    rotate.bias[array]);
    for (int64_t i = 0; i < rotate.width; ++i) weight_[i] = load_or(weight, i, W(1));
    for (int64_t i = 0; i < rotate.width; ++i) bias_[i] = load_or(bias, i, W(0));
  }

  void forward(const RotateForward& f, int64_t first, int64_t end) {
    for (int64_t row = first; row < end; ++row) {
      const T* const x = static_cast<const T*>(f.x[array_]) + row * f.width;
      T* const y = static_cast<T*>(f.y[array_]) + joined_start(f, row);
      if (!is_turned_) {
        for (int64_t i = 0; i < f.width; ++i) y[i] = x[i];
        continue;
      }
      for (int64_t i = 0; i < f.width; ++i) values_[i] = load(x + i);
      if (f.norm != Norm::none) {
        const auto [mean, rstd] = statistics_of(values_, f.width, f.norm, f.epsilon);
        W* const kept = static_cast<W*>(f.statistics) + 2 * (array_ * f.rows + row);
        kept[0] = mean;
        kept[1] = rstd;
        for (int64_t i = 0; i < f.width; ++i) {
          const W product = (values_[i] - mean) * rstd * weight_[i];
          values_[i] = product + bias_[i];
        }
      }
      turn(values_, table_of(row), W(1));
      for (int64_t i = 0; i < f.width; ++i) store(y + i, values_[i]);
    }
  }

  void backward(const RotateBackward& b, int64_t chunk) {
    W* const normed = values_ + b.width;
    double* const sums = sums_.get();
    for (int64_t i = 0; i < 2 * b.width; ++i) sums[i] = 0;
    const int64_t first = chunk * b.rows_of_chunk, end = first + b.rows_of_chunk;
    for (int64_t row = first; row < end && row < b.rows; ++row) {
      const T* const dy = static_cast<const T*>(b.dy[array_]) + joined_start(b, row);
      T* const dx = static_cast<T*>(b.dx[array_]) + row * b.width;
      if (!is_turned_) {
        for (int64_t i = 0; i < b.width; ++i) dx[i] = dy[i];
        continue;
      }
      for (int64_t i = 0; i < b.width; ++i) values_[i] = load(dy + i);
      turn(values_, table_of(row), W(-1));
      if (b.norm == Norm::none) {
        for (int64_t i = 0; i < b.width; ++i) store(dx + i, values_[i]);
        continue;
      }
      const T* const x = static_cast<const T*>(b.x[array_]) + row * b.width;
      const W *const kept = static_cast<const W*>(b.statistics) + 2 * (array_ * b.rows + row), mean = kept[0],
                     rstd = kept[1];
      for (int64_t i = 0; i < b.width; ++i) normed[i] = (load(x + i) - mean) * rstd;
      if (b.sums != nullptr)
        for (int64_t i = 0; i < b.width; ++i) {
          sums[i] += values_[i];
          sums[b.width + i] += values_[i] * normed[i];
        }
      for (int64_t i = 0; i < b.width; ++i) values_[i] *= weight_[i];
      norm_gradients(normed, rstd, dx);
    }
    if (b.sums == nullptr || !is_turned_) return;
    double* const result = b.sums + 2 * (array_ * b.chunks() + chunk) * b.width;
    for (int64_t i = 0; i < 2 * b.width; ++i) result[i] = sums[i];
  }

 private:
  const float* table_of(int64_t row) const {
    if (rotate_.rotation == nullptr) return nullptr;
    const int64_t token = row / rotate_.pieces % rotate_.tokens;
    return rotate_.rotation + token * rotate_.table_width +
           row % rotate_.pieces * rotate_.width % rotate_.table_width;
  }
  void turn(W* values, const float* table, W direction) const {
    if (table == nullptr) return;
    for (int64_t i = 0; i < rotate_.width; i += 2) {
      const Pair<W> pair = turned(values[i], values[i + 1], W(table[i]), direction * W(table[i + 1]));
      values[i] = pair.a;
      values[i + 1] = pair.b;
    }
  }
  void norm_gradients(const W* normed, W rstd, T* dx) const {
    const W mean_g =
        rotate_.norm == Norm::layer
            ? sum_row<W>(rotate_.width, [&](int64_t i) { return values_[i]; }) / static_cast<W>(rotate_.width)
            : W(0);
    const W mean_product = sum_row<W>(rotate_.width, [&](int64_t i) { return values_[i] * normed[i]; }) /
                           static_cast<W>(rotate_.width);
    for (int64_t i = 0; i < rotate_.width; ++i)
      store(dx + i, norm_gradient(values_[i], normed[i], rstd, mean_g, mean_product));
  }

  const RotateRows rotate_;
  const int64_t array_;
  const bool is_turned_;
  const Scratch<W> memory_;
  const Scratch<double> sums_;
  W *const values_, *const weight_ = values_ + 2 * rotate_.width, *const bias_ = values_ + 3 * rotate_.width;
};

template <class Run>
void by_element(Element element, Run run) {
  if (element == Element::float32) run(float());
  if (element == Element::bfloat16) run(Bf16());
  if (element == Element::float16) run(Half());
  if (element == Element::float64) run(double());
}

/// Splits a range over several arrays of `count` numbers into ranges of the single arrays.
template <class Run>
void by_array(int64_t count, int64_t first, int64_t end, Run run) {
  while (first < end) {
    const int64_t array = first / count, stop = (array + 1) * count < end ? (array + 1) * count : end;
    run(array, first - array * count, stop - array * count);
    first = stop;
  }
}

void norm_forward(const NormForward& norm, int64_t first, int64_t end) {
  by_element(norm.element, [&](auto type) { NormWorker<decltype(type)>(norm).forward(norm, first, end); });
}
void norm_backward(const NormBackward& norm, int64_t first, int64_t end) {
  by_element(norm.element, [&](auto type) { NormWorker<decltype(type)>(norm).backward(norm, first, end); });
}
void norm_sums(const NormSums& sums, int64_t first, int64_t end) {
  by_element(sums.element, [&](auto type) {
    for (int64_t piece = first; piece < end; ++piece) add_columns<decltype(type)>(sums, piece);
  });
}
void rotate_forward(const RotateForward& rotate, int64_t first, int64_t end) {
  by_element(rotate.element, [&](auto type) {
    by_array(rotate.rows, first, end, [&](int64_t array, int64_t begin, int64_t stop) {
      RotateWorker<decltype(type)>(rotate, array).forward(rotate, begin, stop);
    });
  });
}
void rotate_backward(const RotateBackward& rotate, int64_t first, int64_t end) {
  by_element(rotate.element, [&](auto type) {
    by_array(rotate.chunks(), first, end, [&](int64_t array, int64_t begin, int64_t stop) {
      RotateWorker<decltype(type)> worker(rotate, array);
      for (int64_t chunk = begin; chunk < stop; ++chunk) worker.backward(rotate, chunk);
    });
  });
}

}  // namespace

NormTable norm_table() {
  return {norm_forward, norm_backward, norm_sums, rotate_forward, rotate_backward};
}

}  // namespace fw::kernels::FW_INSTRUCTIONS
