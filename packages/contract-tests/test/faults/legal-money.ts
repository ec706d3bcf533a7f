import { type Asked, editJson, type Fault, inAnswer } from "./fault.ts";
import { about } from "./legal-about.ts";

const isHistory = ({ path }: Asked) => path === "/usage/points_history" || path === "/v1/usage/history";
const isBalance = ({ path }: Asked) => path === "/usage/current_balance" || path === "/v1/balance";

/** Accounts that are told otherwise, and are right all the same. */
export const legalMoneyVariants: Fault[] = [
  inAnswer(about("two-purses", "has a balance of a plan and of purchases"), (answer, asked) => {
    if (!isBalance(asked) || answer.status !== 200) return;
    editJson(answer, (body) => {
      body.addon_point_balance = Math.min(200, body.current_point_balance);
      body.plan_points_balance = body.current_point_balance - body.addon_point_balance;
    });
  }),
  inAnswer(about("cursor-gone", "has no entries after one that is gone"), (answer, asked) => {
    if (!isHistory(asked) || answer.status !== 400 || !asked.query.has("starting_after")) return;
    answer.status = 200;
    answer.body = JSON.stringify({ has_more: false, length: 0, data: [] });
  }),
];
