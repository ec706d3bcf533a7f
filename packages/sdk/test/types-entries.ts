// Compiled by `typecheck`, never run: good calls of the further entries, and bad ones with the error on the line that is wrong.
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { type } from "arktype";
import { createClient, createCluster, createSentinel } from "redis";
import * as v from "valibot";
import { z } from "zod";
import {
  type ControlsError,
  type ControlValues,
  nearestStep,
  parametersFor,
  parseControls,
  visibleSections,
} from "../src/controls/index.js";
import type { ChatCompletion, ChatCompletionRequest, ModelAccess, ModelList } from "../src/index.js";
import {
  createPacer,
  createPriceTable,
  createSpendGuard,
  estimatePoints,
  estimateRequest,
} from "../src/points/index.js";
import { createRedisPace, createRedisSpend } from "../src/points-redis/index.js";
import {
  chatResponseFormat,
  messageOutputFormat,
  parseChatCompletion,
  parseMessage,
  parseResponse,
  parseText,
  responseTextFormat,
  type StandardSchema,
} from "../src/structured/index.js";
import { createTestFetch, eventStreamReply, jsonReply, stall, truncate } from "../src/testing/index.js";

declare const client: ModelAccess;
declare const completion: ChatCompletion;
declare const models: ModelList;
const messages: ChatCompletionRequest["messages"] = [{ role: "user", content: "Who?" }];

// Controls
const controls = parseControls('{"api_version":"2"}');
for (const section of visibleSections(controls, { style: "photo" })) {
  for (const control of section.controls) {
    if (control.control === "slider") nearestStep(control, control.min_value);
    if (control.control === "drop_down") control.options.map(({ name }) => name);
    // @ts-expect-error conditions are evaluated already
    if (control.control === "condition") control.controls;
    // @ts-expect-error not every control has options
    control.options;
  }
}
export const sent: ControlValues = parametersFor(controls, { wetness: 0.7, thinking: true, style: "photo" });
export const at = (error: ControlsError): string[] => error.issues.map(({ pointer }) => pointer);
client.bots.respond({ bot: "b", messages: [{ role: "user", content: "Draw a cat", parameters: sent }] });
// @ts-expect-error a value is a text, a number or a boolean
parametersFor(controls, { style: ["photo"] });
// @ts-expect-error a document is parsed first
parametersFor('{"api_version":"2"}');

// Structured output: the type of the value is the schema's
const zodPerson = z.object({ name: z.string(), born: z.string().transform((text) => new Date(text)) });
const valibotPerson = v.object({ name: v.string(), age: v.number() });
const arktypePerson = type({ name: "string", age: "number" });

export async function structured(): Promise<unknown[]> {
  const born: Date = (await parseChatCompletion(completion, zodPerson)).born;
  const age: number = (await parseChatCompletion(completion, valibotPerson)).age;
  const name: string = (await parseText("{}", arktypePerson)).name;
  // @ts-expect-error the schema has no such member
  (await parseText("{}", arktypePerson)).surname;
  // @ts-expect-error a schema of no library
  parseText("{}", { type: "object" });
  return [born, age, name];
}
client.chat.completions.create({
  model: "m",
  messages,
  response_format: chatResponseFormat(zodPerson, { name: "person" }),
});
messageOutputFormat(valibotPerson, { jsonSchema: { type: "object" } });
responseTextFormat(arktypePerson, { strict: true, description: "A person" });
// @ts-expect-error a name is a text
chatResponseFormat(zodPerson, { name: 7 });
// @ts-expect-error the messages interface knows no strict schemas
messageOutputFormat(zodPerson, { strict: true });
// Every schema of the standard fits, of whatever library.
export const standard = <Output>(schema: StandardSchemaV1<unknown, Output>): StandardSchema<Output> => schema;

export async function everyDialect(): Promise<string[]> {
  const body = { model: "m", messages: [{ role: "user" as const, content: "Who?" }], max_tokens: 64 };
  const response_format = chatResponseFormat(zodPerson);
  const stream = await client.chat.completions.create({ ...body, response_format, stream: true });
  const message = await client.messages.create({ ...body, output_config: { format: messageOutputFormat(zodPerson) } });
  const text = { format: responseTextFormat(zodPerson) };
  const response = await client.responses.create({ model: "m", input: "Who?", text });
  const responses = await client.responses.create({ model: "m", input: "Who?", text, stream: true });
  const people = [
    await parseChatCompletion(await stream.final(), zodPerson),
    await parseMessage(message, zodPerson),
    await parseResponse(response, zodPerson),
    await parseResponse(await responses.final(), zodPerson),
  ];
  return people.map(({ name }) => name);
}

// Testing kit
const { fetch, calls } = createTestFetch([
  truncate(eventStreamReply([{ data: "[DONE]" }]), { afterEvents: 1 }),
  stall(jsonReply({}), { afterBytes: 1 }),
]);
export const fits: typeof globalThis.fetch = fetch;
createTestFetch((call, index) => jsonReply([call.method, index]));
// @ts-expect-error a fault has a place
truncate(jsonReply({}));
// @ts-expect-error calls are read only
calls[0].url = "";
// @ts-expect-error a reply is no Response
createTestFetch([new Response()]);

// Points
const prices = createPriceTable(models);
const points: number | "unknown" = estimatePoints(prices, { model: "m", inputTokens: 10 });
export const asText: string = estimateRequest(prices, { model: "m", max_tokens: 10 }).restsOn;
createSpendGuard({ prices, maxPoints: 100, allowUnknown: true }).middleware;
createPacer({ requestsPerMinute: 100 });
// @ts-expect-error it may be unknown
points.toFixed();
// @ts-expect-error a guard has a limit
createSpendGuard({ prices });
// @ts-expect-error what was spent is read only
createSpendGuard({ prices, maxPoints: 1 }).spentPoints = 0;

// Counts of many processes
const redis = createClient({ url: "redis://127.0.0.1" });
createPacer({ shared: createRedisPace(redis, { name: "key" }) });
createSpendGuard({ prices, maxPoints: 1, shared: createRedisSpend(createCluster({ rootNodes: [] }), { name: "key" }) });
createRedisPace(createSentinel({ name: "one", sentinelRootNodes: [] }), { name: "key", timeoutMs: 100 });
// @ts-expect-error counts have a name
createRedisPace(redis, {});
