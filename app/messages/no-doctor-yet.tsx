import { Alert } from "#app/ui/feedback/alert.tsx";
import { ButtonLink } from "#app/ui/actions/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { EnvelopeFlower } from "#app/ui/brand/illustrations/envelope-flower.tsx";
import { Row } from "#app/ui/layout/stack.tsx";

/** Shown before the patient has a doctor: when they can write. `sentHere` when redirected from a chat their state doesn't have. */
export function NoDoctorYet({ sentHere: redirected }: { sentHere: boolean }) {
  return (
    <>
      {redirected && <Alert>Chat with patient services is not offered where you live.</Alert>}
      <EmptyState
        level={1}
        illustration={<EnvelopeFlower />}
        title="Your doctor will be here"
        action={
          <Row>
            <ButtonLink href="/home">Go home</ButtonLink>
            <ButtonLink variant="secondary" href="/contact-us">
              Write to us
            </ButtonLink>
          </Row>
        }
      >
        You can write as soon as your visit is with a doctor. Until then, we are glad to help you by email.
      </EmptyState>
    </>
  );
}
