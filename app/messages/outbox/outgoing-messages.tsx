import { Stack } from "#app/ui/layout/stack.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import { isBlocked, type OutgoingMessage } from "./outgoing-message.ts";
import { OutgoingRow } from "./outgoing-row.tsx";
import { useOutbox } from "./patient-outbox.ts";

/** The messages on their way to the server, with what the patient can do about those that are stuck. */
export function OutgoingMessages({
  outgoing,
  onEdit,
}: {
  outgoing: readonly OutgoingMessage[];
  onEdit: ((entry: OutgoingMessage) => void) | null;
}) {
  const { sending, outbox } = useOutbox();
  const stuck = outgoing.find(({ state }) => state !== "waiting");
  return (
    <>
      {outgoing.length > 0 && (
        <Stack aria-label="Sending" as="ul" gap={2}>
          {outgoing.map((entry) => (
            <OutgoingRow
              key={entry.clientid}
              entry={entry}
              blocked={isBlocked(outgoing, entry)}
              fraction={sending?.clientid === entry.clientid ? sending.fraction : null}
              onRetry={() => outbox.retry(entry.clientid)}
              onRemove={() => outbox.remove(entry.clientid)}
              onEdit={onEdit && (() => onEdit(entry))}
            />
          ))}
        </Stack>
      )}
      <StatusMessage>{stuck && `Not sent. ${stuck.reason}`}</StatusMessage>
    </>
  );
}
