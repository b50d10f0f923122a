import { expect, test } from "@jest/globals";
import { fileURLToPath } from "node:url";
import { startProgram } from "@service/testing";

const program = fileURLToPath(new URL("./testing/print-answers.ts", import.meta.url));

/** What a process prints: a line for each different set of answers among its hundred. */
async function answersIn(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const printing = startProgram(program, { env });
  if ((await printing.ended) !== 0) throw new Error(printing.lines.join("\n"));
  return printing.lines;
}

test("answers are the same bytes a hundred times, in every process, locale and time zone (ANSWER-1)", async () => {
  const plain = await answersIn({ LANG: "C", LC_ALL: "C", TZ: "UTC" });
  expect(plain).toHaveLength(1);
  expect(plain[0]).toContain("answered on Monday");
  expect(await answersIn({ LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", TZ: "Pacific/Kiritimati" })).toEqual(plain);
  expect(await answersIn({ LANG: "sv_SE.UTF-8", LC_ALL: "sv_SE.UTF-8", TZ: "America/Los_Angeles" })).toEqual(plain);
});
