import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test, vi } from "vitest";
import { fillSchema } from "../src/conversation/fill-schema.js";

test("a schema that is sent again is not compiled again", async () => {
  const compile = vi.spyOn(Ajv2020.prototype, "compile");
  const schema = () => ({ type: "object", properties: { city: { const: "Oslo" } }, required: ["city"] });

  const values = [await fillSchema(schema(), () => 0), await fillSchema(schema(), () => 0)];

  expect(values).toEqual([{ city: "Oslo" }, { city: "Oslo" }]);
  expect(compile).toHaveBeenCalledTimes(1);
});
