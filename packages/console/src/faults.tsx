import { useState } from "preact/hooks";
import type { Fault, FaultRule } from "./admin.ts";
import { listConditions } from "./conditions.ts";
import { Button, Choice, NumberField, onSubmit, Panel, type PanelContext, Scroll, WithCode } from "./parts.tsx";
import type { View } from "./watch.ts";

const appliesTo = { any: "any request", stream: "streams", plain: "plain replies" };

export function FaultsPanel({ view, admin, act }: PanelContext & { view: View }) {
  const { rules, catalogue, bots, keys } = view;
  const [name, setName] = useState("");
  const chosen = catalogue.find((fault) => fault.name === name) ?? catalogue[0];
  const options = Object.entries(chosen?.options ?? {});
  const add = onSubmit(({ fault, ...values }) => {
    const settings = options.map(([option]) => `;${option}=${values[`option-${option}`]}`).join("");
    const conditions = Object.entries(values).filter(([field]) => !field.startsWith("option-"));
    const rule = { ...Object.fromEntries(conditions), fault: `${fault}${settings}` };
    act(async () => `The fault ${(await admin.call("addFault", { body: rule })).fault} is on.`);
  });
  const clear = async () => {
    await admin.call("clearFaults");
    return "All faults are off.";
  };
  const remove = async ({ id, fault }: FaultRule) => {
    await admin.call("removeFault", { path: { fault: id } });
    return `The fault ${fault} is off.`;
  };
  return (
    <Panel id="faults" title="Faults" actions={<Button text="Clear all" onClick={() => act(clear)} />}>
      <ul class="rows">
        {rules.map((rule) => (
          <li key={rule.id} class="bar">
            <code>{rule.fault}</code>
            <span class="note">{conditionsOf(rule)}</span>
            <div class="actions">
              <Button text="Remove" of={rule.fault} onClick={() => act(() => remove(rule))} />
            </div>
          </li>
        ))}
      </ul>
      {rules.length === 0 && <p class="empty">No fault is on: every call is answered normally.</p>}
      <form id="add-fault" class="fields" aria-describedby="client-sees" onSubmit={add}>
        <Choice
          {...{ label: "Fault", class: "wide", name: "fault", required: true }}
          choices={catalogue.map((fault) => [fault.name, `${fault.name} (${appliesTo[fault.appliesTo]})`])}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <p id="client-sees" class="note wide">
          <WithCode text={`The client sees: ${chosen?.clientSees ?? ""}`} />
        </p>
        {options.map(([option, value]) => {
          const field = { label: option, name: `option-${option}`, min: 0, max: 60_000, defaultValue: value };
          return <NumberField key={`${chosen?.name} ${option}`} {...field} required />;
        })}
        <Choice label="Model" name="model" choices={[["", "Every model"], ...bots.map((bot) => bot.name)]} />
        <Choice
          {...{ label: "Key", name: "key" }}
          choices={[["", "Every key"], ...keys.map(({ key, name }) => [key, name] as const)]}
        />
        <NumberField label="Times" name="times" max={1e6} placeholder="always" />
        <Button text="Switch on" type="submit" class="primary" />
      </form>
      <details>
        <summary>All faults</summary>
        <Scroll label="All faults">
          <dl class="catalogue">{catalogue.map(catalogueRow)}</dl>
        </Scroll>
      </details>
    </Panel>
  );
}

function catalogueRow({ name, appliesTo: kind, options, clientSees }: Fault) {
  const settings = Object.entries(options).map(([option, value]) => `;${option}=${value}`);
  return (
    <div key={name}>
      <dt>
        <code>{name + settings.join("")}</code>
        {` ${appliesTo[kind]}`}
      </dt>
      <dd>
        <WithCode text={clientSees} />
      </dd>
    </div>
  );
}

function conditionsOf({ times, chance, ...rule }: FaultRule): string {
  const conditions = listConditions(rule);
  const whom = conditions.length === 0 ? "every call it applies to" : conditions.join(", ");
  const share = chance === undefined ? "" : `; ${chance * 100} % of them`;
  return times === undefined ? whom + share : `${whom}${share}; ${times} more`;
}
