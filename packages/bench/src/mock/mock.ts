import { figuresTable } from "../markdown.ts";
import type { Section } from "../run-sections.ts";
import { bodyColumns, measureBodies } from "./heavy-bodies.ts";
import { measureRequests, measureStarts, requestColumns, startColumns } from "./requests.ts";
import { subjects } from "./subjects.ts";

/** The mock collects its old garbage once in some thousand requests, so that a round has many. */
const counts = {
  full: { rounds: 9, amount: 12_000, warmUp: 15_000 },
  quick: { rounds: 1, amount: 20, warmUp: 1 },
};

/** The mock side by side with other servers, and what one session's requests cost another's. */
export const mock: Section = {
  name: "mock",
  title: "The mock",
  async measure(isQuick) {
    const requests = await measureRequests(subjects, isQuick ? counts.quick : counts.full);
    const starts = await measureStarts(subjects, isQuick ? 1 : 5);
    const bodies = await measureBodies(isQuick);
    return `### CPU per request

As a ratio to bare node:http in the same round: median of the rounds (lowest to highest; median CPU time). Sixteen connections, one process each. aimock takes any request.

${figuresTable("server", requestColumns, requests)}

### CPU to the first answer

Of a fresh process, as a ratio to bare node:http.

${figuresTable("server", startColumns, starts)}

### While a heavy body is judged

The slowest answer of a session that asks all the while, in the same process as another session's heavy body.

${figuresTable("body", bodyColumns, bodies)}
`;
  },
};
