import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createTestBook } from "@service/domain/testing";
import { type GroundedWorld, startGroundedWorld } from "../../testing/grounded-world.ts";

let grounded: GroundedWorld;
beforeAll(async () => {
  grounded = await startGroundedWorld();
  await grounded.world.instance("booked", { grounding: { sources: [{ kind: "records" }] } });
}, 120_000);
afterAll(() => grounded.stop());

const question = { text: "How many clients do we have?" };

async function noticesOf(path: string): Promise<unknown[]> {
  const ana = await grounded.keyWithout();
  const headers = { ...grounded.as("ana"), accept: "text/event-stream" };
  const { text } = await ana.post(`${path}/turns`, { version: "draft", ...question }, { headers });
  return [...text.matchAll(/^data: (.*"type":"notice".*)$/gm)].map(([, data = ""]): unknown => JSON.parse(data));
}

test("CONV-23: of two connections that hold a book a conversation names one and is answered from it", async () => {
  const { world, book } = grounded;
  const other = await createTestBook(world.api.deps.db, { organizationId: world.org.organizationId, name: "Other" });
  await other.write({ puts: [{ family: "accounts", sourceId: "9", fields: { name: "Nine Pines" } }] });
  await other.serve();

  const unnamed = await grounded.ask(await grounded.begin("booked"), question);
  expect(unnamed.output.method).toBe("declined");
  const answers: (string | null)[] = [];
  for (const connection_id of [other.connectionId, book.connectionId]) {
    const path = await grounded.begin("booked", { subject: { connection_id } });
    answers.push((await grounded.ask(path, question)).output.text);
  }
  expect(answers).toEqual([
    expect.stringMatching(/\b1 (client|account)/),
    expect.stringMatching(/\b2 (client|account)/),
  ]);
});

test("GROUND-26: without a connection the notice says to name one", async () => {
  expect(await noticesOf(await grounded.begin("booked"))).toContainEqual(
    expect.objectContaining({
      code: "source_unavailable",
      message: expect.stringContaining("name one as connection_id of the conversation's subject"),
      detail: { source: "records", reason: "failed" },
    }),
  );
});
