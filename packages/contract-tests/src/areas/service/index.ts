import { type Area, joined } from "../../area.js";
import { answersTopic } from "./answers.js";
import { balanceTopic } from "./balance.js";
import { costTopic } from "./costs.js";
import { historyTopic } from "./history.js";
import { otherKeysTopic } from "./other-keys.js";
import { pathsTopic } from "./paths.js";
import { rateTopic } from "./rate.js";
import { refusalsTopic } from "./refusals.js";
import { repliesTopic } from "./replies.js";

export const serviceArea: Area = {
  name: "service",
  isRequired: true,
  ...joined(
    ...[pathsTopic, balanceTopic, historyTopic, costTopic, otherKeysTopic],
    ...[answersTopic, rateTopic, refusalsTopic, repliesTopic],
  ),
};
