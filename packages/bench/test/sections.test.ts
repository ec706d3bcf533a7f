import { expect, test } from "vitest";
import { chooseSections } from "../src/sections.ts";

const chooseNames = (...names: string[]) => chooseSections(names).map(({ name }) => name);

test("runs all sections but the pipeline by default", () => {
  expect(chooseNames()).toEqual(["mock", "streams", "sdk", "watch", "store", "contract-tests"]);
});

test("runs named sections in the page's order, the pipeline too", () => {
  expect(chooseNames("pipeline", "sdk")).toEqual(["sdk", "pipeline"]);
});
