import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { call } from "#app/api/call.ts";
import { LoadError } from "#app/api/load-error.tsx";
import { queryClient, queryOf } from "#app/api/query.ts";
import { session, useSession } from "#app/api/session/session.ts";
import { isHelperToken } from "#app/api/session/token.ts";
import { useDates } from "#app/formats/use-dates.ts";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { OfflineNotice } from "#app/ui/feedback/offline-notice.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { StandalonePage } from "#app/ui/layout/standalone-page.tsx";
import { account } from "#contract/account/calls.ts";
import type { HelperPart } from "#contract/account/helpers.ts";
import { auth } from "#contract/auth.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { HelperCopies } from "./helper-copies.tsx";
import css from "./helpers.module.css";
import { SignIn } from "./sign-in.tsx";

export type HelperSession = Output<typeof account.helperSession>;

const ConfirmDialog = lazyRoute(async () => ({
  default: (await import("#app/ui/layout/overlays/confirm-dialog.tsx")).ConfirmDialog,
})).Part;

const partViews: Readonly<Record<HelperPart, ReturnType<typeof lazyPart>>> = {
  orders: lazyPart(async () => (await import("./helper-orders.tsx")).HelperOrders),
  messages: lazyPart(async () => (await import("./helper-messages.tsx")).HelperMessages),
  reminders: lazyPart(async () => (await import("./helper-reminders.tsx")).HelperReminders),
  documents: lazyPart(async () => (await import("./helper-documents.tsx")).HelperDocuments),
};
function lazyPart(load: () => Promise<(props: { session: HelperSession }) => React.ReactNode>) {
  return lazyRoute(async () => ({ default: await load() })).Part;
}

/** The page of a helper: signing in, and what one patient shared with them. A patient's session is no helper's. */
export default function HelperPage() {
  const { token } = useSession();
  return (
    <StandalonePage home="/helper">
      <OfflineNotice />
      {isHelperToken(token) ? (
        <QueryClientProvider client={queryClient}>
          <SignedIn key={token === null ? "" : "in"} />
        </QueryClientProvider>
      ) : (
        <SignIn />
      )}
    </StandalonePage>
  );
}

function SignedIn() {
  const helper = useQuery({ ...queryOf(account.helperSession, {}), staleTime: 0 });
  if (helper.data) return <Shared session={helper.data} />;
  return helper.isError ? <LoadError query={helper} /> : <Skeleton shape="card" count={2} />;
}

/** Nothing of what was shared stays on the device. */
const leave = () => {
  queryClient.clear();
  session.clear();
};

async function signOut() {
  await call(auth.signOut, {}, { retry: false }).catch(() => null);
  leave();
}

/** Signs out once, however often it's pressed. */
function useSignOut() {
  const [leaving, setLeaving] = useState(false);
  const start = () => {
    if (leaving) return;
    setLeaving(true);
    void signOut();
  };
  return { leaving, start };
}

function Shared({ session: helper }: { session: HelperSession }) {
  const { formatDay } = useDates();
  const { patient, parts, until } = helper;
  return (
    <Stack gap={6} className={css["wide"]}>
      <Heading lead={`Only what ${patient} shared with you. Until ${formatDay(until)}.`}>
        You're helping {patient}
      </Heading>
      {parts.map(({ id }) => {
        const View = partViews[id];
        return (
          <Suspense key={id} fallback={<Skeleton shape="card" count={1} />}>
            <View session={helper} />
          </Suspense>
        );
      })}
      <HelperCopies session={helper} />
      <Ending patient={patient} />
    </Stack>
  );
}

/** Signing out, and ending it for good. */
function Ending({ patient }: { patient: string }) {
  const { leaving, start: logOut } = useSignOut();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const stop = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await call(account.stopHelping, {});
      leave();
    } catch (error) {
      setFailure(error);
      setAsking(false);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap={3}>
      {failure !== null && <Alert tone="warning">{errorMessage(failure)}</Alert>}
      <Cluster gap={4}>
        <Button variant="secondary" busy={leaving} busyLabel="Logging out" onClick={logOut}>
          Log out
        </Button>
        <Button variant="quiet" onClick={() => setAsking(true)}>
          Stop helping {patient}
        </Button>
      </Cluster>
      {asking && (
        <Suspense fallback={null}>
          <ConfirmDialog
            open
            question={`Stop helping ${patient}?`}
            detail={`You won't see anything of ${patient}'s account anymore. We'll let ${patient} know by email.`}
            confirmLabel="Yes, stop"
            danger
            busy={busy}
            busyLabel="One moment"
            onOpenChange={setAsking}
            onConfirm={() => void stop()}
          />
        </Suspense>
      )}
    </Stack>
  );
}
