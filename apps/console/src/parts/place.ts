import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type Permission, usePlace } from "./me.ts";

/** Where the page is: the organization and environment of its address. */
export function useHere(): {
  readonly organization: string;
  readonly environment: string;
  /** Of the routes in this environment. */
  readonly path: { readonly organization_id: string; readonly environment: string };
  /** Address of the environment, the beginning of its pages' addresses. */
  readonly base: string;
  readonly name: string | undefined;
  readonly can: (permission: Permission) => boolean;
} {
  const { organization = "", environment = "live" } = useAddress();
  const place = usePlace(organization).data;
  return {
    organization,
    environment,
    path: { organization_id: organization, environment },
    base: `/o/${organization}/e/${environment}`,
    name: place?.name,
    can: (permission) => place?.permissions.includes(permission) === true,
  };
}

/** The organization and environment of the address, where it has them. */
export function useAddress(): { readonly organization: string | undefined; readonly environment: string | undefined } {
  const [organization, environment] = [useParam("organization"), useParam("environment")];
  return { organization: organization || undefined, environment: environment || undefined };
}

/** A parameter of the path, such as the id of a run; empty where it has none. */
export function useParam(name: string): string {
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  const value = params[name];
  return typeof value === "string" ? value : "";
}

/** The search of the address: the state of the page. Empty values are dropped, and what is no text is not read. */
export function useSearchState(): [
  Readonly<Record<string, string>>,
  (changes: Readonly<Record<string, string | undefined>>) => void,
] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = Object.fromEntries(
    Object.entries(search).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" ? [[name, value]] : typeof value === "number" ? [[name, String(value)]] : [],
    ),
  );
  return [
    state,
    (changes) => {
      const next = Object.fromEntries(
        Object.entries({ ...state, ...changes }).filter(([, value]) => value !== undefined && value !== ""),
      );
      void navigate({ to: ".", search: next, replace: true });
    },
  ];
}
