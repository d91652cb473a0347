import type { ReactNode } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import css from "./terms-card.module.css";

type TermsCardProps = {
  title: string;
  acceptLabel?: string | undefined;
  busy?: boolean | undefined;
  onAccept: () => void;
  /** The text, with its links. */
  children: ReactNode;
};

/** New terms to accept: at the bottom beside the page, or `center`, before anything else can be done. */
export function TermsCard({
  position = "bottom",
  ...props
}: TermsCardProps & { position?: "bottom" | "center" | undefined }) {
  if (position === "bottom") {
    return (
      <section aria-label={props.title} className={css["bottom"]}>
        <TermsContent {...props} />
      </section>
    );
  }
  return (
    <dialog
      ref={showModal}
      aria-label={props.title}
      className={css["center"]}
      onCancel={(event) => event.preventDefault()}
    >
      <TermsContent {...props} />
    </dialog>
  );
}

function TermsContent({ title, acceptLabel = "Accept", busy = false, onAccept, children }: TermsCardProps) {
  return (
    <div className={css["content"]}>
      <div className={css["text"]}>
        <h2 className={css["title"]}>{title}</h2>
        <div>{children}</div>
      </div>
      <Button busy={busy} busyLabel="Please wait" onClick={onAccept}>
        {acceptLabel}
      </Button>
    </div>
  );
}

function showModal(dialog: HTMLDialogElement | null) {
  if (dialog && !dialog.open) dialog.showModal();
}
