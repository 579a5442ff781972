// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "base/atomic_file.h"
#include "core/project/fixture.h"
#include "project/kept_jobs.h"

using fw::project::Project;

class TestKeptJobs : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void jobs_that_wait_outlive_their_session() {
    using fw::project::KeptJob;
    TestFolder folder;
    const std::vector<KeptJob> jobs{{0, {"train", "LoRA \"1\"", {{"run", "/runs/ä"}}, 90.5}, true},
                                    {0, {"precompute", "Encode", {{"cache", "/c"}, {"n", 3}}}, false}};
    Project project = Project::create(folder.path());
    keep_jobs(project, "first", jobs);
    QVERIFY(left_jobs(project, "first").empty());
    keep_jobs(project, "second", {jobs.data(), 1});
    std::vector<KeptJob> left = left_jobs(project, "second");
    QCOMPARE(left.size(), size_t{2});
    const std::vector<int64_t> ids{left[0].id};
    for (KeptJob& job : left) job.id = 0;
    QVERIFY(left == jobs);
    forget_jobs(project, ids);
    keep_jobs(project, "second", {});
    QCOMPARE(left_jobs(project, "third").size(), size_t{1});
    QVERIFY(!project.undo_label());  // no part of what can be undone
  }

  void jobs_of_no_project_wait_in_a_file() {
    using fw::project::JobFile;
    TestFolder folder;
    const std::vector<fw::project::KeptJob> jobs{{0, {"merge", "Merge", {{"lora", "/a"}}}, false},
                                                 {0, {"convert", "Convert", {{"lora", "/b"}}, 7}, true}};
    {
      JobFile file(folder.path(), "1-1");
      file.keep(jobs);
      QVERIFY(JobFile::left(folder.path()).empty());  // its session lives
      QVERIFY_THROWS_EXCEPTION(fw::Error, JobFile(folder.path(), "1-1"));
    }
    const auto left = JobFile::left(folder.path());
    QCOMPARE(left.size(), size_t{1});
    QCOMPARE(left[0].jobs.size(), size_t{2});
    QCOMPARE(left[0].jobs[1].spec.title, std::string("Convert"));
    QVERIFY(left[0].jobs[1].spec == jobs[1].spec && left[0].jobs[1].has_begun);
    JobFile::forget(left[0].file, std::vector<int64_t>{1});
    QCOMPARE(JobFile::left(folder.path())[0].jobs.size(), size_t{1});
    QCOMPARE(JobFile::left(folder.path())[0].jobs[0].id, int64_t{2});  // it keeps its number
    JobFile::forget(left[0].file, std::vector<int64_t>{2});
    QVERIFY(std::filesystem::is_empty(folder.path()));
    // What somebody else put there is no queue.
    fw::write_file_atomically(folder.path() / "x.json", "[[1], {\"kind\": 3}", fw::Existing::refuse);
    fw::write_file_atomically(folder.path() / "y.json", "[[1], {\"kind\": 3}]", fw::Existing::refuse);
    QVERIFY(JobFile::left(folder.path()).empty());
  }
};

QTEST_APPLESS_MAIN(TestKeptJobs)
#include "test_kept_jobs.moc"
