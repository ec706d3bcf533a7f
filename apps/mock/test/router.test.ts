import { expect, test, vi } from "vitest";
import { createRouter } from "../src/request/router.js";

const own = [
  { method: "POST", path: "/v1/chat/completions" },
  { method: "GET", path: "/v1/models" },
  { method: "GET", path: "/v1/videos/{id}" },
];
const more = Array.from({ length: 60 }, (_, index) => ({ method: "POST", path: `/v1/things-${index}` }));

test("an operation is found with as few comparisons beside sixty others as alone", () => {
  const exec = vi.spyOn(RegExp.prototype, "exec");

  const comparisons = [own, [...more, ...own]].map((rows) => {
    const router = createRouter(rows);
    exec.mockClear();
    for (const { method, path } of own) {
      expect(router.find(method, path.replace("{id}", "v1"))?.row).toMatchObject({ method, path });
    }
    return exec.mock.calls.length;
  });

  expect(comparisons).toEqual([1, 1]);
});
