// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/kernels/compare.h"

using fw::kernels::Comparison;

/// The .cu files of core/kernels, run on the host (support/host_lanes/lanes.h), compared with the CPU's
/// functions. test_int8_attention covers attention.
class TestCudaKernels : public QObject {
  Q_OBJECT

  static void check(void (*compare)(Comparison&), int least) {
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
      QSKIP("this processor does not multiply and add at once, as the host's lanes do");
    Comparison comparison;
    compare(comparison);
    QVERIFY2(comparison.failures().empty(), comparison.failures().c_str());
    QVERIFY2(comparison.count() >= least, std::to_string(comparison.count()).c_str());
  }

 private Q_SLOTS:
  void norms() { check(fw::kernels::compare_norms, 1000); }
  void rotations() { check(fw::kernels::compare_rotations, 1000); }
  void more_rows_than_blocks() { check(fw::kernels::compare_many_rows, 10); }
  void activations() { check(fw::kernels::compare_activations, 500); }
  void losses() { check(fw::kernels::compare_losses, 300); }
  void adam() { check(fw::kernels::compare_adam, 500); }
  void low_bit() { check(fw::kernels::compare_low_bit, 200); }
  void int8_rows() { check(fw::kernels::compare_int8_rows, 50); }
};

QTEST_GUILESS_MAIN(TestCudaKernels)
#include "test_cuda_kernels.moc"
