import { createAdmin, type Session } from "./admin.js";
import { showBots } from "./bots-panel.js";
import { createClockPanel } from "./clock-panel.js";
import { createConnectPanel } from "./connect-panel.js";
import { createFaultsPanel } from "./faults-panel.js";
import { find } from "./find.js";
import { createJournalPanel } from "./journal-panel.js";
import { createKeysPanel } from "./keys-panel.js";
import { createLatencyPanel } from "./latency-panel.js";
import { createRepliesPanel } from "./replies-panel.js";
import { createSessionsPanel } from "./sessions-panel.js";
import { attempt } from "./status-message.js";

const lookEveryMs = 2000;
const afterExchangeMs = 150;

const admin = createAdmin(new URLSearchParams(location.search).get("session") ?? "default");
const journal = createJournalPanel(admin, { onExchange: lookSoon, onReturn: lookAtAll });
const showClock = createClockPanel(admin);
const showLatency = createLatencyPanel(admin);
const showKeys = createKeysPanel(admin, { onChange: look });
const faults = createFaultsPanel(admin, { onChange: look });
const replies = createRepliesPanel(admin, { onChange: look });
const connect = createConnectPanel(admin);
const showSessions = createSessionsPanel(admin, { onChange: look });
let isLookDue = false;

for (const place of [find("base-url", HTMLElement), ...document.querySelectorAll("[data-base-url]")]) {
  place.textContent = location.origin;
}
journal.start();
void attempt(async () => {
  await lookAtAll();
  journal.followAddress();
  return "";
});
setInterval(() => {
  if (!document.hidden) void attemptQuietly(lookThrough);
}, lookEveryMs);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) void attemptQuietly(lookAtAll);
});

/** Shows what there is now; others change it too. */
async function look(): Promise<Session> {
  const [session, latency, keys, rules, scripted, sessions] = await Promise.all([
    admin.getSession(),
    admin.getLatency(),
    admin.listKeys(),
    admin.listFaults(),
    admin.listReplies(),
    admin.listSessions(),
  ]);
  showClock(session.clock);
  showLatency(latency);
  showKeys(keys);
  faults.showFaults(rules);
  replies.showReplies(scripted);
  faults.showKeys(keys);
  connect.showKeys(keys);
  journal.showKeys(keys);
  showSessions(sessions);
  return session;
}

/** Shows everything, what seldom changes too. */
async function lookAtAll(): Promise<void> {
  await lookThrough();
  const bots = await admin.listBots();
  showBots(bots);
  faults.showBots(bots);
  replies.showBots(bots);
  connect.showBots(bots);
}

/** Looks whether events have told of all that is in the journal, too. */
async function lookThrough(): Promise<void> {
  await journal.check(await look());
}

/** An exchange costs points and may use a fault up; several at once are looked after together. */
function lookSoon(): void {
  if (isLookDue) return;
  isLookDue = true;
  setTimeout(() => {
    isLookDue = false;
    void attemptQuietly(look);
  }, afterExchangeMs);
}

/** The journal's sign says already when the mock is gone. */
async function attemptQuietly(action: () => Promise<unknown>): Promise<void> {
  await action().catch(() => undefined);
}
