import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { sleep } from "@service/runtime";

import { type LoadRequest, type LoadResult, loadResult } from "../load-shapes.ts";

const run = promisify(execFile);
/** Runs the load generator process of most benchmarks, `http-load.ts`, to its end. */
export function load(request: LoadRequest): Promise<LoadResult> {
  return loadBy("http-load.ts", request);
}

/**
 * Runs one load generator process to its end.
 *
 * @param generator its file in `bench`; reads a JSON object from its first argument and prints a `LoadResult`.
 * @throws when a request was refused or failed: a benchmark of refusals is worth nothing.
 */
export async function loadBy(generator: string, request: { readonly url: string }): Promise<LoadResult> {
  const file = fileURLToPath(new URL(`../${generator}`, import.meta.url));
  const { stdout } = await run(process.execPath, [file, JSON.stringify(request)], { timeout: 600_000 });
  const result = loadResult.parse(JSON.parse(stdout));
  if (result.firstRefusal !== undefined) throw new Error(`${request.url} answered ${result.firstRefusal}`);
  if (result.failed > 0) throw new Error(`${request.url}: ${result.failed} requests failed`);
  return result;
}

/** The middle of the values; of an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The value below which this share of the sorted values lies. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Load average of the last minute: above the number of cores, somebody else was working as well. */
export function loadAverage(): number {
  return loadavg()[0] ?? Number.NaN;
}

/** Resident memory of a process in MiB, from /proc. */
export async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  if (kibibytes === undefined) throw new Error(`the resident memory of process ${pid} is unknown`);
  return Number(kibibytes) / 1024;
}

export function round(value: number | null, digits: number): string {
  return value === null || !Number.isFinite(value) ? "–" : value.toFixed(digits);
}

/** Rows under a header as a Markdown table, so that a result can be pasted into a decision page. */
export function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(header), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

/** Waits until `isDone` answers true, asking every `everyMs`; throws after `timeoutMs`. */
export async function until(
  isDone: () => Promise<boolean>,
  { what, everyMs, timeoutMs }: { what: string; everyMs: number; timeoutMs: number },
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${timeoutMs / 1000} s`);
    await sleep(everyMs);
  }
}

/** A whole number from the environment, for shorter or longer benchmarks. */
export function setting(name: string, fallback: number): number {
  const text = process.env[name]?.trim() ?? "";
  const value = text === "" ? fallback : Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} must be a whole number of at least 1`);
  return value;
}
