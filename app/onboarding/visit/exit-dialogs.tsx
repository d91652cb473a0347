import { type RefObject, useState } from "react";
import { marketingUrl } from "#app/settings.ts";
import { signOut } from "#app/sign-out/sign-out.ts";
import { ConfirmDialog } from "#app/ui/layout/overlays/confirm-dialog.tsx";

/** Confirmation dialogs for quitting and logging out (spec §2.3). */
export default function ExitDialogs({
  exitKind,
  opener,
  onStay,
}: {
  exitKind: "quit" | "logout" | null;
  opener: RefObject<HTMLElement | null>;
  onStay: () => void;
}) {
  const [busy, setBusy] = useState(false);

  async function logOut() {
    setBusy(true);
    await signOut();
  }

  return (
    <>
      <ConfirmDialog
        open={exitKind === "quit"}
        opener={opener}
        onOpenChange={(open) => !open && onStay()}
        question="Are you sure you want to quit onboarding?"
        detail="Your answers are saved. You can come back and continue any time."
        onConfirm={() => location.assign(marketingUrl("/"))}
      />
      <ConfirmDialog
        open={exitKind === "logout"}
        opener={opener}
        onOpenChange={(open) => !open && onStay()}
        question="Are you sure you want to log out?"
        detail="Your answers are saved. Log in again to continue."
        busy={busy}
        onConfirm={() => void logOut()}
      />
    </>
  );
}
