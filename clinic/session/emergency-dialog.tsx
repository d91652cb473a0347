import { Button } from "#app/ui/actions/button.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { OpenEmergency } from "#clinic/api/client.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { care } from "#contract/care/calls.ts";
import { permits } from "#contract/policy/policy.ts";
import type { StaffSessionStore } from "./session.ts";

/** Before anything is decided for a patient with an open emergency: what it is, and whether the person decides all the same. */
export function EmergencyDialog({ session, open }: { session: StaffSessionStore; open: readonly OpenEmergency[] }) {
  const permissions = usePermissions();
  const reads = permits(permissions, care.emergency.access.needs);
  const cancel = () => session.answerEmergency(false);
  return (
    <Modal
      title={open.length === 1 ? "This patient has an open emergency" : "This patient has open emergencies"}
      description={
        reads
          ? "No clinician has closed it yet. Please look at it before you decide anything for them."
          : "No clinician has closed it yet. Please ask a clinician before you change anything for them."
      }
      onClose={cancel}
      actions={
        <>
          <Button variant="danger" onClick={() => session.answerEmergency(true)}>
            {reads ? "I’ve seen it. Continue" : "I’ve asked. Continue"}
          </Button>
          <Button variant="secondary" data-first onClick={cancel}>
            Don’t do it now
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {open.map(({ id, reportedat, title, words }) => (
          <Stack key={id} gap={1}>
            <strong>{words === undefined ? "An emergency" : `“${words}”`}</strong>
            <span>
              Told {practiceDayAndTime(reportedat)}
              {title !== undefined && `. They were shown “${title}”`}
            </span>
            {reads && (
              <a href={`/clinic/emergency/${id}`} target="_blank" rel="noreferrer">
                Open the emergency in a new tab
              </a>
            )}
          </Stack>
        ))}
      </Stack>
    </Modal>
  );
}
