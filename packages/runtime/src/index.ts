/**
 * What every process of the service needs and no business rule knows: logs, time, configuration, stopping,
 * metrics, trace context, sharing of round trips, and encryption of secrets at rest.
 *
 * Guarantees: secrets never reach a log line or an error message; every wait has a bound; nothing here starts
 * work on import. It leaves to others: what to log, what to measure, which variables exist.
 */
export { type Clock, systemClock } from "./clock.ts";
export { type Coalesced, type CoalesceOptions, coalesce, OverloadedError } from "./coalesce.ts";
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
  textVariable,
  urlVariable,
} from "./config.ts";
export { type LogFields, type Logger, type LogLevel, createLogger, logLevels, pinoOf, silentLogger } from "./logger.ts";
export { type Metrics, type MetricsServer, createMetrics, serveMetrics } from "./metrics.ts";
export { idBytes } from "./random-bytes.ts";
export { redact } from "./redact.ts";
export { type SecretBox, SecretBoxError, createSecretBox, loadSecretsKey } from "./secret-box.ts";
export { type Closer, type Stop, createStop } from "./stop.ts";
export {
  type TraceContext,
  type Tracing,
  formatTraceparent,
  newTraceContext,
  newTraceId,
  parseTraceparent,
  startTracing,
} from "./trace.ts";
