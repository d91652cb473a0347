import { Alert } from "./feedback/alert.tsx";
import { EmergencyText } from "./emergency-text.tsx";

/** What the practice says about answers just given, a paragraph each; nothing where it says nothing. */
export function AnswerNotices({ notices }: { notices: readonly string[] }) {
  if (notices.length === 0) return null;
  return (
    <Alert kind="info">
      {notices.map((notice) => (
        <p key={notice}>
          <EmergencyText>{notice}</EmergencyText>
        </p>
      ))}
    </Alert>
  );
}
