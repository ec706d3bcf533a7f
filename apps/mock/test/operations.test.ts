import { operations, validateResponseBody, validateResponseHeaders } from "@model-access/contract";
import { expect, test } from "vitest";
import { createClient } from "./client.js";
import { eventsOf, streamFaults } from "./events.js";
import { exampleRequests } from "./requests.js";

const { fetch, chat } = createClient();

test.each(Object.values(operations).flatMap(exampleRequests))(
  "R2.4, R4.2, R4.11: answers $title as the contract says",
  async ({ operation, url, init, isStream }) => {
    const { operationId, responses, stream } = operation;

    const response = await fetch(url, init);
    const mediaType = response.headers.get("content-type") ?? "";
    const headers = Object.fromEntries(response.headers);

    expect(response.status).toBe(200);
    expect(headers).toMatchObject({
      "x-request-id": expect.stringMatching(/^req-[0-9a-f]{24}$/),
      "access-control-allow-origin": "*",
    });
    expect(validateResponseHeaders(operationId, 200, headers)).toEqual([]);
    expect(Object.keys(responses["200"]?.mediaTypes ?? {})).toContain(mediaType);
    expect(mediaType === "text/event-stream").toBe(isStream || stream === "native");
    if (mediaType === "text/event-stream") {
      expect(streamFaults(operation, eventsOf(await response.text()))).toEqual([]);
    } else if (mediaType === "application/json") {
      expect(validateResponseBody(operationId, 200, mediaType, await response.json())).toEqual([]);
    }
  },
);

test("streams by the body's flag, whatever Accept says", async () => {
  const streamed = await chat({ stream: true }, { accept: "application/json" });
  const plain = await chat({ stream: false }, { accept: "text/event-stream" });

  expect(streamed.headers.get("content-type")).toBe("text/event-stream");
  expect(plain.headers.get("content-type")).toBe("application/json");
});
