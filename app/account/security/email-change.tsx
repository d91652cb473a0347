import { useState } from "react";
import { errorMessage, isApiError } from "#app/api/api-error.ts";
import { call } from "#app/api/call.ts";
import { settings } from "#app/settings.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { EnvelopeFlower } from "#app/ui/brand/illustrations/envelope-flower.tsx";
import { MapPinPlant } from "#app/ui/brand/illustrations/map-pin-plant.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { OfflineNotice } from "#app/ui/feedback/offline-notice.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { StandalonePage } from "#app/ui/layout/standalone-page.tsx";
import { account } from "#contract/account/calls.ts";
import { type EmailLink, linkFromHash } from "./email-link.ts";

/**
 * Target of the two links mailed when the practice was asked to change an e-mail: the new mailbox confirms it, the old one stops it. Nobody has to be signed in,
 * because whoever lost their mailbox may have lost their password, too. It takes a press: programs that check mails open links.
 */
export default function EmailChange() {
  const [link] = useState(() => linkFromHash(location.hash));
  return (
    <StandalonePage home="/login">
      <OfflineNotice />
      {link ? <Answer link={link} /> : <BadLink />}
    </StandalonePage>
  );
}

const BadLink = () => (
  <EmptyState level={1} illustration={<MapPinPlant />} title="This link doesn't work anymore">
    Please open the newest email from us, or call {settings.brand.supportphone}.
  </EmptyState>
);

const questions = {
  confirm: {
    title: "Is this your new email address?",
    text: "Once you confirm, we'll send everything here.",
    label: "Confirm my email",
  },
  stop: {
    title: "You didn't ask for a new email address?",
    text: "We'll keep this address for your account, and our team will check what happened.",
    label: "Stop the change",
  },
} as const;

/** What came of the press, and where to go from there. */
interface Outcome {
  readonly text: string;
  readonly next: "/login" | "/forgot-password";
}

async function send({ kind, code }: EmailLink): Promise<Outcome> {
  if (kind === "confirm") {
    const { email } = await call(account.verifyEmail, { body: { code } });
    return { text: `We'll use ${email} from now on.`, next: "/login" };
  }
  const { email, takenback } = await call(account.stopEmailChange, { body: { code } });
  return takenback
    ? {
        text: `Your account is back on ${email}, and we logged everyone out. Please choose a new password before you log in.`,
        next: "/forgot-password",
      }
    : { text: `Your account stays on ${email}. You don't have to do anything else.`, next: "/login" };
}

function Answer({ link }: { link: EmailLink }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [done, setDone] = useState<Outcome | null>(null);
  if (isApiError(failure) && failure.code === "link_expired") return <BadLink />;
  if (done !== null)
    return (
      <EmptyState
        level={1}
        illustration={<EnvelopeFlower />}
        title="Thank you"
        action={
          <Link href={done.next} standalone>
            {done.next === "/login" ? "Log in" : "Choose a new password"}
          </Link>
        }
      >
        {done.text}
      </EmptyState>
    );
  const { title, text, label } = questions[link.kind];

  async function press() {
    setBusy(true);
    setFailure(null);
    try {
      setDone(await send(link));
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <EmptyState
      level={1}
      illustration={<EnvelopeFlower />}
      title={title}
      action={
        <Button busy={busy} busyLabel="One moment" onClick={() => void press()}>
          {label}
        </Button>
      }
    >
      <Stack gap={4}>
        <p>{text}</p>
        {failure !== null && <Alert tone="warning">{errorMessage(failure)}</Alert>}
      </Stack>
    </EmptyState>
  );
}
