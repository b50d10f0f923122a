/** Outcomes and annotations on a run (section 5.3 `runs:write`, domain.md G.3 and G.4). */
import { listAnnotations, recordAnnotation } from "./annotations.ts";
import { listOutcomes, recordOutcome } from "./outcomes.ts";

export const outcomesRoutes = [recordOutcome, listOutcomes, recordAnnotation, listAnnotations];
