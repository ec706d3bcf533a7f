// @module-tag socket
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { closeServer, listen } from "../src/http/listen.js";

/** Opens a thousand connections at once and prints how many there are: when all are, or after a minute. */
const program = `
  const { connect } = require("node:net");
  let open = 0;
  const tell = () => { console.log(open); process.exit(); };
  const count = () => { open += 1; if (open === 1000) tell(); };
  for (let asked = 0; asked < 1000; asked += 1) connect(Number(process.argv[1]), "127.0.0.1", count);
  setTimeout(tell, 60_000);
`;

test("a thousand connections that come while the mock is busy wait for it, and are not sent away", async ({ skip }) => {
  skip(process.platform !== "linux", "other systems let fewer wait");
  const server = createServer();
  const { port } = await listen(server, { port: 0, host: "127.0.0.1", who: "The test" });

  const open = execFileSync(process.execPath, ["--eval", program, String(port)], { encoding: "utf8" }); // busy meanwhile
  await closeServer(server);

  expect(Number(open)).toBe(1000);
});
