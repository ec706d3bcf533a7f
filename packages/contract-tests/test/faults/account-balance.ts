import { gone, plus } from "./edit.ts";
import type { Asked, Body, Fault, Memory } from "./fault.ts";
import { inAnswers, inReplies, refused, refuses } from "./rows.ts";

const balance = inReplies({ ids: "account/", in: "balance" });
const otherBalance = inReplies({ ids: "account/", in: "balance", path: "/v1/balance", from: "mock" });
const answer = inAnswers({ ids: "account/", in: "balance", status: 200 });
const smallBalance = inAnswers({ ids: "small/", status: 200, path: "/usage/current_balance" });

/** The balance, and how it goes wrong. */
export const accountFaults: Fault[] = [
  balance("balance-text", "says the balance in words", "account/", { current_point_balance: "much" }),
  balance("balance-missing", "leaves the balance out", "account/", { current_point_balance: gone }),
  balance("balance-nested", "wraps the balance", "account/", (body) => {
    const data = { ...body };
    for (const name of Object.keys(body)) delete body[name];
    body.data = data;
  }),
  balance(
    "balance-frozen",
    "never lowers the balance",
    "account/balance-falls",
    sinceFirst((first) => first),
  ),
  balance(
    "balance-double",
    "takes each cost twice from the balance",
    "account/balance-falls",
    sinceFirst((first, now) => 2 * now - first),
  ),
  balance(
    "balance-rises",
    "adds costs to the balance",
    "account/balance-falls",
    sinceFirst((first, now) => 2 * first - now),
  ),
  balance("balance-falls-free", "takes points for free calls", "account/free-calls", (body, _asked, memory) => {
    memory.calls = (memory.calls ?? 0) + 7;
    body.current_point_balance -= memory.calls;
  }),
  balance("balance-random", "tells the balance roughly", "service/balance-steady", (body, _asked, memory) => {
    memory.reads = (memory.reads ?? 0) + 1;
    body.current_point_balance += (memory.reads * 389) % 1_000;
  }),
  otherBalance("aliases-differ", "says another balance under /v1 than under /usage", "account/balances-equal", {
    current_point_balance: plus(100),
  }),
  otherBalance("alias-fields", "has other fields under /v1 than under /usage", "account/balances-agree", (body) => {
    body.points_on_hold = 1;
  }),
  inAnswers({ ids: "account/", is: ({ path }) => ["/v1/balance", "/usage/points_history"].includes(path) })(
    "no-pair",
    "has no pair of account paths whole",
    "account/alive",
    { status: 404 },
  ),
  ...(
    [
      ["/usage/current_balance", 404],
      ["/usage/current_balance", 405],
      ["/usage/points_history", 404],
      ["/v1/usage/history", 404],
    ] as const
  ).map(([path, status]) =>
    refuses({ ids: "account/unlisted-alias", from: "mock", path })(
      `${path.replaceAll(/\W/g, "-")}-${status}`,
      `has no ${path} (${status})`,
      "account/listed-pair",
      { ...refused.notFound, status },
    ),
  ),
  answer("html", "answers the balance with a page", "account/", { mediaType: "text/html", body: "<h1>Balance</h1>" }),
  smallBalance("balance-204", "answers the balance with 204", "account/", { status: 204, body: "" }),
];

/** Another balance, by the first that was told. */
function sinceFirst(change: (first: number, now: number) => number) {
  return (body: Body, _asked: Asked, memory: Memory) => {
    memory.first ??= body.current_point_balance;
    body.current_point_balance = change(memory.first, body.current_point_balance);
  };
}
