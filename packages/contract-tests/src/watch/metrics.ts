import { buckets, type Seen } from "./tally.js";

type Labels = Record<string, string>;
type Sample = [name: string, labels: Labels, value: number];

export function metricsOf(seen: Seen): string {
  const { statuses, findings, firstContent, tokens, points, balance, judged, unjudged } = seen;
  return [
    metric("exchanges_total", "counter", "Exchanges that were judged, by operation and status.", [
      ...[...statuses.values()].map(({ operation, status, count }): Sample => ["", { operation, status }, count]),
      ...(judged === 0 ? [["", { operation: "none", status: "none" }, 0] as Sample] : []),
    ]),
    metric("unjudged_total", "counter", "Exchanges that were forwarded but not judged, by reason.", [
      ["", { reason: "sample" }, unjudged.sample],
      ["", { reason: "backlog" }, unjudged.backlog],
    ]),
    metric(
      "findings_total",
      "counter",
      "Broken rules, by rule, topic and outcome.",
      findings.map(({ rule, topic, outcome, count }): Sample => ["", { rule, topic, outcome }, count]),
    ),
    metric(
      "first_content_seconds",
      "histogram",
      "Time from the request to the first content of the answer.",
      [...firstContent].flatMap(([operation, { counts, sum, count }]): Sample[] => [
        ...buckets.map((most, index): Sample => ["_bucket", { operation, le: String(most) }, counts[index] ?? 0]),
        ["_bucket", { operation, le: "+Inf" }, count],
        ["_sum", { operation }, sum],
        ["_count", { operation }, count],
      ]),
    ),
    metric(
      "tokens_total",
      "counter",
      "Tokens, by the usage in the answers.",
      [...tokens].flatMap(([operation, { input, output }]): Sample[] => [
        ["", { operation, kind: "input" }, input],
        ["", { operation, kind: "output" }, output],
      ]),
    ),
    points === undefined
      ? ""
      : metric("points_total", "counter", "Points, computed from usage and the prices in the model list.", [
          ["", {}, points],
        ]),
    balance === undefined
      ? ""
      : metric("balance_points", "gauge", "The balance in the latest answer that has one.", [["", {}, balance]]),
  ].join("");
}

function metric(name: string, type: string, help: string, samples: Sample[]): string {
  const full = `model_access_${name}`;
  const lines = samples.map(([suffix, labels, value]) => `${full}${suffix}${labelsOf(labels)} ${value}`);
  return [`# HELP ${full} ${help}`, `# TYPE ${full} ${type}`, ...lines, ""].join("\n");
}

function labelsOf(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

const escaped = (value: string) => value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
