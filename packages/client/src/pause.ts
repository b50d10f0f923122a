/** Waits; @throws the reason of the signal when it aborts first. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- whoever aborts says with what
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** Exponential from about a second to about thirty, with jitter so that many callers do not return at the same moment. */
export function backoffMs(tried: number, firstWaitMs: number): number {
  return Math.min(30_000, firstWaitMs * 2 ** (tried - 1)) * (0.5 + Math.random() / 2);
}
