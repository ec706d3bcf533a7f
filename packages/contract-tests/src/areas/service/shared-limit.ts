import type { Exchange } from "../../exchange.js";
import { callOf } from "../../reading/describe.js";
import { rateLimitIn } from "../../reading/rate-limit.js";
import { balancePair, historyPair } from "../../requests/account-reads.js";
import { broken, pass, type Verdict } from "../../rule.js";
import { withOwnKey } from "./all-calls.js";

/** So many answered requests that a counter does not show are no chance. */
const leastUnseen = 3;

/** So many steps without requests of other endpoints show how a counter falls, if nearly all of them agree. */
const leastSteps = 3;

const mostOdd = 0.2;

/** One request with the caller's own key; `remaining` is there where its answer told it. */
interface Made {
  call: string;
  isAnswered: boolean;
  beganAt: number;
  limit?: number;
  remaining?: number;
}

/** The requests after one that told what remains, up to the next of the same counter that did. */
interface Step {
  /** Answered requests of its own endpoints, and refused ones: whether these count is open. */
  answered: number;
  refused: number;
  /** Answered requests of other endpoints. */
  outside: number;
  fall: number;
  /** The most requests that a window lets go of meanwhile. */
  letGo: number;
}

/** Judges that the counter in headers falls by the requests of every endpoint: not one apart, and none left out. */
export function judgeSharedLimit(all: Exchange[]): Verdict {
  const made = withOwnKey(all)
    .toSorted((one, other) => one.beganAt - other.beganAt)
    .flatMap(requestsOf);
  for (const call of new Set(made.map(({ call }) => call))) {
    const unseen = unseenBy(made, (other) => other !== call);
    const message = `By the headers of other answers, none of ${unseen} answered requests of ${call} counted towards the limit.`;
    if (unseen >= leastUnseen) return broken({ message, expected: "one limit for all endpoints" });
    const others = unseenBy(made, (other) => other === call);
    const apart = `By the headers of ${call}, none of ${others} answered requests of other endpoints counted towards its limit.`;
    if (others >= leastUnseen) return broken({ message: apart, expected: "one limit for all endpoints" });
  }
  return pass;
}

/** Reads only calls that no other call overlapped: of two at a time, either may be counted first. */
function requestsOf(exchange: Exchange, _at: number, all: Exchange[]): Made[] {
  const { plan, beganAt, tookMs } = exchange;
  const isAlone = all.every(
    (other) => other === exchange || other.beganAt >= beganAt + tookMs || other.beganAt + other.tookMs <= beganAt,
  );
  const call = callOf({ plan: { ...plan, operationId: endpointOf(plan.operationId) } });
  return [...exchange.earlier, exchange.reply].flatMap((reply) =>
    reply === undefined
      ? []
      : [{ call, isAnswered: reply.status === 200, beganAt, ...(isAlone && rateLimitIn(reply)) }],
  );
}

/** Balance and history are one endpoint each, under whichever of their two paths. */
const endpointOf = (operationId: string): string =>
  [balancePair, historyPair].find((pair) => pair.some((each) => each === operationId))?.[0] ?? operationId;

/** Counts the answered requests of other endpoints that the counter of these has not seen; none where it saw any of them. */
function unseenBy(made: Made[], isOfCounter: (call: string) => boolean): number {
  const steps = stepsOf(made, isOfCounter);
  const [quiet, telling] = [steps.filter(({ outside }) => outside === 0), steps.filter(({ outside }) => outside > 0)];
  const countOf = [withRefused, withoutRefused].find((count) => areMost(quiet, count));
  if (quiet.length < leastSteps || countOf === undefined || !areMost(telling, countOf)) return 0;
  const unseen = sumOf(telling, ({ outside }) => outside);
  // A counter may go up again as time passes: then it does so in quiet steps, too, where these are long enough to tell.
  const isSteady = sumOf(quiet, ({ fall }) => fall) >= sumOf(quiet, countOf);
  const isTold = unseen > sumOf(telling, letGoIn) || sumOf(quiet, letGoIn) >= leastUnseen;
  return isSteady && isTold ? unseen : 0;
}

const withRefused = ({ answered, refused }: Step) => answered + refused;

const withoutRefused = ({ answered }: Step) => answered;

const letGoIn = ({ letGo }: Step) => letGo;

const sumOf = (steps: Step[], count: (step: Step) => number) => steps.reduce((sum, step) => sum + count(step), 0);

const areMost = (steps: Step[], count: (step: Step) => number) =>
  steps.filter((step) => step.fall !== count(step)).length <= mostOdd * steps.length;

function stepsOf(made: Made[], isOfCounter: (call: string) => boolean): Step[] {
  const steps: Step[] = [];
  let last: Made | undefined;
  let step = { answered: 0, refused: 0, outside: 0 };
  for (const each of made) {
    if (!isOfCounter(each.call)) step.outside += each.isAnswered ? 1 : 0;
    else if (each.isAnswered) step.answered += 1;
    else step.refused += 1;
    if (!isOfCounter(each.call) || each.remaining === undefined || each.limit === undefined) continue;
    if (last?.remaining !== undefined) {
      const letGo = (each.limit * (each.beganAt - last.beganAt)) / 60_000;
      steps.push({ ...step, fall: last.remaining - each.remaining, letGo });
    }
    last = each;
    step = { answered: 0, refused: 0, outside: 0 };
  }
  return steps;
}
