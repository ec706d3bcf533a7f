// A reporter of Playwright: counts the tests, as those of the packages are counted.
import type { Reporter, Suite, TestCase, TestError } from "@playwright/test/reporter";
import { firstLine, pathOf, type TestCounts, writeCounts } from "../../../scripts/test-counts.ts";

export default class CountTests implements Reporter {
  readonly #counts: TestCounts = { passed: 0, skipped: 0, failures: [], flaky: [] };
  #tests: TestCase[] = [];

  onBegin(_config: unknown, suite: Suite): void {
    this.#tests = suite.allTests();
  }

  onError({ message = "an error outside the tests" }: TestError): void {
    this.#counts.failures.push(`${pathOf(process.cwd())}: ${firstLine(message)}`);
  }

  onEnd(): void {
    for (const test of this.#tests) {
      const name = `${pathOf(test.location.file)}: ${test.title}`;
      const outcome = test.outcome();
      if (outcome === "skipped") this.#counts.skipped += 1;
      else if (outcome === "unexpected") this.#counts.failures.push(name);
      else this.#counts.passed += 1;
      if (outcome === "flaky") this.#counts.flaky.push(name);
    }
    writeCounts("reports/test-browser.json", this.#counts);
  }
}
