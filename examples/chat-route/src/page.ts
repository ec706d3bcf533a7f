import { type ChatMessage, StreamIncompleteError } from "@model-access/sdk";
import { createChatCompletions } from "@model-access/sdk/chat";
import { createClient } from "@model-access/sdk/core";

// The server adds the key and tries again where that helps.
const completions = createChatCompletions(createClient({ apiKey: null, baseURL: "/api/models", maxRetries: 0 }));
const messages: ChatMessage[] = [];
const form = document.querySelector("form");
const log = document.querySelector("#log");

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const content = String(new FormData(form).get("question"));
  form.reset();
  messages.push({ role: "user", content });
  show(content);
  const answer = show("");
  try {
    const stream = completions.stream({ model: "chosen by the server", messages });
    for await (const { choices } of stream) answer.append(choices[0]?.delta.content ?? "");
    messages.push({ role: "assistant", content: await stream.text() });
  } catch (error) {
    // Without half an answer in the conversation, the question can be asked again.
    messages.pop();
    answer.append(error instanceof StreamIncompleteError ? " … (broken off; ask again)" : ` ${error}`);
  }
});

function show(text: string): HTMLElement {
  const paragraph = document.createElement("p");
  paragraph.textContent = text;
  log?.append(paragraph);
  return paragraph;
}
