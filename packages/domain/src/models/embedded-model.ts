import type { ModelCapabilities } from "@service/models";

/** The alias that every organization has. It is no registration and can be none. */
export const embeddedAlias = "embedded";

/** The alias of the model that the `MODEL_*` variables of a process name. */
export const defaultAlias = "default";

/** The provider of this process: it quotes and looks up, and sends nothing to anybody (MODEL-60). */
export const embeddedModel = {
  alias: embeddedAlias,
  provider: "embedded",
  model: "embedded/extractive-1",
  caps: {
    continuation: true,
    tools: false,
    json: true,
    judge: false,
    embeddings: false,
    vision: false,
  } satisfies ModelCapabilities,
} as const;
