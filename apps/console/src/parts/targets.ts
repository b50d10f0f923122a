import type { IconName } from "./icons.tsx";
import type { Permission } from "./me.ts";

interface Target {
  readonly label: string;
  readonly path: string;
  readonly icon: IconName;
  /** Shown to who has one of them; null = to everybody. */
  readonly needs: readonly Permission[] | null;
}

/** Pages of an environment, in the order of the navigation. */
export const targets: readonly Target[] = [
  { label: "Overview", path: "", icon: "overview", needs: null },
  { label: "Runs", path: "/runs", icon: "runs", needs: ["runs:read"] },
  { label: "Try", path: "/try", icon: "try", needs: ["runs:write"] },
  { label: "Engines", path: "/engines", icon: "engine", needs: ["engines:manage"] },
  { label: "Endpoints", path: "/endpoints", icon: "endpoint", needs: ["webhooks:manage"] },
  { label: "Keys", path: "/keys", icon: "key", needs: null },
  { label: "Refusals", path: "/refusals", icon: "refusal", needs: ["runs:trace"] },
  { label: "Audit", path: "/audit", icon: "audit", needs: ["audit:read", "audit:read:own"] },
  { label: "Settings", path: "/settings", icon: "settings", needs: null },
];
