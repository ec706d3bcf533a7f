import { figuresTable } from "../markdown.ts";
import type { Section } from "../run-sections.ts";
import { bodyColumns, measureBodies } from "./heavy-bodies.ts";
import { measureRequests, measureStarts, requestColumns, startColumns } from "./requests.ts";
import { subjects } from "./subjects.ts";

/** A round has many requests, because the mock collects old garbage once in some thousand. */
const counts = {
  full: { rounds: 9, amount: 12_000, warmUp: 15_000 },
  quick: { rounds: 1, amount: 20, warmUp: 1 },
};

/** The mock beside other servers, and the effect of one session's requests on another's. */
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
