import { errorMessage } from "#app/api/api-error.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { serverClock } from "#clinic/api/server-clock.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { onPracticeDay } from "#clinic/ui/labels/practice-time.ts";
import { care } from "#contract/care/calls.ts";
import type { ClinicConversation } from "#contract/care/conversations.ts";
import { permits } from "#contract/policy/policy.ts";
import css from "./conversation-page.module.css";
import { useEmergencies } from "./use-conversation.ts";

const when = (moment: string) => onPracticeDay(moment, new Date(serverClock.now()));

const heading = "This patient described an emergency";

/** Stays at the top, above all that is scrolled, until a person has taken care of it. */
export function EmergencyNotice({ conversation }: { conversation: ClinicConversation }) {
  const { mayRead, read, acknowledge } = useEmergencies(conversation);
  const mayAcknowledge = permits(usePermissions(), care.acknowledgeEmergency.access.needs);
  const since = conversation.patient.emergencysince;
  if (since === null) return null;
  if (!mayRead)
    return (
      <div className={css["pinned"]}>
        <Alert tone="danger" title={heading}>
          Reported {when(since)}. A nurse or a physician has to take care of it. Call them now.
        </Alert>
      </div>
    );
  if (!read.data)
    return (
      <div className={css["pinned"]}>
        <Alert
          tone="danger"
          title={heading}
          actions={
            read.error && (
              <Button variant="secondary" onClick={() => void read.refetch()}>
                Try again
              </Button>
            )
          }
        >
          Reported {when(since)}. {read.error && errorMessage(read.error)}
        </Alert>
      </div>
    );
  return (
    <div className={css["pinned"]}>
      {read.data.items.map(({ id, title, words, reportedat, acknowledgedat }) => (
        <Alert
          key={id}
          tone="danger"
          title={heading}
          actions={
            acknowledgedat === null &&
            mayAcknowledge && (
              <Button
                variant="danger"
                busy={acknowledge.isPending && acknowledge.variables === id}
                busyLabel="Please wait"
                onClick={() => acknowledge.mutate(id)}
              >
                Acknowledge
              </Button>
            )
          }
        >
          <p className={css["quote"]}>“{words}”</p>
          <p>
            Reported {when(reportedat)}. They were shown “{title}”.{" "}
            {acknowledgedat === null ? "Acknowledge it once you take care of it." : "It’s acknowledged, not closed."}{" "}
            <a href={`/clinic/emergency/${id}`}>Phone, medicines, calls, outcome</a>
            {acknowledge.error && acknowledge.variables === id && ` ${errorMessage(acknowledge.error)}`}
          </p>
        </Alert>
      ))}
    </div>
  );
}
