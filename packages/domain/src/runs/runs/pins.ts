import { fail } from "@service/contract";
import { findRelease, type EngineForCall, type LatestRelease, type EngineDeps } from "../../engines/engines/index.ts";

/** What a caller asked for with `engine_version` (ENG-40, ENG-41, ENG-42, ENG-43). */
export type Pin =
  | { readonly kind: "latest" }
  | { readonly kind: "exact"; readonly major: number; readonly minor: number }
  | { readonly kind: "major"; readonly major: number }
  | { readonly kind: "draft" };

/** The release a run will execute, or the draft as it is saved now. */
export type ResolvedPin = {
  /** `major.minor` or `draft`: what the run reports as `engine_version`. */
  readonly version: string;
  readonly configHash: string;
};

/** Accepts numbers of any length: a number too large for a release is "not found", not "malformed". */
const exactPattern = /^(?<major>0|[1-9]\d*)\.(?<minor>0|[1-9]\d*)$/;
const majorPattern = /^(?<major>0|[1-9]\d*)\.x$/;
/** Larger numbers are not looked up: release numbers have at most six digits. */
const numberMax = 999_999;

/** Parses a pin; `undefined` for a malformed one (`engine_version_invalid_format`). */
export function readPin(text: string | undefined): Pin | undefined {
  if (text === undefined) return { kind: "latest" };
  if (text === "draft") return { kind: "draft" };
  const exact = exactPattern.exec(text)?.groups;
  if (exact) return { kind: "exact", major: Number(exact["major"]), minor: Number(exact["minor"]) };
  const major = majorPattern.exec(text)?.groups?.["major"];
  return major === undefined ? undefined : { kind: "major", major: Number(major) };
}

/**
 * Pin → release (ENG-46, ENG-47, ENG-48, ENG-49). The newest release of a line that an operator withdrew is refused
 * rather than skipped: falling back silently would run a configuration the caller did not ask for.
 *
 * @throws `engine_version_invalid_format`, `engine_version_draft_requires_sandbox_key`, `engine_version_none_released`,
 *   `engine_version_required`, `engine_version_exact_required`, `engine_version_not_found` (400),
 *   `engine_release_unservable`.
 */
export async function resolvePin(
  deps: EngineDeps,
  call: { readonly engine: EngineForCall; readonly isLive: boolean; readonly pinText: string | undefined },
): Promise<ResolvedPin> {
  const { engine, isLive, pinText } = call;
  const pin = readPin(pinText);
  if (!pin) throw fail("engine_version_invalid_format");
  if (pin.kind === "draft") {
    if (isLive) throw fail("engine_version_draft_requires_sandbox_key");
    return { version: "draft", configHash: engine.draftConfigHash };
  }
  const newest = engine.latest[0];
  if (!newest) throw fail("engine_version_none_released");
  if (engine.pinPolicy === "exact_required" && pin.kind !== "exact") {
    throw fail(pin.kind === "latest" ? "engine_version_required" : "engine_version_exact_required");
  }
  const release = await releaseOf(deps, engine, pin, newest);
  if (!release) throw fail("engine_version_not_found", { status: 400 });
  if (!release.servable) throw fail("engine_release_unservable");
  return { version: `${release.major}.${release.minor}`, configHash: release.configHash };
}

async function releaseOf(
  deps: EngineDeps,
  engine: EngineForCall,
  pin: Exclude<Pin, { kind: "draft" }>,
  newest: LatestRelease,
): Promise<LatestRelease | null | undefined> {
  switch (pin.kind) {
    case "latest":
      return newest;
    case "major":
      return engine.latest.find((release) => release.major === pin.major);
    case "exact":
      if (pin.major > numberMax || pin.minor > numberMax) return undefined;
      return (
        engine.latest.find((release) => release.major === pin.major && release.minor === pin.minor) ??
        (await findRelease(deps, engine.id, pin.major, pin.minor))
      );
  }
}
