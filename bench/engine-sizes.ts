import type { EngineTypeName } from "@service/contract";
import { z } from "zod";

/** The sizes and lower bounds of TYPE-66, TYPE-67, TYPE-68, TYPE-69, TYPE-70, TYPE-71. */
export const engineSizes = [
  { type: "matching", what: "10,000 offerings", floorMs: 1_000 },
  { type: "diligence", what: "a party against 40,000 names", floorMs: 150 },
  { type: "triage", what: "500 submissions", floorMs: 1_000 },
  { type: "comparison", what: "20 items", floorMs: 500 },
  { type: "entity_analysis", what: "50 documents of 200,000 characters", floorMs: 5_000 },
  { type: "opportunity", what: "5,000 accounts", floorMs: 5_000 },
] as const satisfies readonly { type: EngineTypeName; what: string; floorMs: number }[];

/** What the process of one type prints. Times are of one run, for diligence of one party. */
export const measuredRun = z.object({
  status: z.string(),
  inputBytes: z.number(),
  firstCpuMs: z.number(),
  cpuMs: z.number(),
  wallMs: z.number(),
  residentMiB: z.number(),
});
export type MeasuredRun = z.infer<typeof measuredRun>;
