import { openModelProvider } from "@service/model-providers";
import { type ModelProvider, ProviderFailure } from "@service/models";
import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { observed } from "./model-calls.ts";
import type { ModelDesk } from "./model-desk.ts";
import type { ModelLine } from "./model-line.ts";
import { openModelKey } from "./sealed-key.ts";

export type ModelDeps = Pick<Deps, "db" | "secrets" | "clock" | "log"> & { readonly models: ModelDesk };

const minuteMs = 60_000;

/** One row per alias: no row is returned when the minute is used up. */
const takeOne = statement(
  "model_minutes_take",
  `insert into model_minutes as m (alias, minute, used) values ($1, $2, 1)
   on conflict (alias) do update set minute = excluded.minute,
     used = case when m.minute = excluded.minute then m.used + 1 else 1 end
   where m.minute <> excluded.minute or m.used < $3::int
   returning m.used`,
);

/**
 * The provider of a registration, with the circuit of its alias and, where it has one, its limit of requests a minute over
 * all processes (MODEL-64).
 * @param sealedKey as stored; null: none. @param openKey of the model of the variables, which is not sealed.
 */
export function openLine(
  deps: ModelDeps,
  line: ModelLine,
  { sealedKey = null, openKey = null }: { readonly sealedKey?: string | null; readonly openKey?: string | null },
): ModelProvider {
  const apiKey = sealedKey === null ? openKey : openModelKey(deps.secrets, line.alias, sealedKey);
  const provider = openModelProvider(
    { provider: line.provider, baseUrl: line.baseUrl, model: line.model, apiKey, caps: line.caps },
    { ...deps.models.providerOptions, breaker: deps.models.breakerOf(line.alias) },
  );
  const { perMinute } = line;
  const bounded = perMinute === null ? provider : limited(deps, provider, { alias: line.alias, perMinute });
  const { calls } = deps.models;
  return calls === undefined ? bounded : observed(line.alias, bounded, calls);
}

function limited(
  deps: Pick<Deps, "db" | "clock">,
  provider: ModelProvider,
  { alias, perMinute }: { readonly alias: string; readonly perMinute: number },
): ModelProvider {
  return {
    ...provider,
    async *stream(request, context) {
      const nowMs = deps.clock.nowMs();
      const minute = nowMs - (nowMs % minuteMs);
      const { rows } = await deps.db.pool.query(takeOne([alias, new Date(minute), perMinute]));
      if (rows.length === 0)
        throw new ProviderFailure("rate_limited", { retryAfterSeconds: (minute + minuteMs - nowMs) / 1_000 });
      yield* provider.stream(request, context);
    },
  };
}
