import { ConfigError, type ConfigOf, type ConfigSpec, readConfig, type Stop } from "@service/runtime";

/**
 * The main program of a process: reads its variables, starts it, and stops it on SIGTERM and SIGINT.
 * @param start opens and starts the process; it has recovered what it can before it throws.
 */
export async function runProcess<Spec extends ConfigSpec, Running extends { readonly stop: Stop }>(
  name: string,
  spec: Spec,
  start: (config: ConfigOf<Spec>) => Promise<Running>,
): Promise<Running> {
  try {
    const running = await start(readConfig(spec, process.env));
    running.stop.installSignals();
    return running;
  } catch (error) {
    // The log may not be open yet, and an operator reads this line first.
    process.stderr.write(`${name} could not start: ${error instanceof ConfigError ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
