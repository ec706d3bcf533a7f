import { type Shown, secretIn, secretInJson, secretUnder } from "../../checks/secrets.js";
import type { Exchange } from "../../exchange.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { jsonOf, textOf, type WireReply } from "../../wire/wire.js";
import { rulesOnAllCalls } from "./all-calls.js";

/** A caller's own session may be kept in a cookie. */
const cookies = "set-cookie";

const shownOfSecret = 12;

/** The provider's key is the service's affair (R1.3): whoever sees it can use it up. */
export const secretsRules: Rule[] = rulesOnAllCalls(
  { requirements: ["R5.1", "R2.14"], provenance: "inferred", level: "should" },
  {
    "no-secrets": {
      topic: "security",
      sentence: "no answer shows a key, a token or a password that the client did not send",
      judge: judgeSecrets,
    },
  },
);

function judgeSecrets(all: Exchange[]): Verdict {
  const sent = all.flatMap(({ request }) => [request.url, request.body ?? "", ...Object.values(request.headers)]);
  const isKnown = (secret: string) => sent.some((text) => text.includes(secret) || secret.includes(keyIn(text)));
  for (const exchange of all) {
    const found = secretOf(exchange, isKnown);
    if (found === undefined) continue;
    const { what, secret, where } = found;
    const actual = `${secret.slice(0, shownOfSecret)}…`;
    const message = `The answer to ${exchange.plan.says} shows ${what} in ${where}, beginning ${JSON.stringify(actual)}.`;
    return broken({ message, expected: "no secret", actual, exchange });
  }
  return pass;
}

type Found = Shown & { where: string };

function secretOf(
  { reply, attempts = [], plan, stream }: Exchange,
  isKnown: (secret: string) => boolean,
): Found | undefined {
  for (const each of new Set([...attempts, ...(reply ? [reply] : [])])) {
    for (const [name, value] of each.rawHeaders) {
      const shown = name.toLowerCase() === cookies ? undefined : secretUnder(name, value, isKnown);
      if (shown !== undefined) return { ...shown, where: `the header ${name}` };
    }
    const shown = secretInBody(each, isKnown);
    if (shown !== undefined) return { ...shown, where: "its body" };
  }
  const events = plan.isStreamed && reply?.status === 200 ? stream().payloads : [];
  const shown = secretInJson(events, isKnown);
  return shown && { ...shown, where: "its events" };
}

function secretInBody(reply: WireReply, isKnown: (secret: string) => boolean): Shown | undefined {
  if (reply.status >= 400) return secretIn(textOf(reply), isKnown) ?? secretInJson(jsonOf(reply)?.value, isKnown);
  return secretInJson(jsonOf(reply)?.value, isKnown);
}

/** The credentials in a header that begins with a scheme; of other texts, the text. */
const keyIn = (text: string) => /^(?:Bearer|Basic) +(\S{8,})$/i.exec(text)?.[1] ?? "\u0000";
