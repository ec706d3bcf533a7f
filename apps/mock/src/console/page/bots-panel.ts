import type { Bot } from "./admin.js";
import { botControls } from "./bot-controls.js";
import { element } from "./element.js";
import { find } from "./find.js";

/** Shows the models and bots, those that the model list hides included. */
export function showBots(bots: Bot[]): void {
  find("bot-list", HTMLElement).replaceChildren(
    ...bots.map(({ id, name, access, model, controls }) => {
      const { input_modalities: takes = [], output_modalities: makes = [] } = model.architecture ?? {};
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
