import type {
  Admin,
  Bot,
  ExchangeSummary,
  Fault,
  FaultRule,
  JournalFilter,
  Key,
  Latency,
  Reply,
  Session,
} from "./admin.ts";
import { identityOf, isOver } from "./read-exchange.ts";

export interface View {
  /** Undefined until the first answer. */
  session?: Session;
  latency?: Latency;
  keys: Key[];
  rules: FaultRule[];
  catalogue: Fault[];
  replies: Reply[];
  sessions: Session[];
  bots: Bot[];
  /** Newest first. */
  exchanges: ExchangeSummary[];
  hasMore: boolean;
  live: { text: string; state: string };
}

export type Watch = ReturnType<typeof watchSession>;

const lookEveryMs = 2000;
/** Exchanges that come one after the other lead to one look; a search for a text costs the mock more. */
const lookPauseMs = 150;
const searchPauseMs = 500;
const retryMs = 3000;
const step = 100;

/** Watches a session: looks at it as exchanges end and every two seconds, since others change it too. */
export function watchSession(
  admin: Admin,
  { show, onEnd }: { show: (view: View) => void; onEnd: (exchange: ExchangeSummary) => void },
) {
  const lists = { keys: [], rules: [], catalogue: [], replies: [], sessions: [], bots: [], exchanges: [] };
  let view: View = { ...lists, hasMore: false, live: { text: "Connecting", state: "" } };
  let filter: JournalFilter = {};
  let limit = step;
  let source: EventSource | undefined;
  let isLookDue = false;
  let isLookMissed = false;
  let wasLost = false;
  /** The state of the journal, and the question, that the exchanges are the answer to. */
  let answered = "";
  let lookCount = 0;
  let shownLook = 0;

  follow();
  setInterval(() => document.hidden || isLookDue || lookQuietly(), lookEveryMs);
  document.addEventListener("visibilitychange", () => document.hidden || lookQuietly());
  return {
    look,
    follow,
    async filter(given: JournalFilter): Promise<string> {
      filter = given;
      await look();
      return shownNow();
    },
    async showMore(): Promise<string> {
      limit += step;
      await look();
      return shownNow();
    },
  };

  /** Looks at everything; at the journal only if it may have changed. */
  async function look({ isTold = false } = {}): Promise<void> {
    lookCount += 1;
    const own = lookCount;
    const [session, latency, bots, ...lists] = await Promise.all([
      admin.call("getSession"),
      admin.call("getLatency"),
      admin.listBots(),
      admin.call("listKeys"),
      admin.call("listFaults"),
      admin.call("listReplies"),
      admin.call("listSessions"),
    ]);
    const question = JSON.stringify([session.exchanges, filter, limit]);
    const isSame = !isTold && question === answered && view.exchanges.every((exchange) => isOver(exchange));
    const found = isSame ? undefined : await admin.listExchanges(filter, limit + 1);
    if (own < shownLook) return; // a later look came back first
    shownLook = own;
    const known = new Set(view.exchanges.map(identityOf));
    const isFirst = view.session === undefined;
    update(Object.assign({ session, latency, bots }, ...lists));
    if (found === undefined) return;
    const isNewQuestion = answered.replace(/^\[\d*/, "") !== question.replace(/^\[\d*/, "");
    answered = question;
    update({ exchanges: found.slice(0, limit), hasMore: found.length > limit });
    // No event told of this end: the session was reset elsewhere, and the old one is followed.
    const isUntold = found.some((exchange) => isOver(exchange) && !known.has(identityOf(exchange)));
    if (isUntold && !isTold && !isLookDue && !isFirst && !isNewQuestion) follow();
  }

  /** The live sign says already if the mock is gone. */
  function lookQuietly(options?: { isTold: boolean }): void {
    look(options).catch(() => {});
  }

  function lookSoon(): void {
    isLookMissed = isLookDue;
    if (isLookDue) return;
    isLookDue = true;
    const afterPause = async () => {
      isLookMissed = false;
      await look({ isTold: true }).catch(() => {}); // as above
      isLookDue = false;
      if (isLookMissed) lookSoon();
    };
    setTimeout(afterPause, filter.text === undefined ? lookPauseMs : searchPauseMs);
  }

  /** Listens for exchanges as they end. Comes back by itself if the mock was gone, and says so. */
  function follow(): void {
    source?.close();
    const opened = new EventSource(admin.journalEvents);
    source = opened;
    opened.onopen = () => {
      update({ live: { text: "Live", state: "on" } });
      if (wasLost) lookQuietly({ isTold: true });
      wasLost = false;
    };
    opened.onerror = () => {
      wasLost = true;
      // The browser tries again if it got no answer, and gives up if it got a refusal.
      const isRefused = opened.readyState === EventSource.CLOSED;
      update({ live: { text: `The mock ${isRefused ? "refuses" : "does not answer"}; trying again`, state: "lost" } });
      if (isRefused) setTimeout(() => opened === source && follow(), retryMs);
    };
    opened.onmessage = ({ data }: MessageEvent<string>) => {
      onEnd(JSON.parse(data) as ExchangeSummary); // as the document of the admin API says
      lookSoon();
    };
  }

  function update(change: Partial<View>): void {
    view = { ...view, ...change };
    show(view);
  }

  function shownNow(): string {
    return view.hasMore ? `The last ${limit} shown.` : `${view.exchanges.length} shown.`;
  }
}
