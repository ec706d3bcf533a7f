import { validateRequestBody } from "@model-access/contract";
import { expect, test } from "vitest";
import { exchanges } from "../src/areas.js";
import { marksOf } from "../src/checks/provenance.js";
import { derivedCases } from "../src/requests/derive-cases.js";
import { chatSubject, messagesSubject, responsesSubject } from "../src/requests/subjects.js";

const subjects = [chatSubject, messagesSubject, responsesSubject];

test.each(subjects.map((subject) => [subject.area, subject] as const))(
  "derives requests of %s that break what the specification states, and a run makes them all",
  (area, subject) => {
    const valid = subject.ask({ modelFor: () => "m" });
    const bodies = derivedCases(subject).map(({ change, name }) => ({ name, body: change?.(valid) }));

    const called = exchanges.map(({ id }) => id).filter((id) => id.startsWith(`${area}/refused/`));
    expect(validateRequestBody(subject.operationId, "application/json", valid)).toEqual([]);
    for (const { body, name } of bodies) {
      const violations = validateRequestBody(subject.operationId, "application/json", body);
      expect(violations.map((each) => marksOf(each).provenance)).toContain("stated");
      expect(called).toContain(
        `${area}/refused/${name === "wrong-type-message" && area === "chat" ? "text-message" : name}`,
      );
    }
  },
);

test("derives each kind of fault: a member missing, of a wrong type, out of its range, and the same in lists", () => {
  const reasons = Object.fromEntries(derivedCases(messagesSubject).map(({ name, reason }) => [name, reason]));

  expect(reasons).toMatchObject({
    "missing-max-tokens": "missingField",
    "wrong-type-top-k": "wrongType",
    "temperature-over-1": "outOfRange",
    "temperature-under-0": "outOfRange",
    "missing-content": "missingField",
    "wrong-type-role": "wrongType",
    "wrong-type-stop-sequence": "wrongType",
  });
});

test("derives nothing from what the specification does not state", () => {
  const names = derivedCases(chatSubject).map(({ name }) => name);

  expect(names.filter((name) => /tool|stop|top-p|-n$|max-tokens-under/.test(name))).toEqual([]);
});
