import type { ReactNode } from "react";
import { Alert } from "#app/ui/feedback/alert.tsx";

/** Nobody can say whether it worked (`isOutcomeUnknown`). `children` say what to press, and that it can't happen twice. */
export const NoAnswer = ({ children }: { children: ReactNode }) => (
  <Alert tone="warning" title="We don’t know whether it worked">
    No answer came. {children}
  </Alert>
);
