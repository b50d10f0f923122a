import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { provideSessionEnd } from "./api.ts";
import { setZone } from "./parts/format.ts";
import { type Me, meQuery } from "./parts/me.ts";
import { NotFound } from "./parts/not-found.tsx";
import { Refusal } from "./parts/states.tsx";
import { queries } from "./queries.ts";
import { accountPage } from "./pages/account/route.tsx";
import { homePage } from "./pages/home/route.tsx";
import { peoplePage } from "./pages/people/route.tsx";
import { placePages } from "./pages/places.ts";
import { SignIn } from "./pages/sign-in/view.tsx";
import { Welcome } from "./pages/welcome/view.tsx";

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: ({ error }) => <Refusal error={error} />,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: (search: Record<string, unknown>): { next?: string } =>
    typeof search["next"] === "string" ? { next: search["next"] } : {},
  component: SignIn,
});
const welcome = createRoute({ getParentRoute: () => root, path: "/welcome", component: Welcome });

/** Everything behind the sign-in. A deep link leads back after it. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  async beforeLoad({ location }) {
    const me = await readMe();
    // The link was used and no password chosen.
    if (me?.stage === "setup") redirect({ to: "/welcome", throw: true });
    if (me?.stage !== "active") redirect({ to: "/sign-in", search: { next: location.href }, throw: true });
    setZone(me?.person.preferences.zone);
    return { me };
  },
  component: lazyRouteComponent(() => import("./shell.tsx"), "Shell"),
});

const start = createRoute({
  getParentRoute: () => signedIn,
  path: "/",
  beforeLoad({ context: { me } }) {
    redirect({ to: me ? startOf(me) : "/sign-in", throw: true });
  },
});

/** Where somebody begins: the installation for those who run it, else their first organization. */
export function startOf({ person, organizations }: Me): string {
  if (person.role !== null) return "/home";
  const [first] = organizations;
  return first ? `/o/${first.organization_id}/e/live` : "/account";
}

async function readMe(): Promise<Me | undefined> {
  try {
    return await queries.query(meQuery);
  } catch {
    return undefined;
  }
}

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    welcome,
    signedIn.addChildren([
      start,
      ...[homePage, peoplePage, accountPage].map(({ path, component }) =>
        createRoute({ getParentRoute: () => signedIn, path, component }),
      ),
      ...placePages.map(({ path, component }) =>
        createRoute({
          getParentRoute: () => signedIn,
          path: `/o/$organization/e/$environment${path}`,
          component,
          validateSearch: (search: Record<string, unknown>) => search,
        }),
      ),
    ]),
  ]),
  defaultPreload: "intent",
  scrollRestoration: true,
});

provideSessionEnd(() => {
  queries.removeQueries({ queryKey: ["me"] });
  if (!["/sign-in", "/welcome"].includes(location.pathname))
    void router.navigate({ to: "/sign-in", search: { next: router.state.location.href } });
});
