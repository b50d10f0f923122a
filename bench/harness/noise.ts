import { spawn } from "node:child_process";

import { killedAtExit } from "./programs.ts";

/**
 * Other work on the machine: so many processes that never pause (BENCH_NOISE; 0, the default, for none). What is only
 * fast on a quiet machine is not fast.
 *
 * @returns ends them.
 */
export function startNoise(processes: number): () => void {
  const burners = Array.from({ length: processes }, () =>
    killedAtExit(spawn(process.execPath, ["--eval", "for (;;);"], { stdio: "ignore" })),
  );
  return () => {
    for (const burner of burners) burner.kill("SIGKILL");
  };
}

/** How many processes BENCH_NOISE asks for. */
export function noiseSetting(): number {
  const count = Number(process.env["BENCH_NOISE"] ?? 0);
  if (!Number.isInteger(count) || count < 0) throw new Error("BENCH_NOISE must be a whole number");
  return count;
}
