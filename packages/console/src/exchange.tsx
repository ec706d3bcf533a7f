import type { RecordedResponse } from "@model-access/contract";
import type { Exchange, ExchangeSummary, NewReply } from "./admin.ts";
import { asCurl, asFetch, bodyOf, headersAgain, type SendAgain, whyNotAgain } from "./exchange-as-code.ts";
import { Badge, Button, Code, copyText, duration, type PanelContext, Table, timeOfDay } from "./parts.tsx";
import { identityOf, isStream, keyOf, omission, readable, statusOf, toneOf } from "./read-exchange.ts";
import { replyDraft } from "./reply-draft.ts";

interface DetailProps extends PanelContext {
  exchange: Exchange;
  /** Those in the table, newest first. */
  exchanges: readonly ExchangeSummary[];
  choose(id: string): void;
  close(): void;
  script(reply: NewReply): void;
}

const shownPieces = 500;
const endings: Record<RecordedResponse["ending"], string> = {
  complete: "whole",
  cut: "the connection closed half-way",
  reset: "the connection was reset",
  left: "the client left",
  open: "not over yet",
};

export function ExchangeDetail({ exchange, exchanges, choose, close, script, admin, act }: DetailProps) {
  const { id, operationId, at, request, response, notes } = exchange;
  const isListed = exchanges.some((other) => identityOf(other) === identityOf(exchange));
  const firstId = notes.firstAttempt ?? id;
  const attempts = exchanges
    .filter((other) => other.id === firstId || other.notes.firstAttempt === firstId)
    .toReversed();
  const facts = {
    Time: timeOfDay(at),
    Key: keyOf(exchange),
    Model: notes.model,
    "Headers after": response && duration(response.headersMs),
    "Over after": response && response.ending !== "open" ? duration(response.endMs) : undefined,
    Ending: response && endings[response.ending],
  };
  const reason = whyNotAgain(exchange);
  const draft = replyDraft(exchange);
  const again = async (): Promise<SendAgain> => {
    const known = (await admin.call("listKeys")).keys.find(({ name }) => name === notes.key);
    return { baseURL: location.origin, apiKey: known?.key };
  };
  const requestActions = {
    "Copy as curl": async () => copyText(asCurl(exchange, await again()), `${id} as curl`),
    "Copy as fetch": async () => copyText(asFetch(exchange, await again()), `${id} as fetch`),
    "Send again": async () => `Sent ${id} again: ${await send(exchange, await again())}.`,
  };
  return (
    <>
      <div class="bar">
        <h3 id="exchange-title" tabIndex={-1}>{`${id} ${operationId ?? "no operation"}`}</h3>
        <div class="actions">
          {reason && <span class="note">{reason}</span>}
          {Object.entries(requestActions).map(([text, action]) => (
            <Button text={text} key={text} disabled={reason !== undefined} onClick={() => act(action)} />
          ))}
          {draft && <Button text="Always answer this way…" onClick={() => script(draft)} />}
          <Button text="Close" onClick={close} />
        </div>
      </div>
      {!isListed && <p class="note">It is not in the table above.</p>}
      <dl class="facts">
        {Object.entries(facts).map(
          ([name, value]) =>
            value !== undefined && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <div class="remark-list">
        <Remarks notes={notes} />
      </div>
      {attempts.length > 1 && (
        <div class="attempts">
          <h4>{`${attempts.length} attempts of one request`}</h4>
          <ol>
            {attempts.map((other, index) => (
              <li key={other.id}>
                <Button
                  text={`${other.id}: ${statusOf(other)}${waitedBefore(other, attempts[index - 1])}`}
                  aria-current={other.id === id ? "true" : undefined}
                  onClick={() => choose(other.id)}
                />
              </li>
            ))}
          </ol>
        </div>
      )}
      <div class="sides">
        <div>
          <h4>Request</h4>
          <p class="code">{`${request.method} ${request.target}`}</p>
          <Headers headers={request.headers} title="Request headers" />
          <Code label="Request body" text={readable(request.body)} />
        </div>
        <div>
          <h4>Response</h4>
          <p>{response === undefined ? "None." : <Badge tone={toneOf(exchange)} text={statusOf(exchange)} />}</p>
          {response && <Headers headers={response.headers} title="Response headers" />}
          {response && isStream(exchange) && <Pieces {...response} />}
          {!isStream(exchange) && <Code label="Response body" text={readable(response?.chunks[0])} />}
        </div>
      </div>
    </>
  );
}

/** The remarks on the client and the answer, each in words and with its own sign. */
export function Remarks({ notes }: Pick<ExchangeSummary, "notes">) {
  const remarks = [
    ...notes.verdicts.map(({ isGood, says }) =>
      isGood ? { tone: "good", sign: "✓", name: "Good", says } : { tone: "bad", sign: "✗", name: "Wrong", says },
    ),
    ...notes.faults.map((fault) => ({ tone: "refused", sign: "⚡", name: "Fault", says: `Fault ${fault}` })),
    ...notes.notices.map((says) => ({ tone: "plain", sign: "i", name: "Notice", says })),
  ];
  return remarks.map(({ tone, sign, name, says }) => (
    <span key={says} class={`remark ${tone}`}>
      <span class="sign" aria-hidden="true">
        {sign}
      </span>
      <span class="unseen">{`${name}: `}</span>
      {says}
    </span>
  ));
}

function waitedBefore({ at }: ExchangeSummary, before: ExchangeSummary | undefined): string {
  if (before === undefined) return "";
  return ` after ${duration(Date.parse(at) - Date.parse(before.at) - (before.response?.endMs ?? 0))}`;
}

function Headers({ headers, title }: { headers: [string, string][]; title: string }) {
  return (
    <details>
      <summary>{`${title} (${headers.length})`}</summary>
      <table class="code headers">
        <tbody>
          {headers.map(([name, value]) => (
            <tr key={`${name} ${value}`}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** The pieces of a stream: when each came, as marks on a line and as a table. */
function Pieces({ chunks, endMs }: RecordedResponse) {
  const longestMs = Math.max(endMs, ...chunks.map(({ atMs }) => atMs), 1);
  const places = new Set(chunks.map(({ atMs }) => Math.round((atMs / longestMs) * 997)));
  const omitted = chunks.at(-1)?.omittedBytes;
  const caption = [
    `${chunks.length} pieces in ${duration(endMs)}`,
    chunks.length > shownPieces && `; the first ${shownPieces} are shown`,
    omitted !== undefined && ` ${omission(omitted)}`,
  ].filter(Boolean);
  const heads = { "At, ms": "number", "Gap, ms": "number", "On the wire": "code wire" };
  const rows = chunks.slice(0, shownPieces).map((chunk, index) => {
    const gapMs = chunk.atMs - (chunks[index - 1]?.atMs ?? 0);
    const text = "text" in chunk ? chunk.text.trimEnd() : `${chunk.base64} (base64)`;
    return { key: index, cells: [chunk.atMs.toFixed(1), `+${gapMs.toFixed(1)}`, text] };
  });
  return (
    <div>
      <svg class="timeline" viewBox="0 0 1000 24" preserveAspectRatio="none" aria-hidden="true">
        <rect class="line" x="0" y="11" width="1000" height="2" />
        {[...places].map((x) => (
          <rect key={x} class="mark" x={x} y="3" width="3" height="18" />
        ))}
      </svg>
      <Table label="Pieces" class="pieces" heads={heads} rows={rows} caption={<caption>{caption}</caption>} />
    </div>
  );
}

/** Sends the request as the page, and says what came of it. */
async function send(exchange: Exchange, to: SendAgain): Promise<string> {
  const { method, target } = exchange.request;
  const body = bodyOf(exchange);
  const init = { method, headers: headersAgain(exchange, to), ...(body !== undefined && { body }) };
  try {
    const response = await fetch(to.baseURL + target, init);
    void response.text().catch(() => {}); // a stream may take long; the journal shows how it ends
    return `answered ${response.status}`;
  } catch {
    return "the connection broke";
  }
}
