import type { Balance } from "@model-access/contract";
import { answerJson } from "../call.js";
import type { Handler } from "../handler.js";
import { pointsInUsd } from "./points-in-usd.js";

/** Answers with the points that the account of the key has left. They are all of its plan; none are bought beside it or granted later. */
export const getBalance: Handler = async (_request, { session, key }) => {
  const points = session.state.balanceOf(key);
  return answerJson<Balance>({
    current_point_balance: points,
    plan_points_balance: points,
    addon_point_balance: 0,
    plan_balance_usd: pointsInUsd(points),
    addon_balance_usd: pointsInUsd(0),
    total_balance_usd: pointsInUsd(points),
    points_cycle_start_time: 0,
    next_daily_grant_time: 0,
    next_daily_grant_amount: 0,
    next_monthly_grant_time: 0,
    next_monthly_grant_amount: 0,
    auto_recharge: null,
  });
};
