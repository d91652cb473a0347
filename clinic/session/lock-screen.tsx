import { type ComponentProps, lazy, Suspense, useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { loadChunk } from "#app/router/load-chunk.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Spinner } from "#app/ui/actions/spinner.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import type { StaffSessionStore } from "./session.ts";

const loadProofForm = () => loadChunk(() => import("./proof-form.tsx"));
const LazyProofForm = lazy(() => loadProofForm().then((m) => ({ default: m.ProofForm })));
/** Begins to load what unlocks, so that a lock without a connection can be undone with one. */
export const preloadProofForm = () => loadProofForm();

const ProofForm = (props: ComponentProps<typeof LazyProofForm>) => (
  <Suspense fallback={<Spinner label="One moment" />}>
    <LazyProofForm {...props} />
  </Suspense>
);

/** Asks why somebody needs a record that isn't their work. */
export const ReasonDialog = lazy(() =>
  loadChunk(() => import("./reason-dialog.tsx")).then((m) => ({ default: m.ReasonDialog })),
);

/** Asks whether the person has seen the patient's emergency before they decide something. */
export const EmergencyDialog = lazy(() =>
  loadChunk(() => import("./emergency-dialog.tsx")).then((m) => ({ default: m.EmergencyDialog })),
);

/** Over the whole page, which stays as it was below, with what was typed. */
export function LockScreen({ session }: { session: StaffSessionStore }) {
  const current = session.get().session;
  const [problem, setProblem] = useState("");
  return (
    <Modal
      covering
      title="Locked"
      description={
        current?.member ? `Signed in as ${current.member.name}. Your work is kept.` : "Your work on this page is kept."
      }
    >
      <Stack gap={4}>
        <ProofForm session={session} proofs={current?.proofs ?? []} />
        <Button
          variant="quiet"
          onClick={() => void session.signOut().catch((error: unknown) => setProblem(errorMessage(error)))}
        >
          Sign out instead
        </Button>
        {problem && <Alert tone="warning">{problem}</Alert>}
      </Stack>
    </Modal>
  );
}

/** Asks for a fresh proof where a session isn't enough. What waits for it is sent afterwards. */
export function ProofDialog({ session }: { session: StaffSessionStore }) {
  return (
    <Modal
      title="Prove it’s you"
      description="This opens or ends access, so we ask again. It counts for five minutes."
      onClose={session.cancelProof}
    >
      <ProofForm session={session} proofs={session.get().session?.proofs ?? []} />
    </Modal>
  );
}
