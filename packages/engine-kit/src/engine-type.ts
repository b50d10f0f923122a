import type { ConfigIssue, InputIssue, Json, JsonObject, JsonSchema } from "@service/json";
import type { EngineTypeName } from "@service/contract";
import type { assertionOps } from "./codes.ts";
import type { DocumentWanted } from "./documents/documents-wanted.ts";
import type { RecordsWanted } from "./records-wanted.ts";
import type { RegisteredManifests, AcceptedEnrichment, EnrichmentNeeds } from "@service/models";

/**
 * What an engine type is. Each type implements this interface in one folder and is listed in `registry.ts`; the API
 * validates with it, the worker runs it. Everything here is pure: no I/O, no clock, no randomness.
 */
export interface EngineType {
  readonly name: EngineTypeName;
  /** RUN-8: a run without an acting principal is refused. */
  readonly needsActingPrincipal: boolean;
  /** Whether completed and degraded runs carry `solutions`. */
  readonly producesSolutions: boolean;
  /** Only matching accepts `offerings`; for any other type they are `invalid_offerings`. */
  readonly acceptsOfferings: boolean;
  /** Deterministic budget in milliseconds (TYPE-60). */
  readonly deterministicBudgetMs: number;

  /** The full default configuration: the draft of a new engine (TYPE-92). */
  preset(): JsonObject;
  /**
   * Problems of a configuration as it would be saved, at most 50, `path` is a JSON Pointer (TYPE-84). Empty = valid.
   * `manifests` are those the operator has registered besides the built-in ones.
   */
  validateConfig(config: Json, manifests?: RegisteredManifests): ConfigIssue[];
  /** Saved configuration + preset defaults + rule pack expanded. Only call with a valid configuration. */
  effectiveConfig(config: JsonObject): JsonObject;
  /** JSON Schema of `{input, offerings?}`, closed (TYPE-103). */
  requestSchema(effective: JsonObject): JsonSchema;
  /** JSON Schema of `{output, solutions?}`, closed except where marked. */
  responseSchema(effective: JsonObject): JsonSchema;
  /** Compiles an effective configuration once; the result is cached per release by its hash. */
  compile(effective: JsonObject): CompiledEngine;
  /** Five cases with which a preset passes its gate (GATE-4). */
  builtInCases(): EvaluationCase[];
  /** The list of `input` whose elements have the free maps that `input_contract` extends; absent = the input itself. */
  readonly contractRoot?: string;
  /**
   * Keys of the rules that the gate counts towards its 60 % floor; for a type without rules its stages (`stageKey`,
   * GATE-20).
   */
  gateKeys(effective: JsonObject): string[];
  /** What `GET /runs/{id}` returns instead of the stored output; identity for all types but matching. */
  operatorSummary(output: JsonObject): JsonObject;
  /**
   * What a model may be asked after a deterministic run: unresolved labels and missing facts. A type without it has
   * only its narrative rewritten. Accepted answers come back in `EngineRequest.accepted` of a second run.
   * @param areFactsWanted false where the configuration asks for none, which a type need not look for.
   */
  enrichmentNeeds?(output: JsonObject, request: EngineRequest, areFactsWanted?: boolean): EnrichmentNeeds;
  /**
   * Keys of the datasets that a run of this configuration may read from `EngineRequest.datasets`; without it the type
   * reads none. `input` narrows the keys; without `input`, every key that any input could lead to. Datasets that the
   * organization has not loaded are absent from the request; the type decides what that means.
   */
  datasetKeys?(effective: JsonObject, input: JsonObject | undefined): readonly string[];
  /**
   * What a valid input wants of the broker's book (REC-70); undefined when it refers to none. What the worker reads
   * arrives as the datasets `records:<family>` and `peers:<family>`. A type without it reads no book.
   */
  recordsWanted?(input: JsonObject): RecordsWanted | undefined;
  /**
   * The stored documents that a valid input refers to (DOC-40). What the worker reads arrives as the datasets
   * `documents:<ref>` (`textOfDocument`). A type without it reads none.
   */
  documentsWanted?(input: JsonObject): readonly DocumentWanted[];
  /**
   * A dataset made of the output of the newest completed or degraded run of the same subject on the same engine and in
   * the same environment, for a type that reports changes since then. Absent from the request when there is no such
   * run.
   */
  readonly previousRun?: { readonly datasetKey: string; rowsOf(output: JsonObject): readonly JsonObject[] };
  /** Key under which it takes the open tasks of the clients that it reads of the book (LEDGER-70). */
  readonly tasksDataset?: string;
  /** Those of them without which no run of this configuration is computed (`required: true`). */
  requiredDatasetKeys?(effective: JsonObject): readonly string[];
}

export interface CompiledEngine {
  /** Schema and cross-field problems of `input`, at most 50 (`400 invalid_input`). `field` is dotted: `items[2].key`. */
  validateInput(input: Json): InputIssue[];
  /** The same step by step, as `offeringSteps`; only for types whose input may hold thousands of rows. */
  inputSteps?(input: Json): Generator<void, InputIssue[]>;
  /** Problems of `offerings`, at most 50 (`400 invalid_offerings`). `undefined` offerings are valid unless the type says otherwise. */
  validateOfferings(offerings: Json | undefined): InputIssue[];
  /**
   * The same step by step, yielding after each offering, for a caller whose thread serves other requests meanwhile.
   * Only for types with so many offerings that checking all of them takes long.
   */
  offeringSteps?(offerings: Json): Generator<void, InputIssue[]>;
  /** TYPE-54. */
  subjectKey(input: JsonObject): string | null;
  /** Runs every deterministic stage. Never throws because of `input`; an exception is a defect of the engine. */
  run(request: EngineRequest): DeterministicResult;
}

export interface EngineRequest {
  readonly input: JsonObject;
  readonly offerings: readonly JsonObject[] | undefined;
  /** Engine id, for ids that survive runs (opportunities); absent in gates, where nothing is kept. */
  readonly engineId?: string;
  /** Run id, for the ids of work items: uuidv5(run_id, finding_key). */
  readonly runId: string;
  /** Default of `as_of`: the run's `created_at`, RFC 3339. */
  readonly createdAt: string;
  /** Datasets and records that the run may read, already loaded; an absent key means "not loaded". */
  readonly datasets: ReadonlyMap<string, LoadedDataset>;
  /** Called when a stage begins; the worker turns it into a heartbeat and checks the budget. May throw to stop the run. */
  readonly onStage: (stage: StageName) => void;
  /** Answers of a model that code has verified (MODEL-15, MODEL-17); absent on the first run. Facts only fill gaps. */
  readonly accepted?: AcceptedEnrichment;
}

export interface LoadedDataset {
  readonly datasetKey: string;
  readonly version: string;
  /**
   * Hash of the rows. Equal rows have equal hashes in every version, so anything built from them may be cached by it.
   */
  readonly sha256: string;
  /** When the data was true, RFC 3339. Renewed by an import that brings the same rows again. */
  readonly asOf: string;
  /** In the order of their keys. */
  readonly rows: readonly JsonObject[];
}

export type StageName =
  | "load"
  | "normalize"
  | "align"
  | "filter"
  | "extract"
  | "screen"
  | "clear"
  | "detect"
  | "evaluate"
  | "score"
  | "assemble"
  | "enrich"
  | "persist";

export type Warning = {
  readonly code: string;
  readonly message: string;
  readonly stage: StageName;
  readonly severity: "info" | "warning";
  readonly path?: string;
};

/** A failure of the run is returned, not thrown. */
export type DeterministicResult =
  | {
      readonly status: "completed" | "degraded";
      readonly output: JsonObject;
      readonly solutions?: readonly JsonObject[];
      readonly warnings: readonly Warning[];
      readonly workItems: readonly JsonObject[];
      /** Rules with a definite or unknown outcome, for the gate and the defensibility packet. */
      readonly ruleOutcomes: readonly RuleOutcome[];
    }
  | {
      readonly status: "failed";
      readonly error: string;
      readonly stage: StageName;
      readonly code: string;
      readonly warnings: readonly Warning[];
    };

export type RuleOutcome = {
  readonly ruleKey: string;
  readonly stage: StageName;
  readonly result: "true" | "false" | "unknown";
  readonly facts?: readonly { readonly path: string; readonly value: Json }[];
  readonly evidenceIds?: readonly string[];
};

export type EvaluationCase = {
  readonly case_key: string;
  readonly label: string;
  readonly tags?: readonly string[];
  readonly input: JsonObject;
  readonly offerings?: readonly JsonObject[];
  readonly expect: readonly CaseAssertion[];
};

export type CaseAssertion = {
  readonly path: string;
  readonly op: (typeof assertionOps)[number];
  readonly value?: Json;
};
