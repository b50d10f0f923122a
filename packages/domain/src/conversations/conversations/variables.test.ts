import { expect, test } from "@jest/globals";
import { variablesNamedIn, withVariables } from "./variables.ts";

test("a variable stands for its value, once, and for nothing without one (CONV-14)", () => {
  const text = "For {{variables.office}} and {{ variables.client }}, not {{office}} or {{variables.}}.";
  expect(variablesNamedIn(text)).toEqual(["office", "client"]);
  expect(withVariables(text, { office: "{{variables.client}} $& $1" })).toBe(
    "For {{variables.client}} $& $1 and , not {{office}} or {{variables.}}.",
  );
  expect(withVariables("{{variables.toString}}", {})).toBe("");
});
