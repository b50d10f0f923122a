/** Outcomes and annotations on a run (OUT-1, OUT-10). */
import { listAnnotations, recordAnnotation } from "./annotations.ts";
import { listOutcomes, recordOutcome } from "./outcomes.ts";

export const outcomesRoutes = [recordOutcome, listOutcomes, recordAnnotation, listAnnotations];
