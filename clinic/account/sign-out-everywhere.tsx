import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { session } from "#clinic/session/current.ts";
import { Confirm } from "#clinic/work/confirm.tsx";
import { Section } from "#clinic/ui/page.tsx";

export function SignOutEverywhere() {
  const [asking, setAsking] = useState(false);
  return (
    <Section
      title="Sessions"
      actions={
        <Button variant="secondary" onClick={() => setAsking(true)}>
          Sign out everywhere
        </Button>
      }
    >
      <p>Signed in on a computer you don’t use any more? This ends all your sessions, this one too.</p>
      {asking && (
        <Confirm
          question="Sign out everywhere?"
          detail="What you typed and didn’t send is lost, here and on other computers."
          confirmLabel="Sign out everywhere"
          onClose={() => setAsking(false)}
          onConfirm={() => session.signOut(true)}
        />
      )}
    </Section>
  );
}
