// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/compare.h"
#include "kernels/norms.h"

namespace fw::kernels {

namespace {

// More than four rows for each of the 65,536 blocks, and so wide that a row takes a whole warp.
constexpr int64_t rows = 4 * 65536 + 9, width = 68;

Array<Bf16> result() {
  return Array<Bf16>(rows * width, Fill::nothing);
}

void describe(NormRows& n, Norm norm) {
  n.rows = rows;
  n.tokens = rows;
  n.width = width;
  n.norm = norm;
  n.epsilon = 1e-5;
  n.element = Element::bfloat16;
}

void compare_norm(Comparison& comparison, const Array<Bf16>& x, const Array<Bf16>& change) {
  const Array<Bf16> sum[2]{result(), result()}, dchange[2]{result(), result()}, gate(width);
  for (const int on_cpu : {0, 1}) {
    NormForward f;
    describe(f, Norm::none);
    f.x = x.data();
    f.change = change.data();
    f.gate = {gate.data(), width, width};
    f.sum = sum[on_cpu].data();
    NormBackward b;
    describe(b, Norm::none);
    b.dsum = x.data();
    b.gate = f.gate;
    b.dchange = dchange[on_cpu].data();
    if (on_cpu == 1) {
      run_cpu(f, 0, rows);
      run_cpu(b, 0, rows);
    } else {
      comparison.starts(run_cuda(f, nullptr), "many rows");
      comparison.starts(run_cuda(b, nullptr), "many rows backward");
    }
  }
  comparison.same(sum[0], sum[1], "many rows sum");
  comparison.same(dchange[0], dchange[1], "many rows dchange");
}

void compare_rms(Comparison& comparison, const Array<Bf16>& x) {
  const Array<Bf16> y[2]{result(), result()};
  const Array<float> statistics[2]{Array<float>(2 * rows, Fill::nothing),
                                   Array<float>(2 * rows, Fill::nothing)};
  for (const int on_cpu : {0, 1}) {
    NormForward f;
    describe(f, Norm::rms);
    f.x = x.data();
    f.y = y[on_cpu].data();
    f.statistics = statistics[on_cpu].data();
    if (on_cpu == 1)
      run_cpu(f, 0, rows);
    else
      comparison.starts(run_cuda(f, nullptr), "many rows rms");
  }
  comparison.close(y[0], y[1], rounding<Bf16>(), "many rows rms");
}

void compare_rotation(Comparison& comparison, const Array<Bf16>& x) {
  const Array<Bf16> y[2]{result(), result()}, dx[2]{result(), result()};
  const Array<float> table(width);
  for (const int on_cpu : {0, 1}) {
    RotateForward f;
    RotateBackward b;
    for (RotateRows* const r : {static_cast<RotateRows*>(&f), static_cast<RotateRows*>(&b)}) {
      r->rows = rows;
      r->width = r->table_width = r->sample_stride = width;
      r->norm = Norm::none;
      r->element = Element::bfloat16;
      r->rotation = table.data();
    }
    f.x[0] = b.dy[0] = x.data();
    f.y[0] = y[on_cpu].data();
    b.dx[0] = dx[on_cpu].data();
    if (on_cpu == 1) {
      run_cpu(f, 0, rows);
      run_cpu(b, 0, b.chunks());
    } else {
      comparison.starts(run_cuda(f, nullptr), "many rows rotated");
      comparison.starts(run_cuda(b, nullptr), "many rows rotated back");
    }
  }
  // g++ 12 contracts multiplications and additions in norms_avx2.cpp where it should not.
  comparison.close(y[0], y[1], rounding<Bf16>(), "many rows rotated");
  comparison.close(dx[0], dx[1], rounding<Bf16>(), "many rows rotated back");
}

}  // namespace

void compare_many_rows(Comparison& comparison) {
  const Array<Bf16> x(rows * width), change(rows * width);
  compare_norm(comparison, x, change);
  compare_rms(comparison, x);
  compare_rotation(comparison, x);
}

}  // namespace fw::kernels
