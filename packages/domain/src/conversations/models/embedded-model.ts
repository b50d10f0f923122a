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

/** As a line of the list: it has no address, no key and no price, and takes the whole of what it is given. */
export const embeddedLine = {
  ...embeddedModel,
  baseUrl: null,
  hasKey: false,
  contextTokens: null,
  maxOutputTokens: null,
  surfaces: ["conversation", "converse"],
  perMinute: null,
  price: null,
  isDisabled: false,
} as const;

/** MODEL-191: what `svc model test embedded` shows; nothing is sent, because there is nobody to send it to. */
export const embeddedTest = {
  line: embeddedLine,
  failure: null,
  firstContentMs: null,
  totalMs: 0,
  inputTokens: null,
  outputTokens: null,
} as const;
