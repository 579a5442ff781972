// SPDX-License-Identifier: Apache-2.0
#include <QRegularExpression>
#include <QtTest>

#include "interchange/loop_import.h"

using namespace fw::run;
using namespace fw::interchange;

/// Loops of launch scripts as sweeps.
class TestLoopImport : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// A loop over programs has values that are not imported.
  void a_loop_over_other_trainers_is_left_out() {
    const std::string script =
        "for f in train.py show.sh; do for lr in 1e-4 1e-3; do\n"
        "accelerate launch $f --model_name ltx_video --lr $lr\ndone; done\n";
    const std::vector<SweepAxis> axes = import_loops(script, "train.sh");
    QCOMPARE(axes.size(), size_t{1});
    QCOMPARE(axes[0].keys, std::vector<std::string>{"optimizer.lr"});
  }

  void loops_become_axes_data() {
    QTest::addColumn<QString>("loop");
    QTest::addColumn<QString>("flags");
    QTest::addColumn<QString>("axes");  // "key=value,value; key=…"; keys of one axis are joined by &
    QTest::newRow("one value") << "for lr in 1e-4; do"
                               << "--lr $lr"
                               << "";
    QTest::newRow("only names") << "for n in a b; do"
                                << "--output_dir out/$n"
                                << "";
    QTest::newRow("several settings") << "for r in 8 16 32; do"
                                      << "--rank $r --lora_alpha $r"
                                      << "lora.lora_alpha=8,16,32&lora.rank=8,16,32";
    QTest::newRow("an array") << "RATES=(1e-4 5e-4)\nfor lr in \"${RATES[@]}\"; do"
                              << "--lr $lr"
                              << "optimizer.lr=1e-4,5e-4";
    QTest::newRow("a loop in a loop") << "for s in 1 2; do for lr in 1e-4 1e-3; do"
                                      << "--seed $s --lr $lr"
                                      << "optimizer.lr=1e-4,0.001;run.seed=1,2";
    QTest::newRow("by a branch") << "for k in x y; do\nif [ $k = x ]; then R=4; else R=8; fi"
                                 << "--rank $R"
                                 << "lora.rank=4,8";
  }
  void loops_become_axes() {
    QFETCH(QString, loop);
    QFETCH(QString, flags);
    QFETCH(QString, axes);
    const std::string script = loop.toStdString() + "\naccelerate launch train.py --model_name ltx_video " +
                               flags.toStdString() + "\n" + (loop.count("for") > 1 ? "done; " : "") +
                               "done\n";
    std::string found;
    for (const SweepAxis& axis : import_loops(script, "train.sh")) {
      found += found.empty() ? "" : ";";
      for (size_t key = 0; key < axis.keys.size(); ++key) {
        found += (key > 0 ? "&" : "") + axis.keys[key] + "=";
        for (size_t step = 0; step < axis.steps.size(); ++step)
          found += (step > 0 ? "," : "") + axis.steps[step][key];
      }
    }
    // Rank and alpha are numbers of two kinds.
    QCOMPARE(QString::fromStdString(found).remove(QRegularExpression("\\.0(?=[,;&]|$)")), axes);
  }
};

QTEST_GUILESS_MAIN(TestLoopImport)
#include "test_loop_import.moc"
