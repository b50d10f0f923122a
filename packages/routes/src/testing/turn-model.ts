import { setOrganization } from "@service/domain/organizations";
import { registerTestManifest, registerTestModel } from "@service/domain/testing";
import { createSignal, type ModelVendor, startModelVendor, testOperator, textEvent } from "@service/testing";
import type { ServerResponse } from "node:http";
import type { JsonObject } from "@service/json";
import { openReader, type TurnReader } from "./turn-reader.ts";
import { isText, type TestConversation, turnConfig, type TurnWorld } from "./turn-world.ts";

/** An answer of the vendor that the test writes piece by piece. */
interface HeldAnswer {
  say(text: string): void;
  /** The end of the answer. */
  finish(): void;
  /** Resolves when the service has closed the connection. */
  readonly closed: Promise<void>;
}

/** A world whose instance `modelled` answers with a model of a local vendor. */
export interface ModelledWorld {
  readonly vendor: ModelVendor;
  /** The vendor holds its next answers; each is handed over when it is asked for. */
  holdAnswers(): { next(): Promise<HeldAnswer> };
  /** Asks a question whose answer the test writes, and returns when a reader has the first words of it. */
  beginAnswer(
    key: { readonly url: string; readonly apiKey: string | undefined },
    at: TestConversation,
    request: { readonly body: JsonObject; readonly says: string },
  ): Promise<{ readonly reader: TurnReader; readonly answer: HeldAnswer }>;
}

/** Registers a model of a new vendor, opens it to the organization, and starts the instance `modelled` with it. */
export async function addModel(world: TurnWorld, limits: object = {}, maxOutputTokens = 200): Promise<ModelledWorld> {
  const vendor = await startModelVendor("openai_compatible");
  const { deps } = world.api;
  await registerTestModel(deps, {
    alias: "house",
    provider: "openai_compatible",
    baseUrl: vendor.baseUrl,
    more: { context_tokens: 200_000, max_output_tokens: Math.max(1_000, maxOutputTokens) },
  });
  await setOrganization(deps, testOperator, world.org.organizationId, { models: ["house"] });
  const manifest = await registerTestManifest(deps, {
    name: "desk",
    destinations: ["openai_compatible"],
    parts: ["instructions", "input", "history", "knowledge"],
  });
  await world.instance("modelled", {
    ...turnConfig,
    egress_manifest_version: manifest,
    model: { alias: "house", max_output_tokens: maxOutputTokens },
    limits,
  });
  function holdAnswers(): { next(): Promise<HeldAnswer> } {
    const vendorCalls = createSignal<HeldAnswer>("a question to the vendor");
    vendor.answer((_request, response) => vendorCalls.send(heldAnswer(response)));
    return { next: () => vendorCalls.next() };
  }
  return {
    vendor,
    holdAnswers,
    async beginAnswer(key, at, { body, says }) {
      const answers = holdAnswers();
      const reader = await openReader(key, at.path, { body });
      const answer = await answers.next();
      answer.say(says);
      await reader.until((frames) => frames.some(isText));
      return { reader, answer };
    },
  };
}

function heldAnswer(response: ServerResponse): HeldAnswer {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  response.flushHeaders();
  return {
    say: (text) => void response.write(textEvent("openai_compatible", text)),
    finish() {
      response.end(
        `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`,
      );
    },
    closed: new Promise((resolve) => response.once("close", resolve)),
  };
}
