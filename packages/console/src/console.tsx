import { render } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { createAdmin } from "./admin.ts";
import { createAnnouncer } from "./announce.ts";
import { BotsPanel } from "./bots.tsx";
import { ClockPanel } from "./clock.tsx";
import { ConnectPanel } from "./connect.tsx";
import { FaultsPanel } from "./faults.tsx";
import { JournalPanel } from "./journal.tsx";
import { KeysPanel } from "./keys.tsx";
import { LatencyPanel } from "./latency.tsx";
import { escapeInvisible, keepFocus, type PanelContext } from "./parts.tsx";
import { type Draft, RepliesPanel } from "./replies.tsx";
import { SessionsPanel } from "./sessions.tsx";
import { type View, watchSession } from "./watch.ts";

const shownForMs = 6000;
const problemShownForMs = 20_000;
const sections = ["Journal", "Replies", "Connect", "Keys", "Faults", "Bots", "Sessions"];

const admin = createAdmin(new URLSearchParams(location.search).get("session") ?? "default");
const place = document.getElementById("console") as HTMLElement; // console.html has it

escapeInvisible();
keepFocus();
const watch = watchSession(admin, {
  show: (view) => render(<Console view={view} />, place),
  onEnd: createAnnouncer((text) => {
    const region = document.getElementById("live-region");
    if (region !== null) region.textContent = text;
  }),
});

function Console({ view }: { view: View }) {
  const [status, setStatus] = useState({ message: "", problem: "" });
  const [draft, setDraft] = useState<Draft>({ nth: 0 });
  const startDraft = (next: Omit<Draft, "nth">) => setDraft(({ nth }) => ({ ...next, nth: nth + 1 }));
  const act = async (action: () => Promise<string>) => {
    try {
      const message = await action();
      await watch.look();
      if (message !== "") setStatus({ message, problem: "" });
    } catch (error) {
      setStatus({ message: "", problem: error instanceof Error ? error.message : String(error) });
    }
  };
  const context: PanelContext = { admin, act };

  useLayoutEffect(() => void act(async () => ""), []);
  useLayoutEffect(() => {
    const forMs = status.problem === "" ? shownForMs : problemShownForMs;
    const timer = setTimeout(() => setStatus({ message: "", problem: "" }), forMs);
    return () => clearTimeout(timer);
  }, [status]);

  return (
    <>
      <a class="skip" href="#journal">
        Skip to the journal
      </a>
      <header>
        <h1>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <rect width="16" height="16" rx="4" />
            <path d="M4 11V5l4 4 4-4v6" />
          </svg>
          Model Access <span>mock</span>
        </h1>
        <p class="where">
          <code>{location.origin}</code>{" "}
          <span>
            session <a href="#sessions">{admin.session}</a>
          </span>
        </p>
        <nav aria-label="Page">
          {sections.map((name) => (
            <a key={name} href={`#${name.toLowerCase()}`}>
              {name}
            </a>
          ))}
          <a href="/docs" class="out">
            API reference
          </a>
        </nav>
      </header>
      <main>
        <div class="column">
          <JournalPanel {...context} view={view} watch={watch} script={(reply) => startDraft({ reply })} />
          <RepliesPanel {...context} view={view} draft={draft} setDraft={startDraft} />
          <ConnectPanel {...context} view={view} />
        </div>
        <div class="column">
          <ClockPanel {...context} clock={view.session?.clock} />
          <LatencyPanel {...context} latency={view.latency} />
          <KeysPanel {...context} keys={view.keys} />
          <FaultsPanel {...context} view={view} />
        </div>
        <BotsPanel bots={view.bots} />
        <SessionsPanel {...context} sessions={view.sessions} />
      </main>
      <p id="status-message" class="status-message" role="status">
        {status.message}
      </p>
      <p id="problem" class="status-message problem" role="alert">
        {status.problem}
      </p>
      <p id="live-region" class="unseen" role="status" />
    </>
  );
}
