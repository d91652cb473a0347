import { memo, type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo } from "react";
import { Route, useLocation, useSearch } from "wouter";
import { usePathname, useSearch as useAddressSearch } from "wouter/use-browser-location";
import { isHelperToken } from "#app/api/session/token.ts";
import { useSession } from "#app/api/session/session.ts";
import { marketingUrl, settings } from "#app/settings.ts";
import { type AppRoute, preload, routes, shells, unknownRoute } from "./routes.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import { Redirect } from "#app/router/redirect.tsx";
import { ErrorBoundary } from "#app/router/error-boundary.tsx";
import { loadChunk } from "#app/router/load-chunk.ts";
import { findRoute } from "#app/router/find-route.ts";
import { guards, needsRecord, type GuardOutcome } from "./guards.ts";
import { dashboardAccess } from "#app/api/session/dashboard-access.ts";
import { OnboardingRecordGate } from "./record-gate.tsx";
import { windowTitle } from "#app/browser/urls.ts";
import { useFocusOnArrival } from "#app/router/use-arrival.ts";
import { PageLoading } from "#app/router/page-loading.tsx";
import { useShownPage, WithAddress } from "#app/router/shown-address.tsx";

/** The page of the address, once its guard has let the patient in. */
export function RouteScreen() {
  const [path] = useLocation();
  const route = findRoute(routes, path) ?? unknownRoute;
  return (
    <ErrorBoundary resetKey={path}>
      <GuardedRoute route={route} path={path} />
      <StatusMessage>{route.title}</StatusMessage>
    </ErrorBoundary>
  );
}

function GuardedRoute({ route, path }: { route: AppRoute; path: string }) {
  const query = useSearch();
  const { token, record, signingOut: leaving } = useSession();
  useTheme(record?.redesign ?? true);
  const signedIn = token !== null && !isHelperToken(token);
  const isDecided = !signedIn || record !== undefined || !needsRecord(route.guard);
  const outcome = guards[route.guard]({ path, query, signedIn, record: record ?? null });
  useRememberDashboardAccess(route, isDecided ? token : null, outcome);
  const [address, search] = [usePathname(), useAddressSearch()];
  const page = useMemo(() => ({ route, path, address, search }), [route, path, address, search]);
  const shown = useShownPage(page, areBothInDashboard);
  if (leaving) return <PageLoading />;
  if (route.aliasOf) return <Redirect to={route.aliasOf + (query && `?${query}`)} />;
  if (!isDecided) {
    preload(route);
    // A patient let in before in this tab sees the shell meanwhile; nobody else sees it before the guard has decided.
    const title = dashboardAccess.before(token) ? dashboardTitle(route) : undefined;
    const recordGate = (
      <OnboardingRecordGate key={path} signInAt={route.guard === "redirect" ? "/login" : undefined} title={title} />
    );
    return title ? <WithShell route={route}>{recordGate}</WithShell> : recordGate;
  }
  if (outcome.kind === "redirect") return <Redirect to={outcome.to} />;
  if (outcome.kind === "leave") return <LeaveApp to={outcome.to} signingOut={outcome.signOut} />;
  preload(route);
  // The same shell as while the guard was deciding: what was opened in it stays open.
  return (
    <WithShell route={route}>
      <RoutePage page={shown} />
    </WithShell>
  );
}

/** Leaves for the marketing site. */
function LeaveApp({ to, signingOut }: { to: "/" | "/contact"; signingOut: boolean }) {
  useEffect(() => {
    if (signingOut) void import("#app/sign-out/sign-out.ts").then(({ signOut }) => signOut());
    else location.replace(marketingUrl(to));
  }, [to, signingOut]);
  return <PageLoading />;
}

/** Remembers who was let into the dashboard in this tab. */
function useRememberDashboardAccess(route: AppRoute, token: string | null, outcome: GuardOutcome): void {
  const dashboard = route.shell === "dashboard";
  const allowed = outcome.kind === "allow";
  useEffect(() => {
    if (!dashboard || token === null) return;
    if (allowed) dashboardAccess.let(token);
    else dashboardAccess.refuse();
  }, [dashboard, allowed, token]);
}

interface PageAddress {
  readonly route: AppRoute;
  readonly path: string;
  /** As the browser has it, escaped. */
  readonly address: string;
  readonly search: string;
}

const areBothInDashboard = (...pages: readonly PageAddress[]): boolean =>
  pages.every(({ route }) => route.shell === "dashboard");

/** Not rendered again when only what is around it changes: the page before stays as it is while the next one is prepared. */
const RoutePage = memo(function RoutePage({ page: { route, path, address, search } }: { page: PageAddress }) {
  useLayoutEffect(() => {
    document.title = windowTitle(settings.brand.name, route.title);
  }, [route]);
  const Page = route.page?.Part;
  const page = Page ? (
    <Route path={route.path}>
      <Page />
    </Route>
  ) : null;
  const withinShell = route.shell !== "none";
  return (
    <ErrorBoundary resetKey={path} withinShell={withinShell}>
      {/* Without a key the previous page would stay mounted behind the one loading, and come back in its old state. */}
      <Suspense key={route.path} fallback={<PageLoading withinShell={withinShell} title={dashboardTitle(route)} />}>
        <WithAddress path={address} search={search}>
          <FocusOnArrival path={path}>{page}</FocusOnArrival>
        </WithAddress>
      </Suspense>
    </ErrorBoundary>
  );
});

/** Heading of a dashboard page while it loads; the other shells keep what the server prerendered until their own heading appears. */
const dashboardTitle = ({ shell, title }: AppRoute): string | undefined => (shell === "dashboard" ? title : undefined);

function WithShell({ route, children }: { route: AppRoute; children: ReactNode }) {
  if (route.shell === "none") return children;
  const Shell = shells[route.shell].Part;
  return (
    <Suspense key={route.shell} fallback={<PageLoading />}>
      <Shell>{children}</Shell>
    </Suspense>
  );
}

/** Inside the page's own Suspense: its effect waits until the page is rendered. */
function FocusOnArrival({ path, children }: { path: string; children: ReactNode }) {
  useFocusOnArrival(path);
  return children;
}

/** The two themes: the current one, and the classic one of older flows (spec §4), whose colors load with the first patient who has it. */
function useTheme(redesign: boolean) {
  useEffect(() => {
    const loaded = redesign ? Promise.resolve() : loadChunk(() => import("#app/ui/brand/theme-classic.css"));
    let replaced = false;
    const apply = () => replaced || document.documentElement.classList.toggle("redesign", redesign);
    // Without its colors the page stays as it is.
    void loaded.then(apply, () => null);
    return () => void (replaced = true);
  }, [redesign]);
}
