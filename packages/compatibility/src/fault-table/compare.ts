// `pnpm --filter @model-access/compatibility compare-clients`: the fault table with other clients. Prints it, and writes reports/clients.md.
import { mkdirSync, writeFileSync } from "node:fs";
import { startMock } from "@model-access/mock";
import { versionOf } from "../version.ts";
import { compareClients } from "./compare-clients.ts";
import { comparedClients } from "./compared-clients.ts";
import { comparisonMarkdown } from "./comparison-markdown.ts";

const report = new URL("../../reports/clients.md", import.meta.url);

try {
  const mock = await startMock({ latency: "instant", requestsPerMinute: 1_000_000 });
  const comparisons = await compareClients({ clients: comparedClients, baseURL: mock.baseURL });
  await mock.close();
  const markdown = comparisonMarkdown(comparisons, {
    date: new Date().toISOString().slice(0, 10),
    versions: comparedClients.map(({ name }) => `${name} ${versionOf(name)}`),
  });
  mkdirSync(new URL(".", report), { recursive: true });
  writeFileSync(report, markdown);
  process.stdout.write(markdown);
  // A client that hangs holds its connection.
  process.exit();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(2);
}
