import type { IconName } from "./icons.tsx";
import type { Permission } from "./me.ts";

interface Target {
  readonly label: string;
  readonly path: string;
  readonly icon: IconName;
  /** Pressed after `g`. */
  readonly key: string;
  /** Shown to who has one of them; null = to everybody. */
  readonly needs: readonly Permission[] | null;
}

/** Pages of an environment, in the order of the navigation. */
const targets: readonly Target[] = [
  { label: "Overview", path: "", icon: "overview", key: "o", needs: null },
  { label: "Runs", path: "/runs", icon: "runs", key: "r", needs: ["runs:read"] },
  { label: "Try", path: "/try", icon: "try", key: "t", needs: ["runs:write"] },
  { label: "Engines", path: "/engines", icon: "engine", key: "e", needs: ["engines:manage"] },
  { label: "Endpoints", path: "/endpoints", icon: "endpoint", key: "p", needs: ["webhooks:manage"] },
  { label: "Keys", path: "/keys", icon: "key", key: "k", needs: null },
  { label: "Refusals", path: "/refusals", icon: "refusal", key: "f", needs: ["runs:trace"] },
  { label: "Audit", path: "/audit", icon: "audit", key: "a", needs: ["audit:read", "audit:read:own"] },
  { label: "Settings", path: "/settings", icon: "settings", key: "s", needs: null },
];

/** Those that somebody with these permissions may open. */
export function openTo(permissions: readonly Permission[]): readonly Target[] {
  return targets.filter(({ needs }) => needs === null || needs.some((each) => permissions.includes(each)));
}
