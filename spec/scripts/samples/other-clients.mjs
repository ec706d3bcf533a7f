import { stringify } from "../source-text.mjs";

const environment = {
  baseURL: "process.env.MODEL_ACCESS_BASE_URL",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a program.
  versioned: "`${process.env.MODEL_ACCESS_BASE_URL}/v1`",
  apiKey: "process.env.MODEL_ACCESS_API_KEY",
};

/** Returns the calls of an operation by the compatible interfaces' clients, by package; undefined if none can. */
export function otherClients(call) {
  const write = clients[call.operationId];
  return write === undefined ? [] : Object.entries(write(call)).map(([label, source]) => ({ label, source }));
}

const clients = {
  createChatCompletion: ({ body }) => ({
    openai: openai("chat.completions.create", stringify(body), "reply.choices[0]?.message.content"),
    ai: ai({
      package: "openai-compatible",
      make: "createOpenAICompatible",
      name: true,
      body,
      prompt: lastPrompt(body),
    }),
  }),
  createMessage: ({ body }) => ({
    "@anthropic-ai/sdk": `import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic({ baseURL: ${environment.baseURL}, apiKey: ${environment.apiKey} });

const reply = await client.messages.create(${stringify(body)});
console.log(reply.content);
`,
    ai: ai({ package: "anthropic", make: "createAnthropic", body, prompt: lastPrompt(body) }),
  }),
  createResponse: ({ body }) => ({
    openai: openai("responses.create", stringify(body), "reply.output_text"),
    ai: ai({ package: "openai", make: "createOpenAI", body, prompt: body.input }),
  }),
  listModels: () => ({ openai: openai("models.list", "", "reply.data") }),
  // Its types allow seconds only as a string; the service accepts both.
  createVideo: ({ body: { seconds, ...body } }) => ({
    openai: openai("videos.create", stringify(seconds === undefined ? body : { ...body, seconds: String(seconds) })),
  }),
  retrieveVideo: ({ inPath: [{ example }] }) => ({ openai: openai("videos.retrieve", stringify(example)) }),
  downloadVideoContent: ({ inPath: [{ example }] }) => ({
    openai: openai("videos.downloadContent", stringify(example), "(await reply.blob()).size"),
  }),
  remixVideo: ({ inPath: [{ example }], body }) => ({
    openai: openai("videos.remix", `${stringify(example)}, ${stringify(body)}`),
  }),
};

const lastPrompt = ({ messages }) => messages.findLast(({ role }) => role === "user").content;

function openai(method, argument, shown = "reply") {
  return `import OpenAI from "openai";

const client = new OpenAI({
  baseURL: ${environment.versioned},
  apiKey: ${environment.apiKey},
});

const reply = await client.${method}(${argument});
console.log(${shown});
`;
}

function ai({ package: name, make, name: isNamed = false, body, prompt }) {
  return `import { ${make} } from "@ai-sdk/${name}";
import { generateText } from "ai";

const provider = ${make}({
${isNamed ? '  name: "model-access",\n' : ""}  baseURL: ${environment.versioned},
  apiKey: ${environment.apiKey},
});

const { text } = await generateText({
  model: provider(${stringify(body.model)}),
  prompt: ${stringify(prompt)},
});
console.log(text);
`;
}
