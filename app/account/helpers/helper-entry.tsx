import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { call } from "#app/api/call.ts";
import { type Dates, useDates } from "#app/formats/use-dates.ts";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { type Status, StatusBadge } from "#app/ui/data/badge.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Bar, Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { account } from "#contract/account/calls.ts";
import type { Helper, Helpers } from "#contract/account/helpers.ts";
import { Copies } from "./copies.tsx";
import css from "./helpers.module.css";

const ConfirmDialog = lazyRoute(async () => ({
  default: (await import("#app/ui/layout/overlays/confirm-dialog.tsx")).ConfirmDialog,
})).Part;

const statuses: Readonly<Record<Helper["status"], Status>> = {
  invited: { tone: "info", label: "Invited" },
  link_expired: { tone: "warning", label: "Link expired" },
  active: { tone: "success", label: "Helps you" },
  ended: { tone: "neutral", label: "Ended" },
};

const endings: Readonly<Record<NonNullable<Helper["endedby"]>, string>> = {
  patient: "You ended it",
  helper: "They ended it",
  account: "It ended with your account",
  expired: "Its time was over",
};

/** Since when, until when, or how it ended, in a sentence. */
export function helperWhen(helper: Helper, { formatDay }: Pick<Dates, "formatDay">): string {
  const { status, authorizedat, joinedat, until, endedat, endedby } = helper;
  if (status === "ended")
    return endedby === null || endedat === null ? "" : `${endings[endedby]} on ${formatDay(endedat)}.`;
  if (status === "active") return `Since ${formatDay(joinedat ?? authorizedat)}, until ${formatDay(until)}.`;
  return status === "invited"
    ? `Invited on ${formatDay(authorizedat)}. They haven't opened the link yet.`
    : "They didn't open the link in time. Invite them again to send a new one.";
}

/** What to do where emails to a helper don't arrive; null: they do, or nobody needs to do anything. */
export function helperMailProblem(
  { status, firstname, email, emailrefusedat }: Pick<Helper, "status" | "firstname" | "email" | "emailrefusedat">,
  { formatDay }: Pick<Dates, "formatDay">,
): string | null {
  if (emailrefusedat === null || status === "ended") return null;
  const since = `Emails to ${email} haven't arrived since ${formatDay(emailrefusedat)}.`;
  return status === "active"
    ? `${since} We've stopped sending copies. Ask ${firstname} for the right address, end their access here, and invite them again.`
    : `${since} Ask ${firstname} for the right address, take back this invitation, and invite them again.`;
}

/** One helper: what they see, which emails they get copies of, what they did, and the way to end it. */
export function HelperEntry({
  helper,
  helpers: { parts, copies, copiesobstacle },
  onEnded,
}: {
  helper: Helper;
  helpers: Helpers;
  onEnded: (answer: Helpers) => void;
}) {
  const dates = useDates();
  const [asking, setAsking] = useState(false);
  const end = useMutation({
    mutationFn: () => call(account.endHelper, { params: { id: helper.id } }),
    onSuccess: onEnded,
    onSettled: () => setAsking(false),
  });
  const { status, firstname, lastname, email, acts } = helper;
  const problem = helperMailProblem(helper, dates);
  const name = `${firstname} ${lastname}`;
  return (
    <Stack as="li" gap={3} className={css["helper"]}>
      <Bar>
        <h3 className={css["name"]}>{name}</h3>
        <StatusBadge tone={statuses[status].tone}>{statuses[status].label}</StatusBadge>
      </Bar>
      <p className={css["email"]}>{email}</p>
      {problem !== null && <Alert tone="warning">{problem}</Alert>}
      <p>
        {parts
          .filter(({ id }) => helper.parts.includes(id))
          .map(({ title }) => title)
          .join(" · ")}
      </p>
      <p className={css["quiet"]}>{helperWhen(helper, dates)}</p>
      {acts.length > 0 && (
        <Stack as="ul" gap={1} className={css["acts"]} aria-label={`What ${firstname} did`}>
          {acts.slice(0, 5).map(({ text, at }) => (
            <li key={at}>
              {text} · {dates.formatMoment(at)}
            </li>
          ))}
        </Stack>
      )}
      <Copies helper={helper} texts={copies} obstacle={copiesobstacle} />
      {end.isError && <Alert tone="warning">{errorMessage(end.error)}</Alert>}
      {status !== "ended" && (
        <Cluster>
          <Button variant="secondary" onClick={() => setAsking(true)}>
            {status === "active" ? "End it" : "Take back the invitation"}
            <span className="visually-hidden"> for {name}</span>
          </Button>
        </Cluster>
      )}
      {asking && (
        <Suspense fallback={null}>
          <ConfirmDialog
            open
            question={`End ${firstname}'s access?`}
            detail="They'll be logged out right away. You can invite them again any time."
            confirmLabel="End it now"
            danger
            busy={end.isPending}
            busyLabel="Ending"
            onOpenChange={setAsking}
            onConfirm={() => end.isPending || end.mutate()}
          />
        </Suspense>
      )}
    </Stack>
  );
}
