import { expectTypeOf, test } from "vitest";
import {
  type components,
  type ErrorObject,
  type Grammar,
  grammars,
  type MessageContentBlock,
  type MessageRequest,
} from "../src/index.ts";

test("optional fields are optional, and an unknown role does not compile", () => {
  const request: MessageRequest = { model: "m", max_tokens: 1, messages: [{ role: "user", content: "Hi" }] };
  // @ts-expect-error: the messages interface has no such role
  const refused: MessageRequest = { model: "m", max_tokens: 1, messages: [{ role: "wizard", content: "Hi" }] };

  expectTypeOf(request).toMatchTypeOf(refused);
});

test("an open enum completes its known values and accepts any other", () => {
  const known: ErrorObject["type"] = "rate_limit_error";
  const tomorrow: ErrorObject["type"] = "quota_window_error";

  expectTypeOf(known).toMatchTypeOf(tomorrow);
});

test("a chat message completes its known roles and accepts any other", () => {
  type Role = components["schemas"]["ChatMessageOfAnyRole"]["role"];

  expectTypeOf<Extract<Role, "user">>().toEqualTypeOf<"user">();
  expectTypeOf<"moderator">().toMatchTypeOf<Role>();
});

test("a union of blocks narrows by type", () => {
  const text = (block: MessageContentBlock) => (block.type === "text" ? block.text : undefined);

  expectTypeOf(text).returns.toEqualTypeOf<string | undefined>();
});

test("types a chat reply's tool arguments and finish reason", () => {
  type Choice = components["schemas"]["ChatCompletion"]["choices"][number];

  expectTypeOf<"stop">().toMatchTypeOf<NonNullable<Choice["finish_reason"]>>();
});

test("types the grammar of each dialect, and allows other names", () => {
  expectTypeOf(grammars.messages).toEqualTypeOf<Grammar>();
  expectTypeOf(grammars["a dialect of tomorrow"]).toEqualTypeOf<Grammar | undefined>();
});
