import type { Report } from "./report.js";
import { decides, leavesOpen } from "./summarise.js";

/** The whole run in a sentence or two, for someone who reads nothing else. */
export function headline(report: Report): string {
  const { problem, rules, stopped, unanswered, failOn } = report;
  if (problem !== undefined) return problem.message;
  const count = (...outcomes: string[]) => rules.filter((rule) => outcomes.includes(rule.outcome)).length;
  const known = rules.filter((rule) => rule.outcome === "fail" && rule.known !== undefined).length;
  const failed = count("fail") - known;
  const rest = [
    known > 0 ? `Not counted: ${counted(known, "known failure")}.` : "",
    stopped === undefined ? "" : stopSentence(report),
    ...(report.unjudged ?? []).map(({ name, reason }) => `Could not judge ${name}: ${reason}`),
    unanswered.length > 0 ? `Required calls without an answer to judge: ${unanswered.join(", ")}.` : "",
    count("error") > 0 ? `${rulesIn(count("error"))} could not judge because of a fault in these tests.` : "",
    reviewSentence(rules.filter((rule) => !decides(rule, failOn))),
  ].filter((sentence) => sentence !== "");
  const isPartial = stopped !== undefined || unanswered.length + (report.unjudged?.length ?? 0) > 0;
  const open = rules.filter((rule) => leavesOpen(rule)).length;
  const doubt = isAddressDoubted(report) ? [doubtOf(rules)] : [];
  const gate = gateSentence(report, failed);
  return [...doubt, verdictOn({ failed, known, passed: count("pass"), open, isPartial }), gate, ...rest]
    .filter(Boolean)
    .join(" ");
}

/** Says why a run fails though every must holds, or passes though one doesn't. */
function gateSentence({ rules, failOn }: Report, failed: number): string {
  const deciding = rules.filter((rule) => decides(rule, failOn));
  if (failOn !== undefined) {
    const topics = failOn.join(", ");
    return deciding.length > 0
      ? `The run fails because of ${brokenRules(deciding.length)} about ${topics}.`
      : `No rule about ${topics} is broken, and only these decide.`;
  }
  const shoulds = deciding.filter(({ outcome }) => outcome === "warn");
  const topics = [...new Set(shoulds.map(({ topic }) => topic))].join(" and ");
  return shoulds.length > 0 && failed === 0
    ? `The run fails because of ${brokenRules(shoulds.length)} about ${topics}.`
    : "";
}

function stopSentence({ stopped, rules }: Report): string {
  const why = stopped === "budget" ? "it reached a limit of calls, points or time" : "it was interrupted";
  return `The run stopped early because ${why}; ${rulesIn(rules.filter(({ notRun }) => notRun).length)} did not run.`;
}

function verdictOn(counts: {
  failed: number;
  known: number;
  passed: number;
  open: number;
  isPartial: boolean;
}): string {
  const { failed, known, passed, open, isPartial } = counts;
  if (failed > 0)
    return `The deployment breaks the contract: ${counted(failed, "required rule")} ${failed === 1 ? "is" : "are"} broken.`;
  if (open > 0)
    return `It is not known if the deployment keeps the contract: ${counted(open, "required rule")} could not be judged, and the others hold${known > 0 ? ", except known failures" : ""}.`;
  if (known > 0) return "Every required rule that was judged holds, except known failures.";
  if (passed === 0) return "Nothing could be judged.";
  return isPartial
    ? "So far, every required rule that was judged holds."
    : "Every required rule that was judged holds.";
}

function reviewSentence(undecided: Report["rules"]): string {
  const kinds = { warn: "warning", note: "note", inconclusive: "inconclusive rule" };
  const found = Object.entries(kinds).flatMap(([kind, word]) => {
    const count = undecided.filter(({ outcome }) => outcome === kind).length;
    return count === 0 ? [] : [counted(count, word)];
  });
  return found.length === 0 ? "" : `To review: ${found.join(", ")}.`;
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;

const rulesIn = (count: number) => counted(count, "rule");

const brokenRules = (count: number) => counted(count, "broken rule");

/** Rules that are judged as soon as anything of the API answers. */
const signsOfLife = [
  "models/list/usable",
  "account/current-balance/schema",
  "account/balance/schema",
  "chat/reply/text",
  "chat/refused/wrong-key",
];

/** Says what to look at where nothing of the API answers: the address, or the one that it redirects to. */
function doubtOf(rules: Report["rules"]): string {
  const { message = "" } = rules.find(({ id }) => id === "models/list/status") ?? {};
  const target = /, a redirect to (\S+)/.exec(message)?.[1];
  if (target === undefined)
    return "Nothing at this address answers like the API. Check that the base URL is the part before /v1, and that the service is running.";
  const base = /^(https?:\/\/.*)\/v1\/models$/.exec(target)?.[1];
  const advice = base === undefined ? "Answer without a redirect." : `Give ${base} as the base URL.`;
  return `The service redirects to ${target}; clients may lose the key or the body on the way. ${advice}`;
}

/** True where all of the API's first calls were answered as by something else, so that it is rather the address that is wrong. */
function isAddressDoubted({ rules }: Report): boolean {
  const signs = rules.filter(({ id }) => signsOfLife.includes(id));
  return (
    signs.length === signsOfLife.length &&
    signs.every(
      ({ id, outcome, notRun }) =>
        (["blocked", "skip"].includes(outcome) && !notRun) || (id === signsOfLife.at(-1) && outcome === "fail"),
    )
  );
}
