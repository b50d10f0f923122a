import { expect, test } from "@jest/globals";
import { writeFindingContent } from "./write-finding.ts";

test("title, detail and recommendation are cut at their bounds, with an ellipsis (TYPE-41)", () => {
  const write = (length: number) => {
    const text = "😀".repeat(length);
    return writeFindingContent({
      findingKey: "k",
      ruleKey: "k",
      severity: "low",
      status: "fail",
      title: text,
      detail: text,
      recommendation: text,
      confidence: 1,
      evidenceIds: [],
    });
  };
  const lengths = ({ title, detail, recommendation }: ReturnType<typeof write>) =>
    [title, detail, recommendation].map((text) => (typeof text === "string" ? [...text].length : 0));
  expect(lengths(write(160))).toEqual([160, 160, 160]);
  expect(lengths(write(2_000))).toEqual([160, 1_000, 1_000]);
  expect(write(2_000)).toMatchObject({ title: expect.stringMatching(/…$/), detail: expect.stringMatching(/…$/) });
  expect(write(160)["title"]).not.toMatch(/…$/);
});
