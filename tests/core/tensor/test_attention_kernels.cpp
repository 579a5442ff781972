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
    QTest::addColumn<QString>("capability");
    QTest::addColumn<QString>("order");
    const auto row = [](const char* capability, const char* order) {
      QTest::addRow("capability %s", capability) << capability << order;
    };
    const char *hopper = "cudnn, flash, efficient, math", *ampere = "flash, efficient, math",
               *turing = "efficient, math";
    row("7.5", turing);
    row("8.0", ampere);
    row("8.6", ampere);
    row("8.9", ampere);
    row("9.0", hopper);
    row("10.0", hopper);
    row("10.3", hopper);
    row("12.0", ampere);
    row("", ampere);
  }
  void a_card_has_its_kernels() {
    QFETCH(QString, capability);
    QFETCH(QString, order);
    QCOMPARE(QString::fromStdString(fw::tensor::to_text(attention_order(capability.toStdString()))), order);
  }

  void libtorch_is_told_and_told_back() {
    const at::Context& context = at::globalContext();
    const auto order = at::globalContext().sDPPriorityOrder();
    {
      const AttentionKernels kernels(attention_order("9.0"), torch::kCUDA);
      QCOMPARE(at::globalContext().sDPPriorityOrder().front(), at::SDPBackend::cudnn_attention);
      QVERIFY(context.userEnabledCuDNNSDP() && context.userEnabledFlashSDP());
      const AttentionKernels inner(attention_order("7.5"), torch::kCUDA);
      QCOMPARE(at::globalContext().sDPPriorityOrder().front(), at::SDPBackend::efficient_attention);
      QVERIFY(!context.userEnabledCuDNNSDP() && !context.userEnabledFlashSDP());
      QVERIFY(context.userEnabledMemEfficientSDP() && context.userEnabledMathSDP());
    }
    QVERIFY(context.userEnabledCuDNNSDP() && context.userEnabledFlashSDP());
    QVERIFY(at::globalContext().sDPPriorityOrder() == order);
    const AttentionKernels on_cpu(attention_order("7.5"), torch::kCPU);
    QVERIFY(context.userEnabledFlashSDP());
  }
};

QTEST_GUILESS_MAIN(TestAttentionKernels)
#include "test_attention_kernels.moc"
