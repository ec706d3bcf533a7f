import { expect, test } from "vitest";
import { getBotResponse, type ModelAccess, OptionError, uploadFile } from "../src/index.js";
import { clientOf, failureOf } from "./stub-service.js";

// What the types forbid, and programs without types do.
type Call = (client: ModelAccess, missing: never) => PromiseLike<unknown>;

const calls: [string, Call][] = [
  ["chat.completions.create", (client, body) => client.chat.completions.create(body)],
  ["chat.completions.stream", (client, body) => client.chat.completions.stream(body).final()],
  ["messages.create", (client, body) => client.messages.create(body)],
  ["responses.create", (client, body) => client.responses.create(body)],
  ["bots.respond", (client, query) => client.bots.respond(query).final()],
  ["videos.create", (client, input) => client.videos.create(input)],
  ["videos.extend", (client, body) => client.videos.extend(body)],
  ["videos.remix", (client, body) => client.videos.remix("v1", body)],
  ["videos.retrieve", (client, id) => client.videos.retrieve(id)],
  ["videos.content", (client, id) => client.videos.content(id)],
  ["videos.waitFor", (client, id) => client.videos.waitFor(id)],
  ["files.upload", (client, input) => client.files.upload(input)],
  ["uploadFile", (_client, input) => uploadFile(input, { baseURL: "https://api.example" })],
  ["getBotResponse", (_client, query) => getBotResponse(query, { baseURL: "https://api.example" }).final()],
];

test.each(calls.flatMap(([name, call]) => [undefined, null].map((missing) => [name, missing, call] as const)))(
  "%s(%s) says what is missing, and sends nothing",
  async (_name, missing, call) => {
    let sent = 0;
    const client = clientOf(async () => {
      sent++;
      return Response.json({});
    });

    const failure = await failureOf((async () => call(client, missing as never))());

    expect(failure).toBeInstanceOf(OptionError);
    expect(sent).toBe(0);
  },
);

test.each([undefined, null])("takes %s for no parameters", async (none) => {
  const client = clientOf(async () => Response.json({ data: [], current_point_balance: 1 }));

  await client.models.list(none as never);
  await client.usage.balance(none as never);
  for await (const _entry of client.usage.history(none as never));
});
