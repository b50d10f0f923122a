import * as z from "zod";

/** PLAT-10. `200` always, even when degraded. */
export const Health = z
  .object({
    status: z.enum(["ok", "degraded"]),
    commit: z
      .string()
      .optional()
      .meta({ description: "Omitted when the build is not stamped.", examples: ["7132803"] }),
  })
  .meta({ id: "Health", example: { status: "ok", commit: "4c1f9e2" } });
