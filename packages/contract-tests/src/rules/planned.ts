import type { ExchangePlan } from "../exchange.js";

/** Finds an area's exchanges by their ids, and says at once where a rule names one that is not there. */
export function planned(plans: ExchangePlan[]): (id: string) => ExchangePlan {
  return (id) => {
    const plan = plans.find((candidate) => candidate.id === id);
    if (plan === undefined)
      throw new Error(`There is no exchange ${id}; there are ${plans.map((each) => each.id).join(", ")}.`);
    return plan;
  };
}
