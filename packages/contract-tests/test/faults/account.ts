import { type Body, editJson, type Fault, inAnswer, inReply, isJson, named, refusal } from "./fault.ts";

export const balancePaths = ["/usage/current_balance", "/v1/balance"];

function inBalance(
  id: string,
  says: string,
  by: string | string[],
  change: NonNullable<Fault["answer"]> | ((body: Body, memory: Body) => void),
): Fault {
  return inBoth(balancePaths, named(id, says, by), change as (body: Body, memory: Body) => void);
}

/** A change of what both paths for a purpose answer. */
export function inBoth(
  these: string[],
  about: Pick<Fault, "id" | "says" | "by">,
  change: (body: Body, memory: Body) => void,
): Fault {
  return inAnswer(about, (answer, asked, memory) => {
    if (these.includes(asked.path) && answer.status === 200 && isJson(answer))
      editJson(answer, (body) => change(body, memory));
  });
}

const answer = (id: string, says: string, by: string | string[], change: NonNullable<Fault["answer"]>): Fault =>
  inAnswer(named(`small/${id}`, says, by), change);

/** Balance, history and prices, and how accounts go wrong. */
export const accountFaults: Fault[] = [
  inBalance("account/balance-text", "says the balance in words", "account/", (body: Body) => {
    body.current_point_balance = "much";
  }),
  inBalance(
    "account/balance-missing",
    "leaves the balance out",
    "account/",
    (body: Body) => delete body.current_point_balance,
  ),
  inBalance("account/balance-nested", "wraps the balance", "account/", (body: Body) => {
    const copy = { ...body };
    for (const name of Object.keys(body)) delete body[name];
    body.data = copy;
  }),
  inBalance(
    "account/balance-frozen",
    "never lowers the balance",
    "account/balance-falls",
    (body: Body, memory: Body) => {
      memory.first ??= body.current_point_balance;
      body.current_point_balance = memory.first;
    },
  ),
  inBalance(
    "account/balance-double",
    "takes each cost twice from the balance",
    "account/balance-falls",
    (body: Body, memory: Body) => {
      memory.first ??= body.current_point_balance;
      body.current_point_balance -= memory.first - body.current_point_balance;
    },
  ),
  inBalance(
    "account/balance-rises",
    "adds costs to the balance",
    "account/balance-falls",
    (body: Body, memory: Body) => {
      memory.first ??= body.current_point_balance;
      body.current_point_balance = 2 * memory.first - body.current_point_balance;
    },
  ),
  inBalance(
    "account/balance-falls-free",
    "takes points for free calls",
    "account/free-calls",
    (body: Body, memory: Body) => {
      memory.calls = (memory.calls ?? 0) + 7;
      body.current_point_balance -= memory.calls;
    },
  ),
  inBalance(
    "account/balance-random",
    "tells the balance roughly",
    "service/balance-steady",
    (body: Body, memory: Body) => {
      memory.reads = (memory.reads ?? 0) + 1;
      body.current_point_balance += (memory.reads * 389) % 1_000;
    },
  ),
  {
    ...named("account/cursor-ignored", "always gives the first page", "account/history-pages"),
    ask: (asked) => {
      asked.query.delete("starting_after");
      return undefined;
    },
  },
  inAnswer(
    named("account/aliases-differ", "says another balance under /v1 than under /usage", "account/balances-equal"),
    (answer, asked) => {
      if (asked.path === "/v1/balance" && answer.status === 200)
        editJson(answer, (body) => {
          body.current_point_balance += 100;
        });
    },
  ),
  inAnswer(
    named("account/alias-fields", "has other fields under /v1 than under /usage", "account/balances-agree"),
    (answer, asked) => {
      if (asked.path === "/v1/balance" && answer.status === 200)
        editJson(answer, (body) => {
          body.points_on_hold = 1;
        });
    },
  ),
  inAnswer(named("account/no-pair", "has no pair of account paths whole", "account/alive"), (answer, asked) => {
    if (["/v1/balance", "/usage/points_history"].includes(asked.path)) answer.status = 404;
  }),
  ...[404, 405].map((status) => unlisted("/usage/current_balance", status)),
  ...["/usage/points_history", "/v1/usage/history"].map((path) => unlisted(path, 404)),
  inAnswer(named("account/html", "answers the balance with a page", "account/"), (answer, asked) => {
    if (balancePaths.includes(asked.path) && answer.status === 200)
      Object.assign(answer, { headers: { "content-type": "text/html" }, body: "<h1>Balance</h1>" });
  }),
  inReply(named("models/no-prices", "says no prices", "models/list/pricing"), "/v1/models", (body) => {
    for (const model of body.data) delete model.pricing;
  }),
  inReply(named("models/empty", "lists no models", "models/list/usable"), "/v1/models", (body) => {
    body.data = [];
  }),
  inReply(
    named("models/bare-array", "lists models without the list around them", "models/list/usable"),
    "/v1/models",
    (body) => {
      body.models = body.data;
      delete body.data;
    },
  ),
  inReply(
    named("models/no-object", "leaves the list's object out", "models/list/schema"),
    "/v1/models",
    (body) => delete body.object,
  ),
  inReply(named("models/no-ids", "names models otherwise", "models/list/usable"), "/v1/models", (body) => {
    for (const model of body.data) {
      model.name = model.id;
      delete model.id;
    }
  }),
  inReply(
    named("models/one-without-id", "lists one model without an id", "models/list/"),
    "/v1/models",
    (body) => delete body.data[1].id,
  ),
  inReply(named("models/twice", "lists a model twice", "models/list/ids-unique"), "/v1/models", (body) =>
    body.data.push(body.data[0]),
  ),
  inReply(named("models/negative-price", "lists a price below zero", "models/list/"), "/v1/models", (body) => {
    body.data[1].pricing.prompt = "-0.1";
  }),
  inReply(named("models/price-words", "lists a price in words", "models/list/"), "/v1/models", (body) => {
    body.data[1].pricing.prompt = "cheap";
  }),
  inReply(named("models/price-number", "lists prices as numbers", "models/list/schema"), "/v1/models", (body) => {
    for (const model of body.data) if (model.pricing?.prompt) model.pricing.prompt = Number(model.pricing.prompt);
  }),
  inReply(
    named("models/created-micro", "says when models were made in microseconds", "models/list/created"),
    "/v1/models",
    (body) => {
      for (const model of body.data) model.created *= 1000;
    },
  ),
  inReply(
    named("models/dead", "lists a cheapest model that does not exist", "chat/reply/status"),
    "/v1/models",
    (body) => {
      body.data.unshift({
        ...body.data[0],
        id: "ghost",
        pricing: { prompt: "0", completion: "0", points: { prompt: "0.0001", completion: "0.0001" } },
      });
    },
  ),
  inReply(
    named("models/wrong-price", "lists prices in points that are not what is charged", "account/cost-is-price"),
    "/v1/models",
    (body) => {
      for (const model of body.data)
        for (const key of ["prompt", "completion", "request"])
          if (model.pricing?.points?.[key]) model.pricing.points[key] = String(Number(model.pricing.points[key]) * 40);
    },
  ),
  answer("balance-204", "answers the balance with 204", "account/", (made, { path }) => {
    if (path === "/usage/current_balance" && made.status === 200) Object.assign(made, { status: 204, body: "" });
  }),
];

/** One of the two paths under /usage is not there, the other is, and so is the pair under /v1. */
function unlisted(path: string, status: number): Fault {
  const about = named(
    `account/unlisted-alias${path.replaceAll(/\W/g, "-")}-${status}`,
    `has no ${path} (${status})`,
    "account/listed-pair",
  );
  return {
    ...about,
    ask: (asked) => (asked.path === path ? refusal(status, "invalid_request_error", "not_found") : undefined),
  };
}
