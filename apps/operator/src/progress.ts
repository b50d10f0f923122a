const quietMs = 1_000;
const repeatMs = 5_000;

/**
 * Says on standard error what is being waited for once it takes longer than a second, and every five seconds after.
 * Standard output belongs to the answer. Work that knows how far it is names it anew each time.
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
