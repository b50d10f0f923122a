/** Asks this container's process whether it lives; exit 0 or 1. The image has no curl, and needs none. */
const port = process.env.METRICS_PORT ?? "9464";
try {
  const response = await fetch(`http://127.0.0.1:${port}/livez`, { signal: AbortSignal.timeout(2_000) });
  process.exitCode = response.ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
