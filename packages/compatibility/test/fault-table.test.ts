// @module-tag socket
import { faults, startMock } from "@model-access/mock";
import { ModelAccess, ModelAccessError } from "@model-access/sdk";
import { afterAll, expect, test, vi } from "vitest";
import { askOurClient } from "../src/fault-table/ask-our-client.ts";
import { type Dialect, dialects, listModes, type Mode } from "../src/fault-table/dialect.ts";
import { expectedOutcomes, type FaultCase, faultCases } from "../src/fault-table/expected-outcomes.ts";
import { createHandClock } from "../src/fault-table/hand-clock.ts";
import { printed } from "../src/fault-table/printed.ts";

const key = "sk-mock-full";
/** Longer than every default deadline of the client. */
const dayMs = 86_400_000;

let sessions = 0;
const mock = await startMock({ latency: "instant" });
afterAll(() => mock.close());

interface Observed {
  text: string | undefined;
  error: unknown;
  events: number;
  attempts: number;
}

/** Makes one call through a real socket. Time advances only while the client waits for a deadline or a delay. */
async function observe({
  fault,
  dialect,
  mode,
  silentAfter,
}: Pick<FaultCase, "dialect" | "mode"> & Partial<Pick<FaultCase, "fault" | "silentAfter">>): Promise<Observed> {
  const clock = createHandClock();
  const session = `case-${++sessions}`;
  const observed: Observed = { text: undefined, error: undefined, events: 0, attempts: 0 };
  const client = new ModelAccess({
    apiKey: key,
    baseURL: mock.baseURL,
    clock,
    async fetch(url, init) {
      observed.attempts += 1;
      const answer = fetch(url, init);
      if (silentAfter === "request") {
        answer.catch(() => {});
        await vi.waitFor(async () => expect(await readJournal(session)).toHaveLength(1), {
          interval: 5,
          timeout: 280_000,
        });
        clock.advance(dayMs);
      }
      return answer;
    },
    // The delay starts after this returns.
    onRetry: ({ delayMs }) => void setImmediate(() => clock.advance(delayMs)),
    defaultHeaders: { "x-mock-session": session, ...(fault !== undefined && { "x-mock-fault": fault }) },
  });
  const onEvent = () => {
    observed.events += 1;
    // Only once the loop waits for the next event: the reader's own time does not count.
    if (observed.events === silentAfter) setImmediate(() => clock.advance(dayMs));
  };
  try {
    observed.text = await askOurClient(client, { dialect, mode, onEvent });
  } catch (error) {
    observed.error = error;
  }
  await vi.waitFor(
    async () => {
      const endings = (await readJournal(session)).map(({ response }) => response?.ending ?? "none");
      expect(endings, "The mock still answers, so the client has not left.").not.toContain("open");
    },
    { interval: 5, timeout: 280_000 },
  );
  return observed;
}

async function readJournal(session: string): Promise<{ response?: { ending: string } }[]> {
  const answer = await fetch(`${mock.baseURL}/_mock/api/sessions/${session}/journal`);
  return ((await answer.json()) as { exchanges: { response?: { ending: string } }[] }).exchanges; // by its OpenAPI document
}

const unharmed = new Map<string, Promise<Observed>>();

function observeUnharmed(dialect: Dialect, mode: Mode): Promise<Observed> {
  const name = `${dialect} ${mode}`;
  const known = unharmed.get(name) ?? observe({ dialect, mode });
  unharmed.set(name, known);
  return known;
}

test.each(faultCases)("$fault, $dialect, $mode: $outcome", async (row) => {
  const { dialect, mode, outcome, attempts = 1, extraEvents = 0 } = row;
  const whole = await observeUnharmed(dialect, mode);

  const observed = await observe(row);

  expect(errorName(observed)).toBe(outcome);
  expect(observed.attempts).toBe(attempts);
  if (outcome === "whole") {
    expect(whole.text).toMatch(/\w/);
    expect(observed).toMatchObject({ text: whole.text, events: whole.events + extraEvents });
  } else {
    const { mayHaveBeenProcessed, partial } = observed.error as ModelAccessError & { partial?: unknown };
    expect(observed.error).toBeInstanceOf(ModelAccessError);
    expect(mayHaveBeenProcessed).toBe(row.mayHaveBeenProcessed);
    expect(partial !== undefined).toBe(row.hasPartial ?? false);
    expect(printed(observed.error)).not.toContain(key);
  }
});

function errorName({ error }: Observed): string {
  if (error === undefined) return "whole";
  return error instanceof Error ? error.constructor.name : String(error);
}

test.each(faults)("the table has every row of $name", ({ name, appliesTo }) => {
  const wanted = dialects.flatMap((dialect) =>
    listModes(dialect)
      .filter((mode) => appliesTo === "any" || appliesTo === mode)
      .map((mode) => `${dialect} ${mode}`),
  );

  const said = faultCases
    .filter(({ fault }) => faultName(fault) === name)
    .map(({ dialect, mode }) => `${dialect} ${mode}`);

  expect(new Set(said)).toEqual(new Set(wanted));
});

test("the table names only existing faults", () => {
  const names = faults.map(({ name }) => name);

  for (const { fault } of expectedOutcomes) expect(names).toContain(faultName(fault));
});

const faultName = (fault: string) => fault.split(";")[0];
