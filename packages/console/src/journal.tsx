import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Exchange, ExchangeSummary, Key, NewReply } from "./admin.ts";
import { ExchangeDetail, Remarks } from "./exchange.tsx";
import {
  Badge,
  Button,
  Choice,
  duration,
  Field,
  Panel,
  type PanelContext,
  Table,
  timeOfDay,
  valuesIn,
} from "./parts.tsx";
import { identityOf, isOver, keyOf, statusOf, toneOf } from "./read-exchange.ts";
import type { View, Watch } from "./watch.ts";

type JournalProps = PanelContext & { view: View; watch: Watch; script(reply: NewReply): void };

const filterPauseMs = 200;
const heads = { Exchange: "", Time: "code", Operation: "", Key: "", Status: "", Took: "number", Remarks: "" };
const explanation = "Exchanges, newest first. The button in the first column shows an exchange below.";
const statuses = [
  ["", "Any status"],
  ["2xx", "2xx good"],
  ["4xx", "4xx refused"],
  ["429", "429 rate limit"],
  ["5xx", "5xx failed"],
] as const;
const verdicts = [
  ["", "With or without"],
  ["true", "With a verdict"],
  ["false", "Without a verdict"],
] as const;

/** The journal: its newest exchanges as they come, filtered, and one of them in detail. */
export function JournalPanel({ view, watch, script, admin, act }: JournalProps) {
  const { session, exchanges, hasMore, keys, live } = view;
  const { chosen, choose, close } = useChosen({ exchanges, admin, act });
  const identity = chosen && identityOf(chosen);
  const clear = async () => {
    await admin.call("clearJournal");
    close();
    return "The journal is empty.";
  };
  const reset = async () => {
    if (!confirm(`Reset the session ${admin.session}? This clears its journal, keys, points, faults and clock.`)) {
      return "Nothing was changed.";
    }
    const { world } = await admin.call("getSession");
    await admin.call("beginSession", { body: { world } });
    close();
    watch.follow();
    return `The session ${admin.session} was reset.`;
  };
  const actions = (
    <>
      <a class="button" href={admin.journalFile} download={`journal-${admin.session}.jsonl`}>
        Download JSON Lines
      </a>
      <Button text="Clear" onClick={() => act(clear)} />
      <Button text="Reset session…" onClick={() => act(reset)} />
    </>
  );
  const sign = (
    <span class={`live ${live.state}`} role="status">
      {live.text}
    </span>
  );
  return (
    <Panel id="journal" title="Journal" beside={sign} actions={actions}>
      <Filter exchanges={exchanges} keys={keys} onChange={(filter) => act(() => watch.filter(filter))} />
      <Table
        {...{
          label: "Exchanges",
          id: "exchanges",
          class: "exchanges",
          caption: <caption class="unseen">{explanation}</caption>,
        }}
        {...{ heads, rows: exchanges.map((exchange) => rowOf(exchange, { chosen: identity, choose })) }}
      >
        {session && exchanges.length === 0 && <Nothing isEmpty={session.exchanges === 0} />}
      </Table>
      <div class="bar">
        <p class="note">Times are UTC, by the session's clock; keys are masked.</p>
        <div class="actions">{hasMore && <Button text="Show 100 older" onClick={() => act(watch.showMore)} />}</div>
      </div>
      <section id="exchange" class="exchange" aria-labelledby="exchange-title" hidden={chosen === undefined}>
        {chosen && (
          <ExchangeDetail key={identity} {...{ exchange: chosen, exchanges, choose, close, script, admin, act }} />
        )}
      </section>
    </Panel>
  );
}

/**
 * The exchange that is shown in detail. The address names it (`#x-3`), so that it can be linked to, and the browser's back
 * button leads to the one before. It stays while newer ones push it out of the table.
 */
function useChosen({ exchanges, admin, act }: PanelContext & { exchanges: readonly ExchangeSummary[] }) {
  const [chosen, setChosen] = useState<Exchange>();
  const choose = (id: string) => {
    if (location.hash !== `#${id}`) history.pushState(null, "", `#${id}`);
    act(async () => {
      setChosen(await admin.getExchange(id));
      setTimeout(focusTitle);
      return "";
    });
  };
  const leave = () => {
    if (document.activeElement?.closest("#exchange")) {
      const pressed = document.querySelector<HTMLElement>('#exchanges [aria-pressed="true"]');
      (pressed ?? document.getElementById("journal-title"))?.focus();
    }
    setChosen(undefined);
  };
  const close = () => {
    if (idIn(location.hash) !== undefined) history.pushState(null, "", location.pathname + location.search);
    leave();
  };

  // Another section of the page in the address leaves open what is.
  const followAddress = () => {
    const id = idIn(location.hash);
    if (id !== undefined && id !== chosen?.id) choose(id);
    if (location.hash === "") leave();
  };
  useLayoutEffect(followAddress, []);
  useEffect(() => {
    addEventListener("hashchange", followAddress);
    return () => removeEventListener("hashchange", followAddress);
  });

  const listed = chosen && exchanges.find((exchange) => identityOf(exchange) === identityOf(chosen));
  const progress = listed && JSON.stringify([identityOf(listed), listed.response, listed.notes]);
  const shown = useRef(progress);
  useEffect(() => {
    if (listed === undefined || shown.current === progress) return;
    shown.current = progress;
    admin.getExchange(listed.id).then(
      (latest) => setChosen((current) => (current && identityOf(latest) === identityOf(current) ? latest : current)),
      () => {}, // the live sign says that the mock is gone
    );
  }, [progress]);

  return { chosen, choose, close };
}

const idIn = (hash: string) => /^#(x-\d+)$/.exec(hash)?.[1];

function focusTitle(): void {
  const title = document.getElementById("exchange-title");
  title?.focus({ preventScroll: true });
  title?.scrollIntoView({ block: "nearest" });
}

interface FilterProps {
  exchanges: ExchangeSummary[];
  keys: Key[];
  onChange(filter: object): void;
}

/** The filter of the journal; it is used once the reader pauses. */
function Filter({ exchanges, keys, onChange }: FilterProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const known = useRef(new Set<string>()).current;
  for (const { operationId } of exchanges) if (operationId !== undefined) known.add(operationId);
  const names = new Set(keys.map(({ name }) => name)); // a rotated key has the name of the old one
  return (
    <form
      {...{ id: "filter", class: "fields", role: "search", "aria-label": "Filter the journal" }}
      onSubmit={(event) => event.preventDefault()}
      onInput={({ currentTarget }) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onChange(valuesIn(currentTarget)), filterPauseMs);
      }}
    >
      <Choice label="Operation" name="operationId" choices={[["", "All operations"], ...known]} />
      <Choice label="Status" name="status" choices={statuses} />
      <Choice label="Key" name="key" choices={[["", "Every key"], ...names]} />
      <Choice label="Verdict" name="hasVerdict" choices={verdicts} />
      <Field label="Contains" name="text" type="search" />
    </form>
  );
}

function Nothing({ isEmpty }: { isEmpty: boolean }) {
  if (!isEmpty) return <p class="empty">No exchange matches the filter.</p>;
  return (
    <p class="empty">
      Nothing yet. A call to <code>{location.origin}</code> shows up here at once; <a href="#connect">Connect</a> has
      one to copy.
    </p>
  );
}

/** A row of the table. Its button, or a click anywhere in it, chooses the exchange. */
function rowOf(
  exchange: ExchangeSummary,
  { chosen, choose }: { chosen: string | undefined; choose(id: string): void },
) {
  const { id, at, operationId, request, response, notes } = exchange;
  const isChosen = identityOf(exchange) === chosen;
  const detail = [notes.model, response?.isStream && "stream"].filter(Boolean).join(", ");
  const attempt = notes.firstAttempt && `Attempt ${notes.attempt} of ${notes.firstAttempt}`;
  return {
    key: identityOf(exchange),
    class: isChosen ? "chosen" : "",
    // Who marks a text in the row wants to copy it.
    onClick: ({ target }: MouseEvent) =>
      (target instanceof HTMLButtonElement || getSelection()?.type !== "Range") && choose(id),
    cells: [
      <Button key={id} text={id} class="link" aria-controls="exchange" aria-pressed={isChosen} />,
      timeOfDay(at),
      <div key={id}>
        <div class="what">{operationId ?? `${request.method} ${request.target.split("?")[0]}`}</div>
        {detail && <small>{detail}</small>}
      </div>,
      keyOf(exchange),
      <Badge key={id} tone={toneOf(exchange)} text={statusOf(exchange)} />,
      response === undefined ? "–" : isOver(exchange) ? duration(response.endMs) : "…",
      <div key={id} class="remarks">
        {attempt && <span class="remark plain">{attempt}</span>}
        <Remarks notes={notes} />
      </div>,
    ],
  };
}
