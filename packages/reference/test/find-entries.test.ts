import { expect, test } from "vitest";
import { findEntries, type SearchEntry } from "../src/page/find-entries.ts";
import { files } from "./pages.ts";

const script = files.get("assets/search-entries.js") ?? "";
const entries = JSON.parse(script.slice(script.indexOf("["), script.lastIndexOf("]") + 1)) as SearchEntry[];
const paths = (typed: string) => findEntries(entries, typed).map(([, , path]) => path);

test.each([
  ["drop_down", "schemas/DropDownControl.html"],
  ["drop down", "schemas/DropDownControl.html"],
  ["DropDownControl", "schemas/DropDownControl.html"],
  ["createMessage", "operations/createMessage.html"],
  ["/v1/videos", "operations/createVideo.html"],
  ["message_start", "schemas/MessageStartEvent.html"],
  ["setting controls", "controls.html"],
])("searching %j leads to %s", (typed, path) => {
  expect(paths(typed)[0]).toBe(path);
});

test.each([
  ["tool_choice", "schemas/ChatCompletionRequest.html"],
  ["rate limit", "index.html"],
  ["content_block_delta", "streams/messages.html"],
])("searching %j finds %s among others", (typed, path) => {
  expect(paths(typed)).toContain(path);
});

test("finds nothing for an empty query or an unknown word", () => {
  expect(paths("")).toEqual([]);
  expect(paths("  _ ")).toEqual([]);
  expect(paths("quetzalcoatl")).toEqual([]);
});
