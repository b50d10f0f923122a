const KiB = 1024;
const MiB = 1024 * KiB;

/** Every bound of the contract (PLAT-45), by name, unit last. */
export const limits = {
  /** The time budget of a request, unless the operator or its route sets another. */
  requestSeconds: 30,
  requestIdCharsMax: 128,
  idempotencyKeyCharsMax: 255,
  actingPrincipalCharsMax: 255,
  jsonBodyBytes: 256 * KiB,
  batchBodyBytes: 64 * KiB,
  ledgerBodyBytes: MiB,
  outcomeBodyBytes: 32 * KiB,
  analysisBodyBytes: 32 * KiB,
  ingestBodyBytes: MiB,
  /** Levels of objects and arrays in what a source sends. */
  ingestDepthMax: 64,
  sourceSecretsLiveMax: 3,
  /** Of a secret that an operator chooses; one that was stored before the bound keeps working. */
  operatorSecretCharsMin: 8,
  /** A shorter one is stored with a warning. */
  operatorSecretCharsAdvised: 32,
  operatorSecretBytes: KiB,
  sourceCodesLiveMax: 2,
  /** Transport limit of a run submission; `input` and `offerings` are counted apart. */
  runSubmissionBodyBytes: 10 * MiB,
  runInputBytes: 8 * MiB,
  runStringCharsMax: 200_000,
  runArrayItemsMax: 10_000,
  runObjectFieldsMax: 1_000,
  runDepthMax: 32,
  /** Of any JSON body, different member names and short strings together: each costs the parser a microsecond. */
  jsonDistinctStringsMax: 50_000,
  /** Objects and arrays of any JSON body. */
  jsonContainersMax: 250_000,
  runOutputBytes: 8 * MiB,
  engineSlugCharsMin: 3,
  engineSlugCharsMax: 50,
  engineLabelCharsMax: 120,
  engineDescriptionCharsMax: 2_000,
  engineGroupKeyCharsMax: 64,
  enginesPerOrganization: 200,
  releasesPerEngine: 1_000,
  changelogCharsMax: 4_000,
  sandboxEnvironments: 5,
  environmentNameBytes: 64,
  latestRunBatchMax: 100,
  /** Stored outputs of one batch together; one output alone always fits. */
  latestRunBatchOutputBytes: 8 * MiB,
  ledgerCommandsPerAppend: 20,
  outcomeReasonCharsMax: 1_000,
  cancelReasonCharsMax: 500,
  waitSecondsMax: 30,
  webhookUrlCharsMax: 2_048,
  webhookDescriptionCharsMax: 256,
  webhookHeadersMax: 10,
  webhookHeaderValueBytes: KiB,
  webhookEndpointsPerEnvironment: 20,
  webhookSecretsLiveMax: 3,
  webhookBodyFullBytes: MiB,
  webhookRecoveryDaysMax: 14,
  /** How many days back the operator's list of deliveries goes: as long as deliveries are kept. */
  webhookDeliveryListDaysMax: 90,
  /** Of one engine in one environment; what a run finds beyond it is not kept. */
  opportunitiesPerEngine: 200_000,
  opportunityNoteCharsMax: 2_000,
  opportunityRunClientsMax: 500,
  opportunityPartsMax: 100,
  pageDefault: 50,
  pageMax: 200,
  organizationRequestsPerMinute: 600,
  engineRequestsPerMinute: 120,
  quotaRequestsPerMinuteMax: 10_000_000,
} as const;

/** What a JSON body may cost to parse: parsing blocks every other request of the process. */
export const jsonCostLimits = {
  distinctStringsMax: limits.jsonDistinctStringsMax,
  containersMax: limits.jsonContainersMax,
} as const;
