import * as z from "zod";

/** PLAT-10. `200` always, even when degraded. */
export const Health = z
  .object({
    status: z.enum(["ok", "degraded"]),
    commit: z
      .string()
      .optional()
      .meta({ description: "Omitted when the build is not stamped.", examples: ["7132803"] }),
    version: z
      .string()
      .optional()
      .meta({ description: "Release of the service.", examples: ["0.1.0"] }),
  })
  .meta({ id: "Health", example: { status: "ok", commit: "4c1f9e2", version: "0.1.0" } });
