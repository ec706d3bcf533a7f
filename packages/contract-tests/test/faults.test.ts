import { test } from "vitest";
import { expectFound } from "./expect-found.ts";
import { chatFaults } from "./faults/chat.ts";
import { chatStreamFaults } from "./faults/chat-stream.ts";
import { messagesFaults } from "./faults/messages.ts";
import { requestFaults } from "./faults/requests.ts";

test.each(
  [...chatFaults, ...chatStreamFaults, ...messagesFaults, ...requestFaults].map((fault) => [fault.id, fault] as const),
)("finds %s, and blames nothing else", (_id, fault) => expectFound(fault));
