// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <filesystem>
#include <set>

#include "base/atomic_file.h"
#include "families/registry.h"
#include "tensor/libtorch.h"

using namespace fw;
using namespace fw::families;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const fs::path models = FW_SOURCE_FOLDER "/tests/reference/cases/models";

/// The model's folder with its own copies of the configurations and symlinks to the rest.
void link_tree(const fs::path& from, const fs::path& to) {
  fs::create_directories(to);
  for (const auto& entry : fs::directory_iterator(from)) {
    const fs::path target = to / entry.path().filename();
    if (entry.is_directory())
      link_tree(entry.path(), target);
    else
      fs::create_symlink(entry.path(), target);
  }
}

std::vector<fs::path> configurations(const fs::path& folder) {
  const std::set<fs::path> names = {"config.json", "model_index.json", "preprocessor_config.json",
                                    "scheduler_config.json"};
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (names.contains(entry.path().filename())) files.push_back(entry.path());
  return files;
}

/// Loads the configuration's component, and everything else that reads it.
void load(const fs::path& folder, const std::string& part) {
  const auto family = open_family({folder});
  if (part.starts_with("text_encoder") || part.empty())
    family->load_text_encoders(encoders::TextEncoderPlace::device, 1, {});
  if (part == "image_encoder" || part == "feature_extractor") family->load_image_encoder({});
  if (part == "vae") family->load_vae({});
  if (part.starts_with("text_encoder") || part.empty()) return;
  run::RunSettings settings;
  settings.family = family->spec().family;
  settings.model_folder = folder;
  family->load_training_model(settings, {});
}

}  // namespace

/// A configuration with a value of another type is rejected by name, and never as a bug of the program.
class TestWrongConfigs : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { torch::set_num_threads(1); }

  void a_value_of_another_type_is_refused_by_name_data() {
    QTest::addColumn<QString>("model");
    for (const auto& folder : fs::directory_iterator(models)) {
      const std::string name = folder.path().filename();
      QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
  }
  void a_value_of_another_type_is_refused_by_name() {
    QFETCH(QString, model);
    const QTemporaryDir place;
    const fs::path folder = place.filePath("model").toStdString();
    link_tree(models / model.toStdString(), folder);
    const std::vector<json> values = {"text", -1, 0.5, true, json::array({"text"}), json::object()};
    size_t refused = 0;
    for (const fs::path& file : configurations(folder)) {
      const std::string name = file.filename();
      const fs::path part = fs::relative(file, folder).parent_path();
      const json whole = read_json(file);
      for (const auto& [key, value] : whole.items()) {
        for (const json& other : values) {
          if (other.type() == value.type() || (other.is_number() && value.is_number())) continue;
          json changed = whole;
          changed[key] = other;
          fs::remove(file);
          write_file_atomically(file, changed.dump(), Existing::replace);
          const std::string what = part / (name + ": " + key + " = " + other.dump());
          try {
            load(folder, part);
          } catch (const Error& error) {
            ++refused;
            QVERIFY2(error.fault().full_message().find(name) != std::string::npos,
                     (what + ": " + error.fault().full_message()).c_str());
          } catch (const std::exception& error) {
            QFAIL((what + ": " + error.what()).c_str());
          }
        }
      }
      fs::remove(file);
      write_file_atomically(file, whole.dump(), Existing::replace);
    }
    QVERIFY2(refused > 100, std::to_string(refused).c_str());
  }
};

QTEST_GUILESS_MAIN(TestWrongConfigs)
#include "test_wrong_configs.moc"
