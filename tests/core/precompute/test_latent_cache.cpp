// SPDX-License-Identifier: Apache-2.0
//
#include <QtTest>
#include <fstream>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/hash.h"
#include "precompute/latent_cache.h"
#include "safetensors/identity.h"
#include "tensor/libtorch.h"
#include "tensor/save.h"

using fw::precompute::CacheKind;

namespace {

std::filesystem::path path_of(const QTemporaryDir& folder) {
  return folder.path().toStdString();
}

std::string code_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const fw::Error& error) {
    return error.fault().code;
  }
  return "";
}

/// Flips one bit.
void damage(const std::filesystem::path& file, int64_t from_end) {
  std::string text = fw::read_file(file);
  text[text.size() - static_cast<size_t>(from_end)] ^= 1;
  std::ofstream(file, std::ios::binary) << text;
}

}  // namespace

class TestLatentCache : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void entries_come_back_bit_for_bit() {
    QTemporaryDir folder;
    const fw::precompute::LatentCache cache(path_of(folder) / "Zwischenspeicher 漢字");
    const fw::precompute::CacheEntry entry{
        {"mean", torch::randn({4, 3, 6, 8})},
        {"logvar", torch::randn({4, 3, 6, 8}).to(torch::kBFloat16).transpose(2, 3)}};
    QVERIFY(!cache.is_whole(CacheKind::latents, "abc"));
    cache.write(CacheKind::latents, "abc", entry);
    QVERIFY(cache.is_whole(CacheKind::latents, "abc"));
    QVERIFY(!cache.is_whole(CacheKind::image, "abc"));
    const auto read = cache.read(CacheKind::latents, "abc");
    QCOMPARE(read.size(), size_t{2});
    for (const auto& [name, tensor] : entry) QVERIFY(torch::equal(read.at(name), tensor));
    QCOMPARE(read.at("logvar").scalar_type(), torch::kBFloat16);
  }

  void damage_is_found_data() {
    QTest::addColumn<int>("from_end");
    QTest::newRow("data") << 10;
    QTest::newRow("header") << 16 * 4 + 10;
  }
  void damage_is_found() {
    QFETCH(int, from_end);
    QTemporaryDir folder;
    const fw::precompute::LatentCache cache(path_of(folder));
    cache.write(CacheKind::text, "k", {{"embedding", torch::randn({16})}});
    damage(cache.file(CacheKind::text, "k"), from_end);
    QCOMPARE(code_of([&] { cache.read(CacheKind::text, "k"); }), std::string("precompute.cache_damaged"));
    // Precompute checks headers; damage found on reading removes the entry, so that it is recreated.
    QVERIFY(!cache.is_whole(CacheKind::text, "k"));
    QCOMPARE(code_of([&] { cache.read(CacheKind::text, "other"); }), std::string("precompute.cache_missing"));
  }

  void a_glance_finds_what_broke_off() {
    QTemporaryDir folder;
    const fw::precompute::LatentCache cache(path_of(folder));
    const auto file = cache.file(CacheKind::text, "k");
    const auto write = [&] { cache.write(CacheKind::text, "k", {{"embedding", torch::randn({16})}}); };
    write();
    const auto whole = std::filesystem::file_size(file);
    for (const auto size : {whole - 1, whole + 1, uintmax_t{20}, uintmax_t{3}, uintmax_t{0}}) {
      write();
      std::filesystem::resize_file(file, size);
      QCOMPARE(cache.check(CacheKind::text, "k")->code, std::string("precompute.cache_damaged"));
    }
    fw::tensor::save_tensors(file, {{"embedding", torch::randn({16})}}, {}, fw::Existing::replace);
    QCOMPARE(cache.check(CacheKind::text, "k")->code, std::string("precompute.cache_damaged"));
    QCOMPARE(cache.check(CacheKind::text, "other")->code, std::string("precompute.cache_missing"));
  }

  void a_glance_reads_no_data_and_a_check_of_the_content_does() {
    QTemporaryDir folder;
    const fw::precompute::LatentCache cache(path_of(folder));
    cache.write(CacheKind::text, "k", {{"embedding", torch::randn({16})}});
    damage(cache.file(CacheKind::text, "k"), 10);
    QVERIFY(cache.is_whole(CacheKind::text, "k"));
    QVERIFY(!cache.is_whole(CacheKind::text, "k", fw::precompute::EntryCheck::content));
  }

  void identity_follows_the_content() {
    QTemporaryDir folder;
    qputenv("XDG_CACHE_HOME", (path_of(folder) / "cache").c_str());
    const auto component = path_of(folder) / "vae";
    std::filesystem::create_directories(component);
    fw::write_file_atomically(component / "config.json", "{}", fw::Existing::replace);
    const auto weights = component / "diffusion_pytorch_model.safetensors";
    fw::tensor::save_tensors(weights, {{"w", torch::ones({64})}});
    const std::string first = fw::safetensors::component_identity(component);
    QCOMPARE(first.size(), size_t{32});
    QCOMPARE(fw::safetensors::component_identity(component), first);
    std::filesystem::rename(component, path_of(folder) / "moved");
    QCOMPARE(fw::safetensors::component_identity(path_of(folder) / "moved"), first);
    damage(path_of(folder) / "moved" / weights.filename(), 4);
    QVERIFY(fw::safetensors::component_identity(path_of(folder) / "moved") != first);
    // A damaged list of hashes counts as empty.
    std::ofstream(path_of(folder) / "cache/framewright/identities.json") << "{\"a\": 1,";
    QCOMPARE(fw::safetensors::component_identity(path_of(folder) / "moved").size(), size_t{32});
  }

  void hash_is_xxh3_128() {
    // The value for the empty input is from xxHash's own tests.
    QCOMPARE(fw::hash_hex(""), std::string("99aa06d3014798d86001c324468d497f"));
    fw::Hash128 parts;
    parts.update("ab");
    parts.update("c");
    QCOMPARE(parts.hex(), fw::hash_hex("abc"));
  }
};

QTEST_GUILESS_MAIN(TestLatentCache)
#include "test_latent_cache.moc"
