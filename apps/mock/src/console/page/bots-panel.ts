import type { Model, ParameterControls } from "@model-access/contract";
import type { Bot } from "./admin.js";
import { botControls } from "./bot-controls.js";
import { element } from "./element.js";
import { find } from "./find.js";

/** Shows the models and bots, those that the model list hides included. */
export function showBots(bots: Bot[]): void {
  find("bot-list", HTMLElement).replaceChildren(
    ...bots.map((bot) => {
      const { id, name, access } = bot;
      const { architecture } = bot.model as unknown as Model; // the row of the model list
      const { input_modalities: takes = [], output_modalities: makes = [] } = architecture ?? {};
      // The world's file is checked against the contract's ParameterControls when it is read.
      const controls = bot.controls as unknown as ParameterControls | undefined;
      return element(
        "tr",
        {},
        element("th", { scope: "row" }, name),
        element("td", { class: "code" }, id),
        element("td", {}, element("span", { class: `badge ${access === "public" ? "good" : "refused"}` }, access)),
        element("td", {}, takes.length > 0 ? `${takes.join(", ")} → ${makes.join(", ")}` : ""),
        element("td", {}, controls === undefined ? "none" : botControls(controls)),
      );
    }),
  );
}
