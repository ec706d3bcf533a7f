import { type Asked, type Fault, inAnswer, inReply, isStream, named, paths, textOf } from "./fault.ts";

const isHistory = ({ path }: Asked) => path === "/usage/points_history" || path === "/v1/usage/history";

/** What somebody else thought of who knew the specification only, and no rule had found. */
export const strangersFaults: Fault[] = [
  {
    ...named("account/limit-ignored", "throws the limit of a page away", "account/history-limit"),
    ask: (asked) => {
      if (isHistory(asked)) asked.query.delete("limit");
      return undefined;
    },
  },
  {
    ...named("gateway/query-lost", "stands behind a gateway that loses query strings", "account/history-pages"),
    ask: ({ query }) => {
      for (const name of [...query.keys()]) query.delete(name);
      return undefined;
    },
  },
  inAnswer(
    named(
      "gateway/html-tail",
      "stands behind a gateway that ends streams with a comment of HTML",
      "service/stream-fields",
    ),
    (answer) => {
      if (isStream(answer)) answer.body = `${textOf(answer)}<!-- served by edge-7 -->\n\n`;
    },
  ),
  inReply(
    named(
      "models/points-per-thousand",
      "says prices of a thousand tokens, and is paid by the token",
      "service/message-cost",
    ),
    paths.models,
    (body) => {
      for (const { pricing } of body.data)
        for (const prices of [pricing, pricing?.points])
          for (const name of ["prompt", "completion"])
            if (prices?.[name]) prices[name] = String(1000 * Number(prices[name]));
    },
  ),
];
