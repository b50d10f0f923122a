import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type GroundedWorld, startGroundedWorld } from "../../testing/grounded-world.ts";

// Answers of the embedded answerer where the configuration wants JSON.

let grounded: GroundedWorld;
beforeAll(async () => {
  grounded = await startGroundedWorld();
});
afterAll(() => grounded.stop());

/** Asks an instance of its own about the client, whose name must match the pattern. */
async function nameMatching(slug: string, pattern: string) {
  const name = { type: "string", pattern };
  await grounded.world.instance(slug, {
    grounding: { sources: [{ kind: "records" }] },
    response_format: { type: "json_schema", schema: { type: "object", properties: { name }, required: ["name"] } },
  });
  const at = await grounded.begin(slug, { subject: { client_key: grounded.blue } });
  return grounded.ask(at, { text: "Tell me about the client" });
}

test("what a schema allows beside its types is filled from the book (ANSWER-30)", async () => {
  expect(await nameMatching("blue", "^Blue")).toMatchObject({
    status: "completed",
    output: { json: { name: expect.stringMatching(/^Blue/) } },
  });
});

test("an answer that breaks a pattern of its schema fails the turn (ANSWER-31)", async () => {
  expect(await nameMatching("zebra", "^Zebra")).toMatchObject({
    status: "failed",
    error: { code: "output_rejected", reason: "schema_mismatch" },
    output: { json: null },
  });
});
