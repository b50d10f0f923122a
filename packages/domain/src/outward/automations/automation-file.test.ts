import { describe, expect, test } from "@jest/globals";
import { ServiceError } from "@service/contract";
import type { Json } from "@service/json";

import * as z from "zod";

import { readAutomationFile } from "./automation-file.ts";

const endpointId = "5f0f4f3e-6a4f-4f7e-8f0e-0c8d0f6a1b2c";
const event = { event_type: "dataset.refreshed" };
const deliver = { kind: "deliver_webhook", endpoint_id: endpointId };

const Details = z.array(z.object({ path: z.string(), message: z.string() }));

function file(changes: { readonly [name: string]: unknown } = {}): string {
  return JSON.stringify({ automation_key: "tell-us", trigger: event, effect: deliver, ...changes });
}

/** The problems of a refused file: JSON Pointers with messages. */
function issuesOf(text: string): { path: string; message: string }[] {
  try {
    readAutomationFile(text);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "validation_error") throw error;
    return Details.parse(error.details);
  }
  return [];
}

describe("an accepted file", () => {
  test("takes the default for each field left out (AUTO-1)", () => {
    expect(readAutomationFile(file())).toEqual({
      automation_key: "tell-us",
      enabled: true,
      trigger: event,
      effect: deliver,
      max_per_hour: 60,
      cooldown_s: 0,
      dedupe: "per_event",
    });
  });

  test.each<[string, { readonly [name: string]: Json }]>([
    ["a filter", { trigger: { ...event, filter: { fact: "event.data.dataset_key", op: "eq", value: "offerings" } } }],
    ["an emitted type as the trigger", { trigger: { event_type: "custom.partner.signed-up" } }],
    ["a schedule", { trigger: { schedule: "0 6 * * 1-5", timezone: "Europe/Berlin" } }],
    ["an evaluation", { effect: { kind: "start_evaluation", engine_slug: "quotes" } }],
    ["an emission", { effect: { kind: "emit_event", type: "custom.x", data: { n: "{{event.data.n}}" } } }],
    [
      "a run with everything",
      {
        effect: {
          kind: "run_engine",
          engine_slug: "quotes",
          engine_version: "1.x",
          environment: "sandbox",
          acting_principal: "user-1",
          input_template: { a: [{ b: "{{event.data.b}}" }] },
        },
        enabled: false,
        max_per_hour: 5,
        cooldown_s: 30,
        dedupe: "per_event",
      },
    ],
    [
      "the built-in engine",
      { effect: { kind: "run_engine", engine_slug: "generic_fixture_engine", input_template: {} } },
    ],
  ])("%s", (_what, changes) => {
    expect(readAutomationFile(file(changes))).toMatchObject(changes);
  });

  test("reads a schedule without a zone in UTC (AUTO-1)", () => {
    expect(readAutomationFile(file({ trigger: { schedule: "0 6 * * *" } })).trigger).toEqual({
      schedule: "0 6 * * *",
      timezone: "UTC",
    });
  });
});

describe("problems are named by their JSON Pointer", () => {
  test.each<[string, { readonly [name: string]: unknown }, string, string]>([
    ["no key", { automation_key: undefined }, "/automation_key", "is required"],
    ["a key with spaces", { automation_key: "tell us" }, "/automation_key", "1 to 128"],
    ["an unknown member", { "when/ever": 1 }, "/when~1ever", "unknown field"],
    ["no trigger", { trigger: undefined }, "/trigger", "is required"],
    [
      "a trigger of two kinds",
      { trigger: { ...event, schedule: "* * * * *" } },
      "/trigger/event_type",
      "unknown field",
    ],
    ["an empty trigger", { trigger: {} }, "/trigger/event_type", "is required"],
    ["a run's event as trigger", { trigger: { event_type: "run.completed" } }, "/trigger/event_type", "platform event"],
    ["a filter on a schedule", { trigger: { schedule: "* * * * *", filter: {} } }, "/trigger/filter", "unknown field"],
    [
      "a filter of another namespace",
      { trigger: { ...event, filter: { all: [{ fact: "input.x", op: "exists" }] } } },
      "/trigger/filter/all/0/fact",
      "unknown fact path",
    ],
    [
      "a filter naming what no event has",
      { trigger: { ...event, filter: { fact: "event.payload.x", op: "exists" } } },
      "/trigger/filter/fact",
      "unknown fact path",
    ],
    [
      "an unknown operator",
      { trigger: { ...event, filter: { fact: "event.data.x", op: "is", value: 1 } } },
      "/trigger/filter/op",
      "must be one of",
    ],
    ["a cron with six fields", { trigger: { schedule: "0 0 0 * * *" } }, "/trigger/schedule", "five fields"],
    ["an unknown zone", { trigger: { schedule: "0 0 * * *", timezone: "Mars" } }, "/trigger/timezone", "time zone"],
    ["no effect", { effect: undefined }, "/effect", "is required"],
    ["an unknown effect", { effect: { kind: "send_mail" } }, "/effect/kind", "must be one of run_engine"],
    ["an unknown member of an effect", { effect: { ...deliver, url: "x" } }, "/effect/url", "unknown field"],
    ["an endpoint that is no id", { effect: { ...deliver, endpoint_id: "x" } }, "/effect/endpoint_id", "endpoint's id"],
    [
      "an emission of a type of the service",
      { effect: { kind: "emit_event", type: "deploy.finished", data: {} } },
      "/effect/type",
      "custom.",
    ],
    ["an emission without data", { effect: { kind: "emit_event", type: "custom.x" } }, "/effect/data", "is required"],
    [
      "a template of something else",
      { effect: { kind: "emit_event", type: "custom.x", data: { a: ["{{event.subject.key}}"] } } },
      "/effect/data/a/0",
      "is not {{event.data.<name>}}",
    ],
    [
      "a pin that is none",
      { effect: { kind: "run_engine", engine_slug: "quotes", engine_version: "new", input_template: {} } },
      "/effect/engine_version",
      "major.minor",
    ],
    [
      "an input that is no object",
      { effect: { kind: "run_engine", engine_slug: "quotes", input_template: [] } },
      "/effect/input_template",
      "must be an object",
    ],
    ["an hourly cap of none", { max_per_hour: 0 }, "/max_per_hour", ""],
    ["an hourly cap of a second", { max_per_hour: 3_601 }, "/max_per_hour", ""],
    ["a negative cooldown", { cooldown_s: -1 }, "/cooldown_s", ""],
    ["half a cooldown", { cooldown_s: 0.5 }, "/cooldown_s", ""],
    ["another dedupe", { dedupe: "never" }, "/dedupe", ""],
  ])("%s", (_what, changes, path, message) => {
    expect(issuesOf(file(changes))).toEqual([{ path, message: expect.stringContaining(message) }]);
  });

  test("all in one answer, at most fifty (AUTO-2)", () => {
    const many = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`x${index}`, 1]));
    expect(issuesOf(file({ ...many, trigger: 1, effect: 2 }))).toHaveLength(50);
    expect(issuesOf(file({ automation_key: 5, trigger: 1, effect: 2 })).map(({ path }) => path)).toEqual([
      "/automation_key",
      "/trigger",
      "/effect",
    ]);
  });

  test.each([
    ["no JSON", "{"],
    ["no object", "[]"],
    ["a large file", `{"x":"${"a".repeat(300_000)}"}`],
    ["brackets without end", "[".repeat(200_000)],
  ])("%s is no file", (_what, text) => {
    expect(() => readAutomationFile(text)).toThrow(expect.objectContaining({ code: "invalid_request" }));
  });
});
