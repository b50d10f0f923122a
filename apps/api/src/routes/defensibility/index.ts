/** Defensibility packets of runs (section 5.3 `runs:defensibility:read`, domain.md G.1). */
import { readPacket } from "./read-packet.ts";

export const defensibilityRoutes = [readPacket];
