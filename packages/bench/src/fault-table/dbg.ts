import { startMock } from "@model-access/mock";
import { ModelAccess } from "@model-access/sdk";
import { askOurClient } from "./ask-our-client.ts";
import { createHandClock } from "./hand-clock.ts";
const mock = await startMock({ latency: "instant" });
const clock = createHandClock();
let events = 0;
const client = new ModelAccess({ apiKey: "sk-mock-full", baseURL: mock.baseURL, clock, middleware: [(r, n) => { r.setHeader("x-mock-fault", "stall;at=2"); return n(); }] });
setTimeout(() => { console.log("exit"); process.exit(); }, 2000);
try {
  await askOurClient(client, { dialect: "chat", mode: "stream", onEvent: (e) => { events++; console.log(events, JSON.stringify(e).slice(0, 100)); if (events === 2) clock.advance(86400000); } });
} catch (e) { console.log(e); }
for (let i = 0; i < 5; i++) {
const j = await (await fetch(`${mock.baseURL}/_mock/api/sessions/default/journal`)).json();
console.log(j.exchanges.map((x: any) => x.response?.ending));
await new Promise((r) => setTimeout(r, 50));
}
