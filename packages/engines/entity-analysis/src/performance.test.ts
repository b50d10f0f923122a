import { execFileSync } from "node:child_process";
import { expect, test } from "@jest/globals";

/** In a plain process, as workers run it, and in CPU time: other work on a shared machine must not fail the test. */
const script = `
  import { entityAnalysis } from ${JSON.stringify(new URL("index.ts", import.meta.url).href)};
  const engine = entityAnalysis.compile(entityAnalysis.effectiveConfig(entityAnalysis.preset()));
  const line = "Annual revenue of the insured in 2025: $3.1M, payroll (in thousands) 640, number of employees: 37.\\n";
  const text = line.repeat(2_100).slice(0, 200_000);
  const documents = Array.from({ length: 50 }, (_, index) => ({ document_key: "d" + index, kind: "application", text }));
  const before = process.cpuUsage();
  const result = engine.run({
    input: { as_of: "2026-01-15T00:00:00Z", subject: { key: "a", kind: "account", label: "A" }, documents },
    offerings: undefined,
    runId: "00000000-0000-4000-8000-000000000001",
    createdAt: "2026-01-15T00:00:00Z",
    datasets: new Map(),
    onStage: () => undefined,
  });
  const { user, system } = process.cpuUsage(before);
  console.log(result.output?.profile.revenue.value, result.output?.profile.payroll.value, (user + system) / 1000);
`;

test("50 documents of 200,000 characters are read within 20 seconds of computing on any machine; a worker has 5 (ENT-80)", () => {
  const printed = execFileSync(process.execPath, ["--input-type=module", "--no-warnings", "-e", script], {
    encoding: "utf8",
    env: {},
  });
  const [revenue, payroll, cpuMs] = printed.trim().split(" ");
  expect([revenue, payroll]).toEqual(["3100000", "640000"]);
  expect(Number(cpuMs)).toBeLessThan(20_000);
});
