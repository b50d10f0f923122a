/** Defensibility packets of runs (DEF-1, DEF-2). */
import { readPacket } from "./read-packet.ts";

export const defensibilityRoutes = [readPacket];
