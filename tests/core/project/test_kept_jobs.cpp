// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "base/atomic_file.h"
#include "core/project/fixture.h"
#include "project/kept_jobs.h"

class TestKeptJobs : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void jobs_that_wait_outlive_their_session() {
    using fw::project::JobFile;
    TestFolder folder;
    const std::vector<fw::project::KeptJob> jobs{
        {0, {"merge", "Merge", {{"lora", "/a"}}}, false},
        {0, {"convert", "LoRA \"1\"", {{"lora", "/ä"}, {"n", 3}}, 7}, true, false, "/projects/ä"}};
    {
      JobFile file(folder.path(), "1-1");
      file.keep(jobs);
      QVERIFY(JobFile::left(folder.path()).empty());  // its session is still running
      QVERIFY_THROWS_EXCEPTION(fw::Error, JobFile(folder.path(), "1-1"));
    }
    const auto left = JobFile::left(folder.path());
    QCOMPARE(left.size(), size_t{1});
    QCOMPARE(left[0].jobs.size(), size_t{2});
    std::vector<fw::project::KeptJob> found = left[0].jobs;
    for (fw::project::KeptJob& job : found) job.id = 0;
    QVERIFY(found == jobs);
    JobFile::forget(left[0].file, std::vector<int64_t>{1});
    QCOMPARE(JobFile::left(folder.path())[0].jobs.size(), size_t{1});
    QCOMPARE(JobFile::left(folder.path())[0].jobs[0].id, int64_t{2});  // it keeps its number
    JobFile::forget(left[0].file, std::vector<int64_t>{2});
    QVERIFY(std::filesystem::is_empty(folder.path()));
    // Other files there are not queues.
    fw::write_file_atomically(folder.path() / "x.json", "[[1], {\"kind\": 3}", fw::Existing::refuse);
    fw::write_file_atomically(folder.path() / "y.json", "[[1], {\"kind\": 3}]", fw::Existing::refuse);
    QVERIFY(JobFile::left(folder.path()).empty());
  }
};

QTEST_APPLESS_MAIN(TestKeptJobs)
#include "test_kept_jobs.moc"
