// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <algorithm>

#include "base/atomic_file.h"
#include "catalog/catalog.h"
#include "catalog/downloads.h"

using namespace fw::catalog;

namespace {

int64_t parameters_of(const std::string& manifest) {
  const std::string file =
      std::string(FW_SOURCE_FOLDER) + "/tests/reference/manifests/" + manifest + "/manifest.json";
  int64_t count = 0;
  const nlohmann::json content = nlohmann::json::parse(fw::read_file(file));
  for (const auto& [name, shape] : content.at("parameters").items()) {
    int64_t size = 1;
    for (const auto& side : shape.is_object() ? shape.at("shape") : shape) size *= side.get<int64_t>();
    count += size;
  }
  return count;
}

/// Not published as a folder of components, which is what a download takes.
constexpr const char* in_single_files = "ltx-2.5-22b";

std::string manifest_of(EncoderSpec::Kind kind) {
  using enum EncoderSpec::Kind;
  switch (kind) {
    case t5:
      return "t5-v1_1-xxl-encoder";
    case umt5:
      return "umt5-xxl-encoder";
    case llama:
      return "llama-3-8b-text";
    case clip:
      return "clip-l-text";
    case siglip:
      return "siglip-so400m-vision";
    case clip_vision:
      return "clip-vit-h-vision";
    case qwen:
      return "qwen2.5-vl-7b-text";
    case byt5:
      return "byt5-small-glyph-encoder";
    case gemma:
      return "gemma-3-12b";
  }
  return "";
}

/// The one that a published model uses.
std::string vae_manifest_of(const std::string& model) {
  const auto starts = [&](const char* text) { return model.starts_with(text); };
  if (starts("cogvideox-1.5")) return "cogvideox-1.5-vae";
  if (starts("cogvideox-2b")) return "cogvideox-2b-vae";
  if (starts("cogvideox-5b")) return "cogvideox-5b-vae";
  if (starts("hunyuan-video-1.5")) return "hunyuan-video-1.5-vae";
  if (starts("hunyuan") || starts("framepack")) return "hunyuan-video-vae";
  if (model == "wan-2.2-ti2v-5b") return "wan-2.2-vae";
  return starts("wan") ? "wan-2.1-vae" : model + "-vae";
}

}  // namespace

class TestDownloads : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void every_published_model_can_be_downloaded_data() {
    QTest::addColumn<QString>("id");
    for (const ModelSpec& model : published_models())
      if (model.id != in_single_files) QTest::newRow(model.id.c_str()) << QString::fromStdString(model.id);
  }
  void every_published_model_can_be_downloaded() {
    QFETCH(QString, id);
    const std::string name = id.toStdString();
    const ModelSpec& model = *find_model(name);
    const Download* const download = find_download(name);
    QVERIFY(download != nullptr);
    QVERIFY(!download->repositories.empty());
    for (const auto& repository : download->repositories)
      QCOMPARE(std::ranges::count(repository.name, '/'), 1);
    QVERIFY(download->licence.name.empty() == download->licence.address.empty());
    int64_t parameters = parameters_of(vae_manifest_of(name)) + parameters_of(name + "-transformer");
    if (model.id.find("a14b") != std::string::npos) parameters += parameters_of(name + "-transformer-2");
    if (model.family == "ltx2") parameters += parameters_of(name + "-connectors");
    for (const EncoderSpec& encoder : model.encoders) parameters += parameters_of(manifest_of(encoder.kind));
    QCOMPARE(download->parameters, parameters);
  }

  void nothing_else_is_listed() {
    QCOMPARE(downloads().size(), published_models().size() - 1);
    QVERIFY(find_download(in_single_files) == nullptr);
    QVERIFY(find_download("no such model") == nullptr);
  }
};

QTEST_GUILESS_MAIN(TestDownloads)
#include "test_downloads.moc"
