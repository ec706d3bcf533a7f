import { decides } from "./exit-code.js";
import type { Report } from "./report.js";

/** The whole run in a sentence or two, for someone who reads nothing else. */
export function headline(report: Report): string {
  const { problem, rules, stopped, unanswered } = report;
  if (problem !== undefined) return problem.message;
  const count = (...outcomes: string[]) => rules.filter((rule) => outcomes.includes(rule.outcome)).length;
  const known = rules.filter((rule) => rule.outcome === "fail" && rule.known !== undefined).length;
  const failed = count("fail") - known;
  const odd = count("warn", "note", "inconclusive");
  const rest = [
    known > 0 ? `Known to fail: ${rulesIn(known)}.` : "",
    stopped === undefined ? "" : stopSentence(report),
    ...(report.unjudged ?? []).map(({ name, reason }) => `Nothing of ${name} could be judged: ${reason}`),
    unanswered.length > 0 ? `No answer to judge came to ${unanswered.join(", ")}.` : "",
    count("error") > 0 ? `Failed themselves, and judged nothing: ${rulesIn(count("error"))}.` : "",
    odd > 0 ? `To look at: ${rulesIn(odd)}.` : "",
  ].filter((sentence) => sentence !== "");
  const isPartial = stopped !== undefined || unanswered.length + (report.unjudged?.length ?? 0) > 0;
  const doubt = isAddressDoubted(report) ? [doubtOf(rules)] : [];
  const gate = gateSentence(report, failed);
  return [...doubt, verdictOn({ failed, known, passed: count("pass"), isPartial }), gate, ...rest]
    .filter(Boolean)
    .join(" ");
}

/** Says why a run fails though every must holds, or passes though one doesn't. */
function gateSentence({ rules, failOn }: Report, failed: number): string {
  const deciding = rules.filter((rule) => decides(rule, failOn));
  if (failOn !== undefined) {
    const topics = failOn.join(", ");
    return deciding.length > 0
      ? `The run fails by ${rulesIn(deciding.length)} on ${topics}.`
      : `No rule on ${topics} is broken, which is what decides here.`;
  }
  const shoulds = deciding.filter(({ outcome }) => outcome === "warn");
  const topics = [...new Set(shoulds.map(({ topic }) => topic))].join(" and ");
  return shoulds.length > 0 && failed === 0
    ? `The run fails by ${rulesIn(shoulds.length)} on ${topics}, which should hold.`
    : "";
}

function stopSentence({ stopped, rules }: Report): string {
  const why = stopped === "budget" ? "its budget ended" : "it was interrupted";
  return `The run stopped before its end, because ${why}. Not run: ${rulesIn(rules.filter(({ notRun }) => notRun).length)}.`;
}

function verdictOn(counts: { failed: number; known: number; passed: number; isPartial: boolean }): string {
  const { failed, known, passed, isPartial } = counts;
  if (failed > 0)
    return `The deployment breaks the contract: ${failed} of the rules that must hold ${failed === 1 ? "does" : "do"} not.`;
  if (known > 0) return "Every must holds but those that are known to fail.";
  if (passed === 0) return "Nothing was judged.";
  return isPartial
    ? "What was judged keeps the contract."
    : "The deployment keeps every rule that must hold and was judged.";
}

const rulesIn = (count: number) => `${count} ${count === 1 ? "rule" : "rules"}`;

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
    return "Nothing there answers as the API does: check that the base URL is what comes before /v1, and that the service is up.";
  const base = /^(https?:\/\/.*)\/v1\/models$/.exec(target)?.[1];
  const advice = base === undefined ? "answer there without a redirect" : `give ${base} as the base URL`;
  return `The service redirects to ${target}, and clients may lose the key or the body on the way: ${advice}.`;
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
