// Writes the JSON Schema of the report beside the code, for those who read reports in another language.
import { writeFileSync } from "node:fs";

const dist = new URL("../dist/", import.meta.url);
const { reportSchema } = await import(new URL("index.js", dist));
writeFileSync(new URL("report.schema.json", dist), `${JSON.stringify(reportSchema, null, 2)}\n`);
