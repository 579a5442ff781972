// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/compare.h"
#include "kernels/norms.h"

namespace fw::kernels {

namespace {

struct Shape {
  int64_t samples, tokens, width, head = 0;
  Base base = Base::aligned;
};

/// The arguments of a norm other than x.
struct Given {
  Norm norm = Norm::layer;
  Branch branch = Branch::plain;
  bool change = false, affine = false, condition = false;
};

template <class T>
class NormExample {
  using W = typename Wide<T>::Type;

 public:
  NormExample(Comparison& comparison, const Shape& shape, const Given& given)
      : comparison_(comparison),
        shape_(shape),
        given_(given),
        name_(text("norm", int(element_of<T>()), shape.samples, shape.tokens, shape.width, shape.head,
                   int(shape.base), int(given.norm), int(given.branch), given.change, given.affine,
                   given.condition)) {}

  void compare() {
    Forward got(*this), wanted(*this);
    NormForward f = forward(got);
    comparison_.starts(run_cuda(f, nullptr), name_);
    f = forward(wanted);
    run_cpu(f, 0, rows_);
    const double allowed = rounding<T>();
    if (given_.change) comparison_.close(got.sum, wanted.sum, allowed, name_ + " sum");
    if (given_.norm != Norm::none) {
      comparison_.close(got.y, wanted.y, allowed, name_ + " y");
      comparison_.close(got.statistics, wanted.statistics, rounding<W>() * 5, name_ + " statistics");
    }
    if (given_.branch == Branch::normed)
      comparison_.close(got.branch_rstd, wanted.branch_rstd, rounding<W>() * 5, name_ + " branch");
    compare_backward(wanted);
  }

 private:
  struct Forward {
    explicit Forward(const NormExample& e)
        : sum(e.result()),
          y(e.result()),
          statistics(2 * e.rows_, Fill::nothing),
          branch_rstd(e.rows_, Fill::nothing) {}
    Array<T> sum, y;
    Array<W> statistics, branch_rstd;
  };
  struct Backward {
    explicit Backward(const NormExample& e)
        : dx(e.result()),
          dchange(e.result()),
          of_dy(e.channels_, Fill::nothing),
          of_normed(e.channels_, Fill::nothing),
          of_change(e.channels_, Fill::nothing) {}
    Array<T> dx, dchange;
    Array<double> of_dy, of_normed, of_change;
  };

  Array<T> input(int64_t count) const { return Array<T>(count, Fill::random, shape_.base); }
  Array<T> result() const { return Array<T>(rows_ * shape_.width, Fill::nothing, shape_.base); }
  Channels channels(const Array<T>& of) const { return {of.data(), parts_ * shape_.width, shape_.width}; }

  void describe(NormRows& n) const {
    n.rows = rows_;
    n.tokens = shape_.tokens;
    n.width = shape_.width;
    n.head = shape_.head;
    n.norm = given_.norm;
    n.branch = given_.branch;
    n.epsilon = 1e-5;
    n.element = element_of<T>();
  }

  NormForward forward(const Forward& to) const {
    NormForward f;
    describe(f);
    f.x = x_.data();
    if (given_.change) {
      f.change = change_.data();
      f.gate = channels(gate_);
      f.sum = to.sum.data();
    }
    if (given_.branch == Branch::normed) f.branch_rstd = to.branch_rstd.data();
    if (given_.norm == Norm::none) return f;
    f.y = to.y.data();
    f.statistics = to.statistics.data();
    if (given_.affine) {
      f.weight = weight_.data();
      f.bias = bias_.data();
    }
    if (given_.condition) {
      f.scale = channels(scale_);
      f.shift = channels(shift_);
    }
    return f;
  }

  NormSums backward(const Forward& before, const Backward& to) const {
    NormSums b;
    describe(b);
    b.parts_of_sample = parts_;
    b.dsum = dsum_.data();
    if (given_.change) {
      b.change = change_.data();
      b.gate = channels(gate_);
      b.dchange = to.dchange.data();
      b.of_change = to.of_change.data();
    }
    if (given_.branch == Branch::normed) b.branch_rstd = before.branch_rstd.data();
    if (given_.norm == Norm::none) return b;
    if (!given_.change && given_.affine) b.dsum = nullptr;
    b.dy = dy_.data();
    b.sum = given_.change ? before.sum.data() : x_.data();
    b.statistics = before.statistics.data();
    b.dx = to.dx.data();
    b.of_dy = to.of_dy.data();
    b.of_normed = to.of_normed.data();
    if (given_.affine) b.weight = weight_.data();
    if (given_.condition) b.scale = channels(scale_);
    return b;
  }

  void compare_backward(const Forward& before) {
    Backward got(*this), wanted(*this);
    NormSums b = backward(before, got);
    comparison_.starts(run_cuda(static_cast<const NormBackward&>(b), nullptr), name_ + " backward");
    b = backward(before, wanted);
    run_cpu(static_cast<const NormBackward&>(b), 0, rows_);
    const double allowed = rounding<T>();
    if (given_.norm != Norm::none) comparison_.close(got.dx, wanted.dx, allowed, name_ + " dx");
    if (given_.change) comparison_.close(got.dchange, wanted.dchange, 2 * allowed, name_ + " dchange");
    // From the same dx, otherwise its roundings count.
    if (b.of_dy == nullptr && b.of_change == nullptr) return;
    NormSums sums = backward(before, wanted);
    run_cpu(sums, 0, sums.pieces());
    sums.of_dy = sums.of_dy == nullptr ? nullptr : got.of_dy.data();
    sums.of_normed = sums.of_normed == nullptr ? nullptr : got.of_normed.data();
    sums.of_change = sums.of_change == nullptr ? nullptr : got.of_change.data();
    comparison_.starts(run_cuda(sums, nullptr), name_ + " sums");
    constexpr double of_sums = 1e-13;  // both are float64, in different orders
    if (given_.norm != Norm::none) {
      comparison_.close(got.of_dy, wanted.of_dy, of_sums, name_ + " sums of dy");
      comparison_.close(got.of_normed, wanted.of_normed, of_sums, name_ + " sums of dy normed");
    }
    if (given_.change)
      comparison_.close(got.of_change, wanted.of_change, of_sums, name_ + " sums of dx change");
  }

  Comparison& comparison_;
  const Shape shape_;
  const Given given_;
  const std::string name_;
  const int64_t rows_ = shape_.samples * shape_.tokens, parts_ = shape_.head > 0 ? 2 : 1,
                channels_ = shape_.samples * parts_ * shape_.width;
  const Array<T> x_ = input(rows_ * shape_.width), change_ = input(rows_ * shape_.width),
                 dsum_ = input(rows_ * shape_.width), dy_ = input(rows_ * shape_.width),
                 gate_ = input(channels_), scale_ = input(channels_), shift_ = input(channels_),
                 weight_ = input(shape_.width), bias_ = input(shape_.width);
};

template <class T>
void compare_norms_of(Comparison& comparison) {
  const auto run = [&](const Shape& shape, const Given& given) {
    NormExample<T>(comparison, shape, given).compare();
  };
  for (const Norm norm : {Norm::layer, Norm::rms})
    for (const bool change : {false, true})
      for (const int64_t width : {1, 3, 64, 130, 200, 257})
        for (const Base base : {Base::aligned, Base::shifted})
          for (const bool affine : {false, true})
            run({2, 5, width, affine ? 2 : 0, base}, {norm, Branch::plain, change, affine, change});
  for (const int64_t width : {1, 96, 260})
    for (const Base base : {Base::aligned, Base::shifted}) {
      run({2, 5, width, 2, base}, {Norm::none, Branch::plain, true});
      for (const Norm norm : {Norm::none, Norm::rms})
        run({2, 7, width, 0, base}, {norm, Branch::normed, true, false, true});
    }
  run({1, 37, 384, 11}, {Norm::layer, Branch::plain, true, true, true});
  run({0, 5, 64}, {Norm::layer, Branch::plain, true, true, true});
}

}  // namespace

void compare_norms(Comparison& comparison) {
  compare_norms_of<float>(comparison);
  compare_norms_of<Bf16>(comparison);
  compare_norms_of<Half>(comparison);
  compare_norms_of<double>(comparison);
}

}  // namespace fw::kernels
