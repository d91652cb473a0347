import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useLocation } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { loadChunk } from "#app/router/load-chunk.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Spinner } from "#app/ui/actions/spinner.tsx";
import { queryClient } from "#clinic/api/query.ts";
import { session, useSession } from "#clinic/session/current.ts";
import { EmergencyDialog, LockScreen, ProofDialog, ReasonDialog } from "#clinic/session/lock-screen.tsx";
import type { SessionState } from "#clinic/session/session-state.ts";
import { EntryPage } from "#clinic/ui/entry-page.tsx";
import { Boundary } from "./boundary.tsx";
import { Shell } from "./shell.tsx";

const JoinPage = lazy(() =>
  loadChunk(() => import("#clinic/join/join-page.tsx")).then((m) => ({ default: m.JoinPage })),
);

const SignInPage = lazy(() =>
  loadChunk(() => import("#clinic/session/sign-in-page.tsx")).then((m) => ({ default: m.SignInPage })),
);
const SecondFactorPage = lazy(() =>
  loadChunk(() => import("#clinic/session/sign-in-page.tsx")).then((m) => ({ default: m.SecondFactorPage })),
);

const joinPath = "/clinic/join";
const home = () => navigate("/clinic", { replace: true });

/** What is shown follows from the session alone: the address stays, so signing in shows the page that was asked for. */
export function App({ token }: { token: string | null }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Screen token={token} />
    </QueryClientProvider>
  );
}

function Screen({ token }: { token: string | null }) {
  const [path] = useLocation();
  const { stage, member, leftBy, proving, askingFor, emergencies } = useSession();
  if (stage === "loading") return <Waiting />;
  if (stage === "unreachable") return <Unreachable />;
  if (path === joinPath || !isIn(stage))
    return (
      <Boundary>
        <Suspense fallback={<Waiting />}>
          {path === joinPath || stage === "enrolling" ? (
            <JoinPage token={token} onDone={home} />
          ) : stage === "second_factor" ? (
            <SecondFactorPage session={session} />
          ) : (
            <SignInPage session={session} leftBy={leftBy} />
          )}
        </Suspense>
      </Boundary>
    );
  return (
    <>
      {member && <Shell />}
      {member && askingFor !== null && (
        <Boundary otherwise={null}>
          <Suspense fallback={null}>
            <ReasonDialog key={askingFor} session={session} patientId={askingFor} />
          </Suspense>
        </Boundary>
      )}
      {member && emergencies !== null && (
        <Boundary otherwise={null}>
          <Suspense fallback={null}>
            <EmergencyDialog key={emergencies.map(({ id }) => id).join()} session={session} open={emergencies} />
          </Suspense>
        </Boundary>
      )}
      {proving && <ProofDialog session={session} />}
      {stage === "locked" && <LockScreen session={session} />}
    </>
  );
}

const isIn = (stage: SessionState["stage"]) => stage === "open" || stage === "locked";

const Waiting = () => (
  <EntryPage title="One moment">
    <Spinner label="Loading" />
  </EntryPage>
);

const Unreachable = () => (
  <EntryPage title="We can’t reach the server">
    <Alert
      tone="warning"
      actions={
        <Button variant="secondary" onClick={() => void session.refresh()}>
          Try again
        </Button>
      }
    >
      Check your connection, then try again.
    </Alert>
  </EntryPage>
);
