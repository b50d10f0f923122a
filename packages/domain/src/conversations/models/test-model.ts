import { randomUUID } from "node:crypto";
import { fail } from "@service/contract";
import { statement } from "@service/db";
import { type ModelRequest, ProviderFailure, type ProviderReason } from "@service/models";
import { defaultAlias } from "./embedded-model.ts";
import { lineOf, modelColumns, type ModelLine } from "./model-line.ts";
import { type ModelDeps, openLine } from "./open-line.ts";

/** What one harmless request showed. */
export interface ModelTest {
  readonly line: ModelLine;
  /** Null: it answered. */
  readonly failure: { readonly reason: ProviderReason; readonly message: string } | null;
  readonly firstContentMs: number | null;
  readonly totalMs: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

const findModel = statement(
  "model_aliases_test",
  `select ${modelColumns("m")} from model_aliases m where m.alias = $1`,
);

const answerTokens = 16;

/**
 * Sends one question that holds no data, also to a disabled alias (MODEL-66).
 * @throws `not_found`; a failure of the provider is in the answer.
 */
export async function testModel(deps: ModelDeps, alias: string, signal: AbortSignal): Promise<ModelTest> {
  const own = alias === defaultAlias ? deps.models.ownModel : undefined;
  const { rows } = await deps.db.pool.query(findModel([alias]));
  const [row] = rows;
  const line = own?.line ?? (row && lineOf(row));
  if (line === undefined) throw fail("not_found", { message: `No model has the alias ${alias}.` });
  const provider = openLine(deps, line, { sealedKey: row?.apiKey ?? null, openKey: own?.apiKey ?? null });
  const request: ModelRequest = {
    messages: [{ role: "user", content: "Answer with the one word: ready" }],
    maxOutputTokens: Math.min(answerTokens, line.maxOutputTokens),
  };
  const startMs = performance.now();
  const seen: { firstMs: number | null; input: number | null; output: number | null } = {
    firstMs: null,
    input: null,
    output: null,
  };
  const failure = await (async () => {
    try {
      for await (const event of provider.stream(request, { signal, idempotencyKey: randomUUID() })) {
        if (event.t === "text") seen.firstMs ??= performance.now() - startMs;
        if (event.t !== "usage") continue;
        seen.input = event.in ?? seen.input;
        seen.output = event.out ?? seen.output;
      }
      return null;
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      return { reason: error.reason, message: error.message };
    }
  })();
  return {
    line,
    failure,
    firstContentMs: seen.firstMs === null ? null : Math.round(seen.firstMs),
    totalMs: Math.round(performance.now() - startMs),
    inputTokens: seen.input,
    outputTokens: seen.output,
  };
}
