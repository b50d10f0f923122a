/** Exits 0 when the process of this container is alive, else 1. In JavaScript because the image has no curl. */
const port = process.env.METRICS_PORT ?? "9464";
try {
  const response = await fetch(`http://127.0.0.1:${port}/livez`, { signal: AbortSignal.timeout(2_000) });
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  // `docker inspect` shows what a failed health check wrote.
  process.stderr.write(`no answer on port ${port}: ${error?.cause?.code ?? error?.message}\n`);
  process.exitCode = 1;
}
