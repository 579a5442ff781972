// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "families/cogvideox/objective.h"
#include "families/registry.h"
#include "tensor/libtorch.h"

/// What training gives the network, against what sampling gives it.
class TestCogVideoXTraining : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void one_image_makes_one_condition_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<double>("factor");
    QTest::newRow("1.0") << "cogvideox-5b-i2v" << 0.7;
    QTest::newRow("1.5") << "cogvideox-1.5-5b-i2v" << 1 / 0.7;
  }
  void one_image_makes_one_condition() {
    QFETCH(QString, model);
    QFETCH(double, factor);
    const torch::NoGradGuard no_grad;
    const auto family =
        fw::families::open_family({FW_SOURCE_FOLDER "/tests/reference/cases/models/" + model.toStdString()});
    fw::run::RunSettings settings;
    settings.task = fw::catalog::VideoTask::image_to_video;
    const fw::families::CogVideoXTrainingModel training(*family, settings, {});
    const auto vae = family->load_vae({});
    const auto generator = at::make_generator<at::CPUGeneratorImpl>(1);
    const torch::Tensor image = torch::rand({1, 3, 32, 48}, generator);
    // What precompute stores of a first frame, and what is drawn from it.
    const auto posterior = vae->encode((image * 2 - 1).unsqueeze(2), {});
    const torch::Tensor noise = torch::randn(posterior.mean.sizes(), generator);
    const torch::Tensor latents = posterior.sample(noise);
    const torch::Tensor condition = training.image_condition(latents).transpose(1, 2);
    const auto drawn = [&](uint64_t, torch::IntArrayRef) { return noise; };
    const auto sampled = family->encode_conditions(*vae, {{.pixels = image}}, drawn, torch::kFloat32, {});
    QVERIFY(torch::equal(condition, sampled.front().latents));
    QVERIFY(torch::allclose(condition, latents * factor));
  }
};

QTEST_GUILESS_MAIN(TestCogVideoXTraining)
#include "test_cogvideox_training.moc"
