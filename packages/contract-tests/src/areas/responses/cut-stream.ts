import { rule } from "../../checks/define-rule.js";
import { saidRules } from "../../checks/said-rules.js";
import { judgeEveryEvent } from "../../checks/stream.js";
import { dialects } from "../../dialects.js";
import type { ExchangePlan, Facts } from "../../exchange.js";
import { offers } from "../../reading/choose-model.js";
import { saidIn } from "../../reading/said.js";
import { billedCall } from "../../requests/billed-call.js";
import { fewTokens, longQuestion, turnsBefore } from "../../requests/long-question.js";
import { broken, pass, type Rule } from "../../rule.js";
import { askResponse, replyCall } from "./reply.js";
import { wholeStream } from "./stream.js";

const { responses } = dialects;

/** One pixel. */
const picture =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=";

/** The plain response's question, with a picture before it where the model takes one. */
export const cutStreamCall: ExchangePlan = billedCall("responses", {
  priority: 26,
  id: "responses/cut-stream",
  says: "a streamed response with a picture and max_output_tokens 16",
  isStreamed: true,
  needs: [replyCall.id],
  json: (model, facts) => ({
    ...askResponse(model),
    ...(takesPictures(facts, model) && { input: turnsBefore(withPicture) }),
    max_output_tokens: fewTokens,
    stream: true,
  }),
});

const withPicture = [
  { type: "input_image", image_url: picture, detail: "auto" },
  { type: "input_text", text: longQuestion },
];

const takesPictures = ({ modelList }: Facts, model: string) => offers(modelList, model, "image");

const about: Pick<Rule, "requirements" | "provenance"> = { requirements: ["R1.5", "R4.9"], provenance: "upstream" };

/** Rules on a stream that a limit of tokens ends. */
export const cutStreamRules: Rule[] = [
  rule(cutStreamCall, "events", {
    ...about,
    sentence: "the events of a streamed response that a limit of tokens ends are those of the contract, in their order",
    after: wholeStream,
    judge: judgeEveryEvent,
  }),
  ...saidRules(cutStreamCall, responses, { names: ["cut-off"], after: "events" }),
  rule(cutStreamCall, "picture-counted", {
    ...about,
    sentence: "a prompt with a picture counts more tokens than the same prompt without one",
    requirements: [...about.requirements, "R8.3"],
    reads: { streamed: cutStreamCall, plain: replyCall },
    after: ["events", "responses/reply/usage-sum"],
    judge: ({ streamed, plain }) => {
      if (!String(streamed.request.body).includes('"input_image"'))
        return { outcome: "skip", reason: "The model list names no pictures with this model." };
      const [withOne, without] = [saidIn(streamed, responses), saidIn(plain, responses)];
      if (withOne.prompt === undefined || without.prompt === undefined || withOne.prompt > without.prompt) return pass;
      return broken({
        message: `The prompt with a picture counts ${withOne.prompt} tokens, and without it ${without.prompt}.`,
        expected: `more than ${without.prompt}`,
        actual: String(withOne.prompt),
        pointer: withOne.at.usage,
      });
    },
  }),
];
