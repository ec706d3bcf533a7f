import { writeExchange } from "@model-access/contract";
import { expect, test } from "vitest";
import { exchanges } from "../src/areas.js";
import type { Call, Facts } from "../src/exchange.js";
import { createCleaner } from "../src/report/clean.js";
import { curlOf, longestCommand } from "../src/report/curl.js";
import { recordExchange } from "../src/run/record-exchange.js";
import { secretsIn, writeRequest } from "../src/run/write-request.js";
import type { WireRequest } from "../src/wire/wire.js";

const root = "https://h.example";
const names = ["apiKey", "noPermission", "noPoints", "revoked", "lowLimit", "sameAccount"] as const;

/** Keys with every kind of character that some writer has to escape; each has characters of its own. */
const keys = Object.fromEntries(
  names.map((name, at) => [name, `sk-${"Qq"[at % 2]}${at}x"Vw\\+/=&%'${at}KzJ${at}mN`]),
) as Record<(typeof names)[number], string>;

const facts: Facts = {
  modelFor: () => "some-model",
  otherModel: () => "some-model",
  modelList: { data: [{ id: "some-model", supported_features: ["tools"] }] },
  replyTo: () => undefined,
  given: { privateBot: "somebody-elses-bot", appBot: "app-creator", foreignModel: "another-model" },
  mayWait: true,
  videoWaitMs: 0,
  isLocal: true,
};

const written = exchanges.flatMap((plan) => {
  const call = plan.write(facts);
  return "because" in call ? [] : [{ plan, call }];
});

/** Each way in which a call of the suite carries a key, and the keys in each part of a request that a call writes. */
const ways = new Map(
  written.map(({ plan, call }) => [`${call.key ?? "own"} ${call.keyPlace ?? "bearer"}`, { plan, call }]),
);

const inParts: [string, (key: string) => Call][] = [
  ["JSON", (key) => ({ json: { user: key } })],
  ["a form", (key) => ({ form: { user: key } })],
  ["a query", (key) => ({ query: { user: key } })],
  ["a path", (key) => ({ path: { bot_name: key } })],
];

test.each([...ways.keys()])("leaves nothing of a key (%s) in a journal, a report or a command line", (way) => {
  const { plan, call } = ways.get(way) ?? expect.fail();

  expect(shownOf(writeRequest(plan, call, { root, keys }), call).filter(isRecoverable)).toEqual([]);
});

test.each(inParts)("leaves nothing of a key in %s", (_part, callWith) => {
  const plan = exchanges.find(({ operationId }) => operationId === "queryBot") ?? expect.fail();

  const shown = Object.values(keys).flatMap((key) => {
    const call = callWith(key);
    return shownOf(writeRequest(plan, call, { root, keys }), call);
  });

  expect(shown.filter(isRecoverable)).toEqual([]);
});

/** All that is printed and written of a request. */
function shownOf(request: WireRequest, { key }: Call): string[] {
  const secrets = secretsIn(keys);
  const clean = createCleaner(...secrets);
  const plan = exchanges[0] ?? expect.fail();
  const record = recordExchange(
    request,
    { tookMs: 1 },
    { ...{ id: plan.id, plan, at: new Date(0), secrets }, ...(key && { key }) },
  );
  // A service may repeat in an error what it was sent.
  const echoes = [...Object.values(request.headers), request.url, request.body ?? ""];
  return [
    writeExchange(record),
    clean(curlOf(request, keys), longestCommand),
    ...echoes.map((echo) => clean(echo, 9_000)),
  ];
}

/** True if eight characters of a key can be read from a text, in any letter case, decoded or not. */
function isRecoverable(text: string): boolean {
  const encoded = text.match(/[A-Za-z0-9+/_-]{8,}={0,2}/g) ?? [];
  const read = [text, text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))]
    .flatMap((each) => [each, each.replaceAll("\\\\", "\\").replaceAll('\\"', '"')])
    .concat(encoded.map((each) => Buffer.from(each, "base64").toString("latin1")))
    .map((each) => each.toLowerCase());
  return Object.values(keys).some((key) =>
    [...Array(key.length - 7).keys()].some((at) =>
      read.some((each) => each.includes(key.slice(at, at + 8).toLowerCase())),
    ),
  );
}
