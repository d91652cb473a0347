import { DividedList } from "#app/ui/data/divided-list.tsx";
import { Bar } from "#app/ui/layout/cluster.tsx";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { call } from "#app/api/call.ts";
import { errorMessage } from "#app/api/api-error.ts";
import { LoadError } from "#app/api/load-error.tsx";
import { queryOf } from "#app/api/query.ts";
import { useDates } from "#app/formats/use-dates.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { moveFocusTo } from "#app/ui/focus.ts";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import { account } from "#contract/account/calls.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { SettingsSection } from "../settings/settings-section.tsx";
import css from "./sessions.module.css";

const ConfirmDialog = lazyRoute(async () => ({
  default: (await import("#app/ui/layout/overlays/confirm-dialog.tsx")).ConfirmDialog,
})).Part;

type Session = Output<typeof account.sessions>["items"][number];
const query = queryOf(account.sessions, {});

/** Where the patient is signed in; other sessions can be ended one by one or all at once. */
export function Sessions() {
  const cache = useQueryClient();
  const sessions = useQuery({ ...query, staleTime: 0 });
  const [confirming, setConfirming] = useState(false);
  const endSessions = useMutation({
    mutationFn: async (endedText: readonly Session[]) => {
      let remainingSessions = sessions.data;
      for (const { id } of endedText) remainingSessions = await call(account.endSession, { params: { id } });
      return remainingSessions;
    },
    onSuccess: (remainingSessions) => {
      cache.setQueryData(query.queryKey, remainingSessions);
      setConfirming(false);
      moveFocusTo(document.getElementById("sessions"));
    },
    onError: () => {
      setConfirming(false);
      void sessions.refetch();
    },
  });
  const others = sessions.data?.items.filter(({ current }) => !current) ?? [];
  const endedText = endSessions.isSuccess
    ? endSessions.variables.length === 1
      ? "That device is logged out."
      : "All other devices are logged out."
    : "";
  return (
    <SettingsSection id="sessions" title="Where you're logged in">
      <StatusMessage visible={Boolean(endedText)}>{endedText}</StatusMessage>
      {endSessions.isError && <Alert tone="warning">{errorMessage(endSessions.error)}</Alert>}
      {sessions.isError && <LoadError query={sessions} />}
      {sessions.isPending && <Skeleton shape="row" count={2} label="" />}
      {sessions.data && (
        <DividedList>
          {sessions.data.items.map((session) => (
            <Device
              key={session.id}
              session={session}
              busy={endSessions.isPending && endSessions.variables.includes(session)}
              onEnd={() => !endSessions.isPending && endSessions.mutate([session])}
            />
          ))}
        </DividedList>
      )}
      {others.length > 1 && (
        <Button variant="secondary" onClick={() => setConfirming(true)}>
          Log out all other devices
        </Button>
      )}
      {confirming && (
        <Suspense fallback={null}>
          <ConfirmDialog
            open
            question="Log out all other devices?"
            detail="You'll stay logged in here. Anyone else will have to log in again."
            confirmLabel="Log them out"
            busy={endSessions.isPending}
            busyLabel="Logging out"
            onOpenChange={setConfirming}
            onConfirm={() => endSessions.mutate(others)}
          />
        </Suspense>
      )}
    </SettingsSection>
  );
}

function Device({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const { formatMoment } = useDates();
  return (
    <Bar as="li" className={css["device"]}>
      <div className={css["words"]}>
        <span className={css["name"]}>{session.device}</span>
        <span className={css["when"]}>
          {session.current ? <StatusBadge tone="success">This device</StatusBadge> : formatMoment(session.lastusedat)}
        </span>
      </div>
      {!session.current && (
        <Button variant="quiet" busy={busy} busyLabel="Logging out" onClick={onEnd}>
          Log out<span className="visually-hidden"> {session.device}</span>
        </Button>
      )}
    </Bar>
  );
}
