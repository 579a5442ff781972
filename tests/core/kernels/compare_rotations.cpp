// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/compare.h"
#include "kernels/norms.h"

namespace fw::kernels {

namespace {

/// Rows of `width`, `pieces` per token; samples of the results are `extra` tokens apart.
struct Shape {
  int64_t samples, tokens, pieces, width, extra = 0;
  Base base = Base::aligned;
};
struct Given {
  Norm norm = Norm::rms;
  int arrays = 2, turned = 2;
  bool table = true;
};

template <class T>
class RotateExample {
  using W = typename Wide<T>::Type;

 public:
  RotateExample(Comparison& comparison, const Shape& shape, const Given& given)
      : comparison_(comparison),
        shape_(shape),
        given_(given),
        name_(text("rotate", int(element_of<T>()), shape.samples, shape.tokens, shape.pieces, shape.width,
                   shape.extra, int(shape.base), int(given.norm), given.arrays, given.turned, given.table)) {}

  void compare() {
    Results got(*this), wanted(*this);
    RotateForward f = forward(got);
    comparison_.starts(run_cuda(f, nullptr), name_);
    f = forward(wanted);
    run_cpu(f, 0, rows_ * given_.arrays);
    const double allowed = rounding<T>();
    for (int i = 0; i < given_.arrays; ++i) compare_joined(got.joined[i], wanted.joined[i]);
    if (given_.norm != Norm::none)
      comparison_.close(got.statistics, wanted.statistics, rounding<W>() * 5, name_ + " statistics");
    if (shape_.extra == 0) compare_in_place(got);

    RotateBackward b = backward(wanted, got);
    comparison_.starts(run_cuda(b, nullptr), name_ + " backward");
    b = backward(wanted, wanted);
    run_cpu(b, 0, b.chunks() * given_.arrays);
    for (int i = 0; i < given_.arrays; ++i)
      comparison_.close(got.dx[i], wanted.dx[i], allowed, name_ + " dx");
    if (given_.norm != Norm::none)  // in the same order
      comparison_.close(got.sums, wanted.sums, rounding<W>(), name_ + " sums");
  }

 private:
  struct Results {
    explicit Results(const RotateExample& e)
        : statistics(2 * e.given_.turned * e.rows_, Fill::nothing),
          sums(e.given_.turned * e.chunks_ * 2 * e.shape_.width, Fill::nothing) {
      for (int i = 0; i < e.given_.arrays; ++i) {
        joined.emplace_back(e.shape_.samples * e.stride_, Fill::nothing, e.shape_.base);
        dx.emplace_back(e.shape_.samples * e.sample_, Fill::nothing, e.shape_.base);
      }
    }
    std::vector<Array<T>> joined, dx;
    Array<W> statistics;
    Array<double> sums;
  };

  std::vector<Array<T>> inputs(int64_t count) const {
    std::vector<Array<T>> all;
    for (int i = 0; i < given_.arrays; ++i) all.emplace_back(count, Fill::random, shape_.base);
    return all;
  }

  void describe(RotateRows& r) const {
    r.arrays = given_.arrays;
    r.turned = given_.turned;
    r.rows = rows_;
    r.tokens = shape_.tokens;
    r.width = shape_.width;
    r.pieces = shape_.pieces;
    r.sample_stride = stride_;
    r.table_width = shape_.width;
    r.norm = given_.norm;
    r.epsilon = 1e-6;
    r.element = element_of<T>();
    for (int i = 0; i < given_.turned && given_.norm != Norm::none; ++i) {
      r.weight[i] = weight_[i].data();
      r.bias[i] = bias_[i].data();
    }
    if (given_.table) r.rotation = table_.data();
  }

  RotateForward forward(const Results& to) const {
    RotateForward f;
    describe(f);
    for (int i = 0; i < given_.arrays; ++i) {
      f.x[i] = x_[i].data();
      f.y[i] = to.joined[i].data();
    }
    if (given_.norm != Norm::none) f.statistics = to.statistics.data();
    return f;
  }
  RotateBackward backward(const Results& before, const Results& to) const {
    RotateBackward b;
    describe(b);
    for (int i = 0; i < given_.arrays; ++i) {
      b.x[i] = x_[i].data();
      b.dy[i] = dy_[i].data();
      b.dx[i] = to.dx[i].data();
    }
    if (given_.norm == Norm::none) return b;
    b.statistics = before.statistics.data();
    b.sums = to.sums.data();
    return b;
  }

  /// Other tokens between the samples stay unchanged.
  void compare_joined(const Array<T>& got, const Array<T>& wanted) {
    bool untouched = true;
    for (const Array<T>* const array : {&got, &wanted})
      for (int64_t at = 0; at < array->size(); ++at)
        if (at % stride_ >= sample_) {
          untouched = untouched && std::isnan(static_cast<double>(load(&(*array)[at])));
          (*array)[at] = T{};
        }
    comparison_.expect(untouched, name_ + " between samples");
    comparison_.close(got, wanted, rounding<T>(), name_ + " y");
  }
  void compare_in_place(const Results& apart) {
    Results unused(*this);
    RotateForward f = forward(unused);
    std::vector<Array<T>> both = inputs(shape_.samples * sample_);
    for (int i = 0; i < given_.arrays; ++i) {
      std::memcpy(both[i].data(), x_[i].data(), static_cast<size_t>(x_[i].size()) * sizeof(T));
      f.x[i] = f.y[i] = both[i].data();
    }
    comparison_.starts(run_cuda(f, nullptr), name_ + " in place");
    for (int i = 0; i < given_.arrays; ++i) comparison_.same(both[i], apart.joined[i], name_ + " in place");
  }

  Comparison& comparison_;
  const Shape shape_;
  const Given given_;
  const std::string name_;
  const int64_t rows_ = shape_.samples * shape_.tokens * shape_.pieces,
                sample_ = shape_.tokens * shape_.pieces * shape_.width,
                stride_ = sample_ + shape_.extra * shape_.pieces * shape_.width,
                chunks_ = (rows_ + RotateBackward::rows_of_chunk - 1) / RotateBackward::rows_of_chunk;
  const std::vector<Array<T>> x_ = inputs(shape_.samples * sample_), dy_ = inputs(shape_.samples * stride_),
                              weight_ = inputs(shape_.width), bias_ = inputs(shape_.width);
  const Array<float> table_{shape_.tokens * shape_.width, Fill::random, shape_.base};
};

template <class T>
void compare_rotations_of(Comparison& comparison) {
  const auto run = [&](const Shape& shape, const Given& given) {
    RotateExample<T>(comparison, shape, given).compare();
  };
  for (const Norm norm : {Norm::none, Norm::layer, Norm::rms})
    for (const Base base : {Base::aligned, Base::shifted}) {
      for (const bool table : {false, true}) {
        run({2, 5, 3, 64, 0, base}, {norm, 2, 2, table});
        run({2, 5, 1, 192, 3, base}, {norm, 3, 2, table});
      }
      run({2, 3, 3, 18, 4, base}, {norm, 3, 2});
      run({2, 3, 5, 4, 1, base}, {norm, 1, 1});
      run({1, 90, 3, 32, 0, base}, {norm, 2, 2});
    }
  run({1, 9, 30, 128}, {Norm::layer});
  run({0, 9, 3, 128}, {});
}

}  // namespace

void compare_rotations(Comparison& comparison) {
  compare_rotations_of<float>(comparison);
  compare_rotations_of<Bf16>(comparison);
  compare_rotations_of<Half>(comparison);
  compare_rotations_of<double>(comparison);
}

}  // namespace fw::kernels
