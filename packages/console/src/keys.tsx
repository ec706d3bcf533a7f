import type { Key } from "./admin.ts";
import { Badge, Button, copyText, Field, NumberField, onSubmit, Panel, type PanelContext } from "./parts.tsx";

/** The keys: what each may do and has left; to copy, rotate, revoke, restore and create. */
export function KeysPanel({ keys, ...context }: PanelContext & { keys: Key[] }) {
  const { admin, act } = context;
  const create = onSubmit((values, form) =>
    act(async () => {
      const { key, name } = await admin.call("createKey", { body: values });
      form.reset();
      return `Made the key ${name}: ${key}`;
    }),
  );
  return (
    <Panel id="keys" title="Keys">
      <ul id="key-list" class="rows">
        {keys.map((key) => (
          <KeyRow key={key.key} shown={key} {...context} />
        ))}
      </ul>
      <details>
        <summary>Create a key</summary>
        <form id="create-key" class="fields" onSubmit={create}>
          <Field label="Name" name="name" maxLength={64} placeholder="generated" />
          <Field label="Account" name="account" maxLength={64} pattern="[\w.\-]+" placeholder="one of its own" />
          <NumberField label="Points of the account" name="points" min={0} max={1e12} placeholder="as they are" />
          <NumberField label="Requests a minute" name="requestsPerMinute" max={1e9} placeholder="the service's" />
          <label class="check">
            <input name="hasPermission" type="checkbox" defaultChecked /> Has permission
          </label>
          <Button text="Create key" type="submit" class="primary" />
        </form>
      </details>
    </Panel>
  );
}

function KeyRow({ shown, admin, act }: PanelContext & { shown: Key }) {
  const { key, name, account, points, requestsPerMinute, isRevoked, hasPermission } = shown;
  const rotate = async () =>
    `${name} is now ${(await admin.call("rotateKey", { path: { key } })).key}; the old key is revoked.`;
  const revoke = async () => {
    await admin.call("changeKey", { path: { key }, body: { isRevoked: !isRevoked } });
    return isRevoked ? `${name} works again.` : `${name} is revoked; its open streams end.`;
  };
  const state = isRevoked ? "revoked" : hasPermission ? "works" : "no permission";
  const says = `${key.endsWith(name) ? "" : `${name} `}${shown.says ?? ""}, ${requestsPerMinute}/min`;
  return (
    <li>
      <div class="bar">
        <code>{key}</code>
        <Badge tone={isRevoked ? "bad" : hasPermission ? "good" : "refused"} text={state} />
        <span class="points">{`${points.toLocaleString("en")} points`}</span>
      </div>
      <div class="bar">
        <p class="note">{account === key ? says : `${says}, account ${account}`}</p>
        <div class="actions">
          <Button text="Copy" of={name} onClick={() => act(() => copyText(key, key))} />
          {!isRevoked && <Button text="Rotate" of={name} onClick={() => act(rotate)} />}
          <Button text={isRevoked ? "Restore" : "Revoke"} of={name} onClick={() => act(revoke)} />
        </div>
      </div>
    </li>
  );
}
