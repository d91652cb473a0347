import { EmergencyPanel } from "#app/emergency/emergency-panel.tsx";
import { useHistoryState } from "wouter/use-browser-location";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { AnswerNotices } from "#app/emergency/answer-notices.tsx";
import type { SavedState } from "./section-paths.ts";

/** After a save: that it is saved, when somebody looks, what the doctor will review, and that another question came up. */
export function SavedNotice({ more = false }: { more?: boolean | undefined }) {
  const { saved = false, notices = [], promise = "" } = useHistoryState<SavedState | null>() ?? {};
  if (!saved) return null;
  return (
    <>
      <Alert tone="success" title="Saved">
        {more ? `Your answer leads to one more question, below. ${promise}` : promise}
      </Alert>
      <AnswerNotices notices={notices} />
    </>
  );
}

/** Whom to turn to if the text just saved reveals an emergency. */
export function SavedEmergency() {
  const { emergency = null } = useHistoryState<SavedState | null>() ?? {};
  return emergency && <EmergencyPanel emergency={emergency} />;
}
