// The baseline: reads and parses the body, answers the contract's first chat reply from memory.
import { createServer } from "node:http";
import { operations } from "@model-access/contract";
import { announce } from "../announce.ts";

const [example] = Object.values(
  operations.createChatCompletion?.responses["200"]?.mediaTypes["application/json"]?.examples ?? {},
);
const reply = Buffer.from(JSON.stringify(example?.value));

announce(
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      JSON.parse(Buffer.concat(chunks).toString() || "{}");
      response.writeHead(200, { "content-type": "application/json", "content-length": reply.length });
      response.end(reply);
    });
  }),
);
