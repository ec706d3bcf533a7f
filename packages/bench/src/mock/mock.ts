import { median } from "../markdown.ts";
import type { Section } from "../section.ts";
import { cpuMarkdown, measureCpu } from "./cpu.ts";
import { delaysMarkdown, measureDelays } from "./heavy-bodies.ts";
import { measureRoutes, routesMarkdown } from "./routes.ts";
import { mockSubject } from "./subjects.ts";

/** The mock side by side with other servers, and what one session's requests cost another's. */
export const mock: Section = {
  name: "mock",
  title: "The mock",
  async measure({ isQuick }) {
    const cpu = await measureCpu(isQuick);
    const delays = await measureDelays(isQuick);
    const routes = await measureRoutes(isQuick);
    const ours = cpu.find(({ name }) => name === mockSubject.name);
    const requestMicroseconds = median(ours?.loads[0]?.microseconds ?? []);
    return {
      figures: { cpu, delays, routes },
      markdown: [cpuMarkdown(cpu), delaysMarkdown(delays), routesMarkdown(routes, requestMicroseconds)].join("\n"),
    };
  },
};
