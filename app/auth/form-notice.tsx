import type { ReactNode } from "react";
import { LockIcon } from "#app/ui/brand/lock-icon.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import css from "./auth-page.module.css";

/** Above a form: that it is private, and in the same place why it was not accepted, so that the fields stay where they are (spec §8). */
export function FormNotice({ problem, children }: { problem: string | null; children?: ReactNode }) {
  const replacement = problem ? <Alert tone="warning">{problem}</Alert> : children;
  return (
    <div className={css["notice"]}>
      <p className={css["reassurance"]} hidden={Boolean(replacement)}>
        <LockIcon />
        <span>
          <strong>Private and secure</strong> Our emails never say what we treat.
        </span>
      </p>
      {replacement}
    </div>
  );
}
