import { Stack } from "#app/ui/layout/stack.tsx";
import { EmergencyText } from "#app/emergency/emergency-text.tsx";
import type { ReactNode } from "react";
import { moveFocusTo } from "#app/ui/focus.ts";
import css from "../followup.module.css";

/** Heading of a follow-up screen; takes the focus, so that screen readers read the new screen. */
export function FollowupHeading({ lead, children }: { lead?: ReactNode; children: ReactNode }) {
  return (
    <Stack gap={3}>
      <h3 ref={moveFocusTo} tabIndex={-1} data-review-heading className={css["title"]}>
        {children}
      </h3>
      {lead && <p className={css["lead"]}>{typeof lead === "string" ? <EmergencyText>{lead}</EmergencyText> : lead}</p>}
    </Stack>
  );
}
