import type { Session } from "./admin.ts";
import { Button, dayAndTime, Field, onSubmit, Panel, type PanelContext, Table } from "./parts.tsx";

const number = "number";
const heads = { Name: "", World: "", Exchanges: number, Keys: number, Faults: number, Clock: "code", Actions: "" };
const nameRule = "1 to 64 letters, digits, dots, hyphens or underscores";

export function SessionsPanel({ sessions, admin, act }: PanelContext & { sessions: Session[] }) {
  const addressOf = (name: unknown) => `?session=${encodeURIComponent(String(name))}`;
  const forget = async (name: string) => {
    await admin.call("forgetSession", { path: { session: name } });
    return `The session ${name} was removed.`;
  };
  const rows = sessions.map(({ name, world, exchanges, keys, faults, clock }) => {
    const isThis = name === admin.session;
    const link = <a {...{ href: addressOf(name), "aria-current": isThis && "page" }}>{name}</a>;
    // The open session would reappear at once; it is reset instead.
    const action = isThis ? "shown here" : <Button text="Forget" of={name} onClick={() => act(() => forget(name))} />;
    const time = `${dayAndTime(clock.now)}${clock.isFrozen ? ", stands" : ""}`;
    return { key: name, cells: [link, world, exchanges, keys, faults, time, action] };
  });
  const open = onSubmit(({ session }) => {
    location.search = addressOf(session);
  });
  return (
    <Panel id="sessions" title="Sessions">
      <p class="note">
        Requests with the header <code>x-mock-session</code> have keys, points, clock, faults and journal of their own.
      </p>
      <Table label="Table of sessions" heads={heads} rows={rows} />
      <form id="open-session" class="fields" onSubmit={open}>
        <Field label="Name" name="session" pattern="[A-Za-z0-9_.\-]{1,64}" required title={nameRule} />
        <Button text="Open session" type="submit" />
      </form>
    </Panel>
  );
}
