import { useState } from "preact/hooks";
import { Button, Choice, Code, copyText, Field, Panel, type PanelContext } from "./parts.tsx";
import { snippets } from "./snippets.ts";
import type { View } from "./watch.ts";

/** First calls to copy, each with the base URL that its client wants. */
export function ConnectPanel({ view, admin, act }: PanelContext & { view: View }) {
  const [client, setClient] = useState("");
  const [key, setKey] = useState("");
  const keys = view.keys.filter(({ isRevoked }) => !isRevoked).map((known) => known.key);
  const open = view.bots.filter(({ access }) => access === "public");
  const forMessages = open.find(({ model }) => model.supported_endpoints?.includes("/v1/messages")) ?? open[0];
  const all = snippets({
    baseURL: location.origin,
    apiKey: keys.includes(key) ? key : (keys[0] ?? ""),
    model: open[0]?.name ?? "",
    messagesModel: forMessages?.name ?? "",
  });
  const chosen = all.find((snippet) => snippet.client === client) ?? all[0];
  const copy = () => copyText(chosen?.code ?? "", `the snippet for ${chosen?.client}`);
  return (
    <Panel id="connect" title="Connect">
      <form id="connect-with" class="fields" onSubmit={(event) => event.preventDefault()}>
        <Choice
          {...{ label: "Client", choices: all.map((snippet) => snippet.client) }}
          onChange={({ currentTarget }) => setClient(currentTarget.value)}
        />
        <Choice label="Key" choices={keys} onChange={({ currentTarget }) => setKey(currentTarget.value)} />
        <Field label="Base URL" readOnly value={chosen?.baseURL ?? ""} />
        <Button text="Copy" onClick={() => act(copy)} />
      </form>
      {admin.session !== "default" && (
        <p class="note">
          Send the header <code>x-mock-session</code> with the name of this session too; without it, calls go to{" "}
          <code>default</code>.
        </p>
      )}
      <Code label="Snippet" text={chosen?.code ?? ""} />
    </Panel>
  );
}
