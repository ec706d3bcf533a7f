import { expect, test } from "vitest";
import { chooseSections } from "../src/sections.ts";

const namesOf = (...names: string[]) => chooseSections(names).map(({ name }) => name);

test("without a name all sections but the pipeline are measured", () => {
  expect(namesOf()).toEqual(["mock", "streams", "sdk", "watch", "store", "contract-tests"]);
});

test("named sections are measured in the order of the page, the pipeline too", () => {
  expect(namesOf("pipeline", "sdk")).toEqual(["sdk", "pipeline"]);
});
