import { capabilities as allCapabilities, type Capability, fail } from "@service/contract";
import { type Access, accessTo, actionNames, type ActionName, actions } from "./actions.ts";
import { permissionFor } from "./permissions.ts";
import type { Caller, Principal } from "./principal.ts";

/** An engine that an action concerns. */
export interface EngineResource {
  readonly id: string;
  /** The built-in engine, which serves sandboxes only (REG-6). */
  readonly isBuiltIn?: boolean | undefined;
}

/** A run that an action concerns: the engine it belongs to. */
export interface RunResource {
  readonly engineId: string;
}

/** The resource of an action, by its row of the table. */
export type ResourceOf<Action extends ActionName> = Action extends ActionName
  ? (typeof actions)[Action] extends { readonly on: "engine" }
    ? EngineResource
    : (typeof actions)[Action] extends { readonly on: "run" }
      ? RunResource
      : never
  : never;

export type RefusalCode =
  "insufficient_capability" | "scoped_key_required" | "engine_binding_forbidden" | "engine_not_found" | "run_not_found";

export type Decision = { readonly kind: "allowed" } | { readonly kind: "refused"; readonly code: RefusalCode };

const allowed: Decision = { kind: "allowed" };

/**
 * Decides every action of every principal. Codes come in the contract's order: kind of principal and capability, then
 * `live`, then whether a scoped key is bound to any engine, then whether the resource exists, then the binding to it.
 *
 * @param resource what the action concerns; null when it does not exist; left out while it is not known: the decision
 *   then covers only the principal's rights, and a second call with the resource must follow.
 */
export function decide<Action extends ActionName>(
  principal: Principal,
  action: Action,
  resource?: ResourceOf<Action> | null,
): Decision {
  const access = accessTo(action);
  const refusal = refusalByKind(principal, action, access);
  if (refusal) return refused(refusal);
  if (resource === undefined || access.key !== "any" || !access.on || principal.kind === "operator") return allowed;
  if (resource === null) return refused(access.on === "engine" ? "engine_not_found" : "run_not_found");
  return onResource(principal, resource);
}

/**
 * Returns the resource when the principal may perform the action on it.
 * @throws the refusal of `decide`.
 */
export function allow<Action extends ActionName, Resource extends ResourceOf<Action>>(
  principal: Principal,
  action: Action,
  resource: Resource | null,
): Resource {
  assertAllowed(principal, action, resource);
  if (resource === null) throw new Error(`${action} concerns no resource`);
  return resource;
}

/** @throws the refusal of `decide`. */
export function assertAllowed<Action extends ActionName>(
  principal: Principal,
  action: Action,
  resource?: ResourceOf<Action> | null,
): void {
  const decision = decide(principal, action, resource);
  if (decision.kind === "refused") throw fail(decision.code);
}

/**
 * For a route whose path names an engine by its id and that has found it: whether the key is bound to it.
 * @throws `engine_binding_forbidden`.
 */
export function assertBound(principal: Caller, engine: EngineResource): void {
  const decision = onResource(principal, engine);
  if (decision.kind === "refused") throw fail(decision.code);
}

/** Ids of the engines that the principal is restricted to; null = unrestricted. */
export function boundEngines(principal: Caller): readonly string[] | null {
  switch (principal.kind) {
    case "scoped_key":
      return [...principal.engineIds];
    case "organization_key":
    case "automation":
    case "person":
      return null;
  }
}

/** Capabilities that open nothing but live-only families, by the access table. */
export const liveOnlyCapabilities: ReadonlySet<Capability> = new Set(
  allCapabilities.filter((capability) => {
    const rows = Object.values<Access>(actions).filter(
      (access) => access.key === "any" && access.capabilities.includes(capability),
    );
    return rows.length > 0 && rows.every((access) => access.key === "any" && access.live === true);
  }),
);

function inEnvironment({ isLive }: Caller): readonly Capability[] {
  return isLive ? allCapabilities : allCapabilities.filter((each) => !liveOnlyCapabilities.has(each));
}

function actionsBy(capability: Capability): readonly ActionName[] {
  return actionNames.filter((name) => {
    const access = accessTo(name);
    return access.key === "any" && access.capabilities.includes(capability);
  });
}

/** What the principal opens in its environment: a scoped key what it holds, a person what its permissions reach, all but scoped keys outside of `live` nothing live-only. */
export function capabilitiesOf(principal: Caller): readonly Capability[] {
  switch (principal.kind) {
    case "scoped_key":
      return allCapabilities.filter((each) => principal.capabilities.has(each));
    case "organization_key":
    case "automation":
      return inEnvironment(principal);
    case "person":
      return inEnvironment(principal).filter((each) =>
        actionsBy(each).every((action) => mayPerform(principal, action)),
      );
  }
}

/** Whether a person's roles allow an action. Never by what a key would hold (CON-40). */
function mayPerform({ permissions }: Principal<"person">, action: ActionName): boolean {
  const permission = permissionFor(action);
  return permission !== undefined && permissions.has(permission);
}

function refused(code: RefusalCode): Decision {
  return { kind: "refused", code };
}

function refusalByKind(principal: Principal, action: ActionName, access: Access): RefusalCode | undefined {
  if (access.key === "none" || access.key === "source") return undefined;
  switch (principal.kind) {
    case "operator":
      return access.key === "operator" ? undefined : "insufficient_capability";
    case "automation":
      return "automation" in access && access.automation ? undefined : "insufficient_capability";
    case "organization_key":
      if (access.key === "operator") return "insufficient_capability";
      return access.key === "any" && access.live && !principal.isLive ? "scoped_key_required" : undefined;
    case "scoped_key":
      return access.key === "any" ? refusalOfScopedKey(principal, access) : "insufficient_capability";
    case "person":
      return mayPerform(principal, action) ? undefined : "insufficient_capability";
  }
}

function refusalOfScopedKey(
  principal: Principal<"scoped_key">,
  access: { readonly capabilities: readonly Capability[]; readonly on?: "engine" | "run" },
): RefusalCode | undefined {
  if (access.capabilities.some((capability) => !principal.capabilities.has(capability))) {
    return "insufficient_capability";
  }
  // Refused before the resource is looked up (KEY-15).
  return access.on && principal.engineIds.size === 0 ? "engine_binding_forbidden" : undefined;
}

function onResource(principal: Caller, resource: EngineResource | RunResource): Decision {
  const isRun = "engineId" in resource;
  if (!isRun && resource.isBuiltIn && principal.isLive) return refused("engine_not_found");
  const engineId = isRun ? resource.engineId : resource.id;
  const bound = boundEngines(principal);
  const isBound = bound === null || bound.includes(engineId);
  return isBound ? allowed : refused("engine_binding_forbidden");
}
