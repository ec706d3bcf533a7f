// Reads the reports of Vitest and, for an app with browser tests, of Playwright: the counts, and which tests failed.
import { relative } from "node:path";

/**
 * Returns the counts of a project's report and a line for each failed test, `examples/app/test/a.test.ts: title`, so
 * that the end of a long log still names them. `folder` is the project's, relative to `root`.
 */
export function readReport(report, { root, folder }) {
  return report.stats === undefined ? readVitest(report, { root, folder }) : readPlaywright(report, folder);
}

function readVitest({ testResults, success, ...counts }, { root, folder }) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name).replaceAll("\\", "/");
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length > 0) return failed.map(({ fullName }) => `${file}: ${fullName}`);
    return status === "failed" ? [`${file}: ${firstLine(message) || "failed outside its tests"}`] : [];
  });
  if (!success && failures.length === 0) failures.push(`${folder}: an error outside the tests`);
  return {
    passed: counts.numPassedTests,
    failed: failures.length,
    skipped: counts.numPendingTests + counts.numTodoTests,
    failures,
  };
}

function readPlaywright({ stats, errors, suites }, folder) {
  const failures = [
    ...specsOf(suites)
      .filter(({ ok }) => !ok)
      .map(({ path, titles }) => `${folder}/test-browser/${path}: ${titles.join(" ")}`),
    ...errors.map(({ message }) => `${folder}: ${firstLine(message)}`),
  ];
  return {
    passed: stats.expected + stats.flaky,
    failed: Math.max(failures.length, stats.unexpected),
    skipped: stats.skipped,
    failures,
  };
}

/** Every test under these suites. A file is a suite, and its title is its path; a `describe` is a suite inside it. */
function specsOf(suites, outer = []) {
  return suites.flatMap(({ file, title, specs = [], suites: inner = [] }) => {
    const titles = title === file ? outer : [...outer, title];
    return [
      ...specs.map((spec) => ({ ok: spec.ok, path: file, titles: [...titles, spec.title] })),
      ...specsOf(inner, titles),
    ];
  });
}

function firstLine(message = "") {
  return message.trim().split("\n")[0];
}
