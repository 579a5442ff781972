// SPDX-License-Identifier: Apache-2.0
#include "tensor/attention_kernels.h"

#include <QtTest>

#include "tensor/libtorch.h"

using fw::tensor::attention_order;
using fw::tensor::AttentionKernels;

class TestAttentionKernels : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_card_has_its_kernels_data() {
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<QString>("capability");
    QTest::addColumn<QString>("order");
    const auto row = [](const char* kernel, const char* capability, const char* order) {
      QTest::addRow("%s %s", kernel, capability) << kernel << capability << order;
    };
    const char *hopper = "cudnn, flash, efficient, math", *ampere = "flash, efficient, math",
               *turing = "efficient, math";
    row("auto", "7.5", turing);
    row("auto", "8.0", ampere);
    row("auto", "8.6", ampere);
    row("auto", "8.9", ampere);
    row("auto", "9.0", hopper);
    row("auto", "10.0", hopper);
    row("auto", "10.3", hopper);
    row("auto", "12.0", ampere);
    row("auto", "", ampere);
    row("cudnn", "8.9", hopper);
    row("flash", "9.0", ampere);
    row("efficient", "9.0", turing);
    row("math", "9.0", "math");
  }
  void a_card_has_its_kernels() {
    QFETCH(QString, kernel);
    QFETCH(QString, capability);
    QFETCH(QString, order);
    QCOMPARE(QString::fromStdString(
                 fw::tensor::to_text(attention_order(kernel.toStdString(), capability.toStdString()))),
             order);
  }

  void libtorch_is_told_and_told_back() {
    const at::Context& context = at::globalContext();
    const auto order = at::globalContext().sDPPriorityOrder();
    {
      const AttentionKernels kernels(attention_order("cudnn", "8.9"), torch::kCUDA);
      QCOMPARE(at::globalContext().sDPPriorityOrder().front(), at::SDPBackend::cudnn_attention);
      QVERIFY(context.userEnabledCuDNNSDP() && context.userEnabledFlashSDP());
      const AttentionKernels inner(attention_order("efficient", "9.0"), torch::kCUDA);
      QCOMPARE(at::globalContext().sDPPriorityOrder().front(), at::SDPBackend::efficient_attention);
      QVERIFY(!context.userEnabledCuDNNSDP() && !context.userEnabledFlashSDP());
      QVERIFY(context.userEnabledMemEfficientSDP() && context.userEnabledMathSDP());
    }
    QVERIFY(context.userEnabledCuDNNSDP() && context.userEnabledFlashSDP());
    QVERIFY(at::globalContext().sDPPriorityOrder() == order);
    const AttentionKernels on_cpu(attention_order("math", ""), torch::kCPU);
    QVERIFY(context.userEnabledFlashSDP());
  }
};

QTEST_GUILESS_MAIN(TestAttentionKernels)
#include "test_attention_kernels.moc"
