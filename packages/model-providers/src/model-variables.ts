import { modelProviderNames } from "@service/models";
import { oneOfVariable, optional, stringVariable, urlVariable } from "@service/runtime";

/** The variables of the model that needs no registration, for the configuration of every process that calls one. */
export const modelVariables = {
  modelProvider: optional(
    oneOfVariable({
      name: "MODEL_PROVIDER",
      words: modelProviderNames,
      why: "The language model that enrichment uses and that conversations know as `default`; unset = none.",
    }),
  ),
  modelBaseUrl: optional(
    urlVariable({
      name: "MODEL_BASE_URL",
      protocols: ["https:", "http:"],
      why: "Base address of the model provider's API.",
    }),
  ),
  modelApiKey: optional(stringVariable({ name: "MODEL_API_KEY", secret: true, why: "Key of the model provider." })),
  modelName: optional(stringVariable({ name: "MODEL_NAME", lengthMax: 200, why: "Name of the model." })),
};
