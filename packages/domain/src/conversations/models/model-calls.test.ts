import { expect, test } from "@jest/globals";
import { ProviderFailure } from "@service/models";
import { createMetrics } from "@service/runtime";
import { createModelCallMetrics, observed } from "./model-calls.ts";

const caps = { continuation: false, tools: false, json: false, judge: false, embeddings: false, vision: false };
const request = { messages: [], maxOutputTokens: 10 };
const context = { signal: new AbortController().signal, idempotencyKey: "1" };

test("each call of a model is counted by alias and outcome, with the tokens it named (OPS-190)", async () => {
  const metrics = createMetrics({ process: "test", runtimeMetrics: false });
  const provider = observed(
    "house",
    {
      name: "anthropic",
      caps,
      async *stream() {
        yield { t: "usage", in: 7 } as const;
        yield { t: "text", text: "Hi" } as const;
        yield { t: "usage", in: 7, out: 3 } as const;
        yield { t: "finish", reason: "stop" } as const;
      },
    },
    createModelCallMetrics(metrics),
  );
  const read: string[] = [];
  for await (const event of provider.stream(request, context)) read.push(event.t);
  expect(read).toEqual(["usage", "text", "usage", "finish"]);
  const text = await metrics.text();
  expect(text).toContain('service_model_call_seconds_count{process="test",alias="house",outcome="ok"} 1');
  expect(text).toContain('service_model_tokens_total{alias="house",direction="in",process="test"} 7');
  expect(text).toContain('service_model_tokens_total{alias="house",direction="out",process="test"} 3');
});

test("a failure is counted by its reason, and a caller that leaves as such (OPS-190)", async () => {
  const outcomes: string[] = [];
  const observer = { ended: ({ outcome }: { readonly outcome: string }) => outcomes.push(outcome) };
  const failing = observed(
    "house",
    {
      name: "anthropic",
      caps,
      // oxlint-disable-next-line require-yield -- it fails before its first event
      async *stream() {
        throw new ProviderFailure("overloaded");
      },
    },
    observer,
  );
  await expect(failing.stream(request, context)[Symbol.asyncIterator]().next()).rejects.toThrow(ProviderFailure);
  const talking = observed(
    "house",
    {
      name: "anthropic",
      caps,
      async *stream() {
        for (;;) yield { t: "text", text: "on and on" } as const;
      },
    },
    observer,
  );
  for await (const event of talking.stream(request, context)) if (event.t === "text") break;
  expect(outcomes).toEqual(["overloaded", "left"]);
});
