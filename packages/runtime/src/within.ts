/** What was waited for did not come in time. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";

  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`);
  }
}

/**
 * Waits for `work`, at most `timeoutMs`; what it does later is ignored.
 *
 * @throws NoAnswerError
 */
export async function within<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  let isSettled = false;
  const timer = setTimeout(() => {
    // Timers run before sockets are read: after a long turn of our own event loop the answer may be waiting there,
    // and only what is slow by itself should count as slow.
    setImmediate(() => {
      if (!isSettled) reject(new NoAnswerError(timeoutMs));
    });
  }, timeoutMs);
  work.catch(() => undefined);
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    isSettled = true;
    clearTimeout(timer);
  }
}

/** Waits for `work`, at most `timeoutMs`. @returns whether it ended; throws what it throws until then. */
export async function endsWithin(work: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  try {
    await within(work, timeoutMs);
    return true;
  } catch (error) {
    if (error instanceof NoAnswerError) return false;
    throw error;
  }
}
