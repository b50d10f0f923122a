/**
 * What every process of the service needs and no business rule knows: logs, time, configuration, stopping,
 * metrics, trace context, batching, names of SQL parameters, and encryption of secrets at rest.
 *
 * Guarantees: secrets never reach a log line or an error message; every wait has a bound; nothing here starts
 * work on import. Callers decide what to log, what to measure and which variables exist.
 */
export { answersWithin } from "./answers-within.ts";
export { type Clock, systemClock } from "./clock.ts";
export { inTurns } from "./in-turns.ts";
export { type Batcher, type BatcherOptions, createBatcher, OverloadedError } from "./batcher.ts";
export { type BatcherByKeyOptions, createBatcherByKey } from "./batcher-by-key.ts";
export {
  ConfigError,
  type ConfigOf,
  type ConfigProblem,
  type ConfigSpec,
  type Variable,
  type VariableRow,
  base64BytesVariable,
  configRows,
  decimalVariable,
  flagVariable,
  integerVariable,
  listVariable,
  oneOfVariable,
  optional,
  readConfig,
  testOnlyAllowances,
  stringVariable,
  urlVariable,
} from "./config.ts";
export { type CostlyJson, type JsonCostLimits, findCostlyJson, findCostlyJsonInSteps } from "./json-cost.ts";
export { type LogFields, type Logger, type LogLevel, createLogger, logLevels, pinoOf, silentLogger } from "./logger.ts";
export { counter, createMetrics, gauge, histogram, type Metrics, type MetricsServer, serveMetrics } from "./metrics.ts";
export { namedQuery, type NumberedText, numberedText, valuesInOrder } from "./named-parameters.ts";
export { type Pace, createPace } from "./pace.ts";
export { idBytes } from "./random-bytes.ts";
export { redact } from "./redact.ts";
export {
  type SecretBox,
  SecretBoxError,
  createSecretBox,
  loadSecretsKey,
  openExistingSecretBox,
} from "./secret-box.ts";
export { sleep } from "./sleep.ts";
export { type Closer, type Stop, createStop } from "./stop.ts";
export { endingAfter, type TimeBudget } from "./time-budget.ts";
export {
  type TraceContext,
  type Tracing,
  formatTraceparent,
  newTraceContext,
  newTraceId,
  parseTraceparent,
  startTracing,
} from "./trace.ts";
export { NoAnswerError, endsWithin, within } from "./within.ts";
