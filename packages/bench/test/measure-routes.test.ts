import { expect, test } from "vitest";
import { measureRoutes } from "../src/measure-routes.ts";

test("the route table is measured with few operations and with sixty more", async () => {
  const routes = await measureRoutes([], { rounds: 1, lookups: 100 });

  expect(routes.map(({ operations }) => operations)).toEqual([6, 66]);
});
