// @module-tag socket
import { faults, startMock } from "@model-access/mock";
import { ModelAccess, ModelAccessError } from "@model-access/sdk";
import { afterAll, expect, test, vi } from "vitest";
import { askOurClient } from "../src/fault-table/ask-our-client.ts";
import { type Dialect, dialects, type Mode, modesOf } from "../src/fault-table/dialect.ts";
import { expectedOutcomes, type FaultCase, faultCases } from "../src/fault-table/expected-outcomes.ts";
import { createHandClock } from "../src/fault-table/hand-clock.ts";
import { printed } from "../src/fault-table/printed.ts";

const key = "sk-mock-full";
/** Longer than every deadline that a client has by itself. */
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

/** Makes one call through a real socket. Time stands still, but where only a deadline or a pause is waited for. */
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
        await vi.waitFor(async () => expect(await journalOf(session)).toHaveLength(1), {
          interval: 5,
          timeout: 280_000,
        });
        clock.advance(dayMs);
      }
      return answer;
    },
    // The pause begins when this has returned.
    onRetry: ({ delayMs }) => void setImmediate(() => clock.advance(delayMs)),
    defaultHeaders: { "x-mock-session": session, ...(fault !== undefined && { "x-mock-fault": fault }) },
  });
  const onEvent = () => {
    observed.events += 1;
    // Once the loop waits for more: time that its reader takes is not the service's.
    if (observed.events === silentAfter) setImmediate(() => clock.advance(dayMs));
  };
  try {
    observed.text = await askOurClient(client, { dialect, mode, onEvent });
  } catch (error) {
    observed.error = error;
  }
  await vi.waitFor(
    async () => {
      const endings = (await journalOf(session)).map(({ response }) => response?.ending ?? "none");
      expect(endings, "The mock still answers, so the client has not left.").not.toContain("open");
    },
    { interval: 5, timeout: 280_000 },
  );
  return observed;
}

async function journalOf(session: string): Promise<{ response?: { ending: string } }[]> {
  const answer = await fetch(`${mock.baseURL}/_mock/api/sessions/${session}/journal`);
  return ((await answer.json()) as { exchanges: { response?: { ending: string } }[] }).exchanges; // as its document says
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

  expect(nameOf(observed)).toBe(outcome);
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

function nameOf({ error }: Observed): string {
  if (error === undefined) return "whole";
  return error instanceof Error ? error.constructor.name : String(error);
}

test.each(faults)("the table says what becomes of $name wherever it applies", ({ name, appliesTo }) => {
  const wanted = dialects.flatMap((dialect) =>
    modesOf(dialect)
      .filter((mode) => appliesTo === "any" || appliesTo === mode)
      .map((mode) => `${dialect} ${mode}`),
  );

  const said = faultCases
    .filter(({ fault }) => nameOfFault(fault) === name)
    .map(({ dialect, mode }) => `${dialect} ${mode}`);

  expect(new Set(said)).toEqual(new Set(wanted));
});

test("the table names no fault that there is not", () => {
  const names = faults.map(({ name }) => name);

  for (const { fault } of expectedOutcomes) expect(names).toContain(nameOfFault(fault));
});

const nameOfFault = (fault: string) => fault.split(";")[0];
