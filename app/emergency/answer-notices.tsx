import { Alert } from "#app/ui/feedback/alert.tsx";
import { EmergencyText } from "./emergency-text.tsx";

/** The practice's notices about the answers just given, a paragraph each; nothing when there are none. */
export function AnswerNotices({ notices }: { notices: readonly string[] }) {
  if (notices.length === 0) return null;
  return (
    <Alert tone="info">
      {notices.map((notice) => (
        <p key={notice}>
          <EmergencyText>{notice}</EmergencyText>
        </p>
      ))}
    </Alert>
  );
}
