import { statement } from "@service/db";
import { modelCapabilities } from "@service/models";
import type { Actor } from "../../identity/access/index.ts";
import { recordChange } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { lineOf, modelColumns, type ModelLine, shownModel } from "./model-line.ts";
import { readModelRegistration } from "./model-registration.ts";
import { sealModelKey } from "./sealed-key.ts";

const lockModel = statement(
  "model_aliases_lock",
  `select ${modelColumns("m")} from model_aliases m where m.alias = $1 for no key update`,
);

const upsertModel = statement(
  "model_aliases_upsert",
  `insert into model_aliases as m (alias, provider, base_url, model, api_key, context_tokens, max_output_tokens, caps,
     surfaces, per_minute, price)
   values (@alias, @provider, @base_url, @model, @api_key, @context_tokens, @max_output_tokens, @caps::text[],
     @surfaces::text[], @per_minute, @price)
   on conflict (alias) do update set provider = excluded.provider, base_url = excluded.base_url, model = excluded.model,
     api_key = excluded.api_key, context_tokens = excluded.context_tokens,
     max_output_tokens = excluded.max_output_tokens, caps = excluded.caps, surfaces = excluded.surfaces,
     per_minute = excluded.per_minute, price = excluded.price, disabled_at = null, updated_at = now()
   returning ${modelColumns("m")}`,
);

/**
 * Registers a model, or replaces its registration and brings it back (MODEL-53). Without `api_key` the stored key stays
 * where the address does: a key never goes to another host because a file was changed (MODEL-54).
 * @param text the registration file.
 * @throws `invalid_request` with the place of each problem.
 */
export async function registerModel(
  deps: Pick<Deps, "db" | "secrets">,
  actor: Actor,
  text: string,
): Promise<ModelLine> {
  const given = readModelRegistration(text);
  const { alias } = given;
  return deps.db.inTransaction(async (tx) => {
    const { rows: locked } = await tx.query(lockModel([alias]));
    const [before] = locked;
    const keptKey =
      before !== undefined && originOf(before.baseUrl) === originOf(given.base_url) ? before.apiKey : null;
    const { rows } = await tx.query(
      upsertModel({
        alias,
        provider: given.provider,
        baseUrl: given.base_url,
        model: given.model,
        apiKey: given.api_key === undefined ? keptKey : sealModelKey(deps.secrets, alias, given.api_key),
        contextTokens: given.context_tokens,
        maxOutputTokens: given.max_output_tokens,
        caps: modelCapabilities.filter((cap) => given.caps[cap]),
        surfaces: given.surfaces,
        perMinute: given.per_minute ?? null,
        price: given.price === undefined ? null : JSON.stringify(given.price),
      }),
    );
    const [row] = rows;
    if (row === undefined) throw new Error("an insert returns its row");
    const line = lineOf(row);
    await recordChange(tx, actor, {
      action: "models.register",
      kind: "model_alias",
      id: alias,
      organizationId: null,
      before: before === undefined ? null : shownModel(lineOf(before)),
      after: { ...shownModel(line), ...(given.api_key === undefined ? {} : { api_key: "changed" }) },
    });
    return line;
  });
}

function originOf(url: string): string {
  return new URL(url).origin;
}
