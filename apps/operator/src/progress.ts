const quietMs = 1_000;
const repeatMs = 5_000;

/**
 * Reports work that takes longer than a second on standard error, and again every five seconds; standard output is for
 * the answer only.
 * @param what the work; a function is called for each line, to report progress.
 */
export async function withProgress<T>(what: string | (() => string), work: () => Promise<T>): Promise<T> {
  const startedAtMs = performance.now();
  let timer = setTimeout(say, quietMs);
  function say(): void {
    process.stderr.write(
      `svc: ${typeof what === "string" ? what : what()} (${Math.round((performance.now() - startedAtMs) / 1_000)} s)\n`,
    );
    timer = setTimeout(say, repeatMs);
  }
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
