// SPDX-License-Identifier: Apache-2.0
#include <torch/torch.h>

#include <QtTest>

#include "families/cogvideox/objective.h"
#include "families/cogvideox/sampling.h"
#include "families/cogvideox/vae.h"

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
    fw::run::RunSettings settings;
    settings.model_folder = FW_SOURCE_FOLDER "/tests/reference/cases/models/" + model.toStdString();
    settings.task = fw::catalog::VideoTask::image_to_video;
    const fw::families::CogVideoXTrainingModel training(settings, {});
    const auto vae = fw::families::load_vae(settings.model_folder, torch::kFloat32, torch::kCPU, {});
    const auto generator = at::make_generator<at::CPUGeneratorImpl>(1);
    const torch::Tensor image = torch::rand({1, 3, 32, 48}, generator);
    // What precompute stores of a first frame, and what is drawn from it.
    const auto posterior = vae->encode((image * 2 - 1).unsqueeze(2), {});
    const torch::Tensor noise = torch::randn(posterior.mean.sizes(), generator);
    const torch::Tensor latents = posterior.sample(noise);
    const torch::Tensor condition = training.image_condition(latents);
    QVERIFY(torch::equal(condition, fw::families::encode_image(*vae, image, noise, torch::kFloat32, {})));
    QVERIFY(torch::allclose(condition, latents.permute({0, 2, 1, 3, 4}) * factor));
  }
};

QTEST_GUILESS_MAIN(TestCogVideoXTraining)
#include "test_cogvideox_training.moc"
