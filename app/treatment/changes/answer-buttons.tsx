import { type ReactNode, Suspense, useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import css from "./changes.module.css";

interface AnswerButtonsProps {
  /** The button to agree, where that's possible. */
  readonly agree: ReactNode;
  readonly refusable: boolean;
  /** The patient has agreed, and the answer is on its way. */
  readonly pending: boolean;
  /** Asks whether it's meant; fetched, and made anew, each time it opens. */
  readonly refuseDialog: (shown: { readonly open: boolean; readonly onClose: () => void }) => ReactNode;
}

/** How a patient answers what the doctor wants: agree, refuse in a dialog, or ask first. */
export function AnswerButtons({ agree, refusable, pending, refuseDialog }: AnswerButtonsProps) {
  const [{ open, count }, setDialog] = useState({ open: false, count: 0 });
  return (
    <>
      <div className={css["actions"]}>
        {agree}
        {refusable && (
          <Button
            variant="secondary"
            disabled={pending}
            onClick={() => setDialog((before) => ({ open: true, count: before.count + 1 }))}
          >
            I don't want this
          </Button>
        )}
      </div>
      <Link standalone href="/messages/doctor">
        Ask your doctor first
      </Link>
      {count > 0 && (
        <Suspense key={count} fallback={null}>
          {refuseDialog({ open, onClose: () => setDialog((before) => ({ ...before, open: false })) })}
        </Suspense>
      )}
    </>
  );
}
