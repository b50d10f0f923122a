import type { Deps } from "@service/domain";
import { openConfigurationReader, openEngineReader } from "@service/domain/engines";
import { openGraphReader } from "@service/domain/graph";
import { openBookReads } from "@service/domain/records";
import type { AnswerDeps } from "@service/domain/turns";

/** Opens what the answers of turns and of evaluations are read with. */
export function openAnswering({
  db,
  log,
  clock,
  models,
  openSecrets,
  files,
  uses,
  computing,
}: Pick<Deps, "db" | "log" | "clock"> &
  Pick<AnswerDeps, "models" | "openSecrets" | "files" | "uses" | "computing">): AnswerDeps {
  return {
    files,
    db,
    log,
    clock,
    models,
    openSecrets,
    uses,
    computing,
    engines: openEngineReader(db),
    configurations: openConfigurationReader(db),
    graphs: openGraphReader(db),
    book: openBookReads(db),
  };
}
