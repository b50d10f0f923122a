import { pino } from "pino";

import { logWriterTo } from "./log-writer.ts";
import { redact, redactText } from "./redact.ts";

export const logLevels = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

export type LogFields = Readonly<Record<string, unknown>>;

/** One line of JSON per call. Fields are redacted (`redact.ts`); put an error under `err`. */
export type Logger = {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
  /** A logger that adds these fields to every line. */
  child(fields: LogFields): Logger;
};

type Sink = { write(line: string): void };

type LoggerOptions = {
  /** Name of the process: `api`, `worker`, `webhooks`, `operator`. */
  process: string;
  level: LogLevel;
  /** The operator's command prints its answer on standard output and therefore logs to standard error. */
  destination?: "stdout" | "stderr" | Sink;
};

/** Opens the log of this process: JSON lines with `time` (RFC 3339), `level`, `process`, `pid`, `msg`. */
export function createLogger({ process: processName, level, destination = "stdout" }: LoggerOptions): Logger {
  const sink = typeof destination === "string" ? logWriterTo(destination === "stdout" ? 1 : 2) : destination;
  const root = pino(
    {
      level,
      base: { process: processName, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      // `redact` already turns errors into plain fields; pino's own error serializer would add them again unredacted.
      serializers: { err: (value: unknown) => value },
      formatters: { level: (label) => ({ level: label }) },
    },
    sink,
  );
  return wrap(root);
}

const targets = new WeakMap<Logger, pino.Logger>();

/** The pino instance under a logger, for pino-http; `undefined` for a logger that writes nothing. */
export function pinoOf(logger: Logger): pino.Logger | undefined {
  return targets.get(logger);
}

function wrap(target: pino.Logger): Logger {
  const write = (level: "debug" | "info" | "warn" | "error") => (fields: LogFields, message: string) => {
    if (target.isLevelEnabled(level)) target[level](redact(fields), redactText(message));
  };
  const logger: Logger = {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    child: (fields) => wrap(target.child(redact(fields))),
  };
  targets.set(logger, target);
  return logger;
}

/** A logger that writes nothing. */
export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLogger,
};
