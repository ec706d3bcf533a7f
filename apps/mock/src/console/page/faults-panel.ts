import type { Admin, Bot, Fault, FaultRule, Key, NewFaultRule } from "./admin.js";
import { showChoices } from "./choices.js";
import { listConditions } from "./conditions.js";
import { element } from "./element.js";
import { find, findField } from "./find.js";
import { createKeyedList, type Shown } from "./keyed-list.js";
import { numberIn, textIn } from "./read-form.js";
import { attempt } from "./status-message.js";

const appliesTo = { any: "any request", stream: "streams", plain: "plain replies" };

/** The fault switches: rules that are on, and a form for one more. Returns what shows them. */
export function createFaultsPanel(admin: Admin, { onChange }: { onChange: () => Promise<unknown> }) {
  const form = find("add-fault", HTMLFormElement);
  const selects = {
    fault: findField(form, "fault", HTMLSelectElement),
    model: findField(form, "model", HTMLSelectElement),
    key: findField(form, "key", HTMLSelectElement),
  };
  let catalogue: Fault[] = [];
  const chosen = () => catalogue.find(({ name }) => name === selects.fault.value);
  const change = (action: () => Promise<string>) =>
    void attempt(async () => {
      const message = await action();
      await onChange();
      return message;
    });
  const showRules = createKeyedList<FaultRule>(find("fault-rules", HTMLElement), {
    keyOf: ({ id }) => id,
    make: ({ id, fault }) =>
      ruleRow(fault, () =>
        change(async () => {
          await admin.removeFault(id);
          return `The fault ${fault} is off.`;
        }),
      ),
  });

  selects.fault.addEventListener("change", () => explain(chosen()));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    change(async () => `The fault ${(await admin.addFault(ruleIn(form, chosen()))).fault} is on.`);
  });
  find("clear-faults", HTMLButtonElement).addEventListener("click", () =>
    change(async () => {
      await admin.clearFaults();
      return "All faults are off.";
    }),
  );

  return {
    showFaults({ rules, catalogue: known }: { rules: FaultRule[]; catalogue: Fault[] }): void {
      showRules(rules);
      find("no-faults", HTMLElement).hidden = rules.length > 0;
      if (catalogue.length > 0) return;
      catalogue = known;
      showChoices(
        selects.fault,
        known.map((fault) => ({ value: fault.name, text: `${fault.name} (${appliesTo[fault.appliesTo]})` })),
      );
      explain(chosen());
      find("fault-catalogue", HTMLElement).replaceChildren(...known.flatMap(catalogueRow));
    },
    showBots: (bots: Bot[]) =>
      showChoices(
        selects.model,
        bots.map(({ name }) => ({ value: name, text: name })),
      ),
    showKeys: (keys: Key[]) =>
      showChoices(
        selects.key,
        keys.map(({ key, name }) => ({ value: key, text: name })),
      ),
  };
}

function explain(fault: Fault | undefined): void {
  find("client-sees", HTMLElement).replaceChildren("The client sees: ", ...withCode(fault?.clientSees ?? ""));
  const options = Object.entries(fault?.options ?? {}).map(([option, value]) =>
    element(
      "label",
      {},
      `${option} `,
      element("input", {
        name: `option-${option}`,
        type: "number",
        min: 0,
        max: 60_000,
        step: 1,
        value,
        required: true,
      }),
    ),
  );
  find("fault-options", HTMLElement).replaceChildren(...options);
}

function ruleIn(form: HTMLFormElement, fault: Fault | undefined): NewFaultRule {
  const values = new FormData(form);
  const options = Object.keys(fault?.options ?? {}).map((option) => `;${option}=${textIn(values, `option-${option}`)}`);
  const model = textIn(values, "model");
  const key = textIn(values, "key");
  const times = numberIn(values, "times");
  return {
    fault: `${fault?.name ?? ""}${options.join("")}`,
    ...(model !== undefined && { model }),
    ...(key !== undefined && { key }),
    ...(times !== undefined && { times }),
  };
}

function ruleRow(fault: string, remove: () => void): Shown<FaultRule> {
  const when = element("span", { class: "note" });
  const button = element("button", { type: "button" }, "Remove", element("span", { class: "unseen" }, ` ${fault}`));
  button.addEventListener("click", remove);
  return {
    element: element(
      "li",
      { class: "bar" },
      element("code", {}, fault),
      when,
      element("div", { class: "actions" }, button),
    ),
    update: (rule) => {
      when.textContent = conditionsOf(rule);
    },
  };
}

function conditionsOf({ times, chance, ...rule }: FaultRule): string {
  const conditions = listConditions(rule);
  const whom = conditions.length === 0 ? "every call it applies to" : conditions.join(", ");
  const share = chance === undefined ? "" : `; ${chance * 100} % of them`;
  return times === undefined ? whom + share : `${whom}${share}; ${times} more`;
}

function catalogueRow({ name, appliesTo: kind, options, clientSees }: Fault): HTMLElement[] {
  const settings = Object.entries(options).map(([option, value]) => `;${option}=${value}`);
  return [
    element("dt", {}, element("code", {}, name + settings.join("")), ` ${appliesTo[kind]}`),
    element("dd", {}, ...withCode(clientSees)),
  ];
}

/** Shows text between backticks as code. */
function withCode(text: string): (HTMLElement | string)[] {
  return text.split("`").map((part, index) => (index % 2 === 0 ? part : element("code", {}, part)));
}
