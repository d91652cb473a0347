import { useEffect, useState } from "react";
import { errorMessage, isApiError } from "#app/api/api-error.ts";
import { call } from "#app/api/call.ts";
import { formatDay } from "#app/formats/dates.ts";
import { settings } from "#app/settings.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { Spinner } from "#app/ui/actions/spinner.tsx";
import { EnvelopeFlower } from "#app/ui/brand/illustrations/envelope-flower.tsx";
import { MapPinPlant } from "#app/ui/brand/illustrations/map-pin-plant.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { OfflineNotice } from "#app/ui/feedback/offline-notice.tsx";
import { ChoiceCards } from "#app/ui/forms/choices/choice-cards.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { StandalonePage } from "#app/ui/layout/standalone-page.tsx";
import { account } from "#contract/account/calls.ts";
import type { MergeSignIn } from "#contract/account/merge.ts";
import type { Output } from "#contract/http/endpoint.ts";
import css from "./one-account.module.css";

/**
 * Target of the link that is mailed to both addresses of a patient with two accounts. It names only the address it was mailed to: whoever reads one
 * mailbox learns nothing of the other account. It takes a press: programs that check mails open links.
 */
export default function OneAccount() {
  const [code] = useState(() => /^#([\w-]{43})$/.exec(location.hash)?.[1] ?? null);
  return (
    <StandalonePage home="/login">
      <OfflineNotice />
      {code === null ? <BadLink /> : <Question code={code} />}
    </StandalonePage>
  );
}

const isExpired = (failure: unknown): boolean => isApiError(failure) && failure.code === "link_expired";

const BadLink = () => (
  <EmptyState level={1} illustration={<MapPinPlant />} title="This link doesn't work anymore">
    Please open the newest email from us, or call {settings.brand.supportphone}.
  </EmptyState>
);

type Asked = Output<typeof account.readMerge>;

/** What the link asks, as the server knows it now. */
function useAsked(code: string) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let mounted = true;
    call(account.readMerge, { body: { code } }).then(
      (answer) => mounted && setAsked(answer),
      (error: unknown) => mounted && setFailure(error),
    );
    return () => void (mounted = false);
  }, [code, tries]);
  const retry = () => {
    setFailure(null);
    setTries((before) => before + 1);
  };
  return { asked, failure, retry };
}

function Question({ code }: { code: string }) {
  const { asked, failure, retry } = useAsked(code);
  if (isExpired(failure)) return <BadLink />;
  if (failure !== null)
    return (
      <ErrorState level={1} title="We couldn't open your link yet" busy={false} onRetry={retry}>
        {errorMessage(failure)}
      </ErrorState>
    );
  return asked === null ? <Spinner label="Checking your link" /> : <Answer code={code} asked={asked} />;
}

type Outcome = "waiting" | "merged" | "declined";

const outcomes: Readonly<Record<Outcome, (signin: MergeSignIn | null) => { title: string; text: string }>> = {
  waiting: () => ({
    title: "One more step",
    text: "Now please open the link in the email at your other address. Until then, both accounts stay as they are.",
  }),
  merged: (signin) => ({
    title: "Your two accounts are one now",
    text:
      signin === "this"
        ? "Please log in with this email address and its password from now on."
        : "Please log in with your other email address and its password from now on.",
  }),
  declined: () => ({
    title: "Thank you for telling us",
    text: "Nothing changes, and our team will look at it.",
  }),
};

function Answer({ code, asked }: { code: string; asked: Asked }) {
  const [signin, setSignin] = useState<MergeSignIn | null>(asked.signin);
  const [isMissing, setMissing] = useState(false);
  const [busy, setBusy] = useState<"yes" | "no" | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  async function send(press: "yes" | "no", work: () => Promise<Outcome>) {
    setBusy(press);
    setFailure(null);
    try {
      setOutcome(await work());
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(null);
    }
  }
  const agree = () => {
    setMissing(signin === null);
    if (signin === null) return;
    void send("yes", async () => {
      const { merged } = await call(account.confirmMerge, { body: { code, signin } });
      return merged ? "merged" : "waiting";
    });
  };
  const decline = () =>
    void send("no", async () => {
      await call(account.declineMerge, { body: { code } });
      return "declined";
    });

  if (isExpired(failure)) return <BadLink />;
  if (outcome !== null) return <Done outcome={outcome} signin={signin} />;
  return (
    <Stack gap={5} className={css["question"]}>
      <Heading lead={asked.email}>Do you have two accounts with us?</Heading>
      <p>
        If you do, we can make one account of them. We'll keep everything that's in both, and our team can undo it for
        30 days.{" "}
        {asked.otherconfirmed
          ? "You've said yes at your other address. Say yes here, too, and we'll do it right away."
          : "We need your yes at both email addresses. The other one got its own link."}
      </p>
      {asked.subscriptionsend && (
        <Alert tone="info" title="Your subscriptions in this account will end">
          This account will close, so we'll cancel them, and you won't be charged for them again. You keep what you have
          at home. If something you get here isn't in your other account, our care team will contact you. If we undo
          this later, your subscriptions stay canceled until you start them again.
        </Alert>
      )}
      <ChoiceCards
        label="How do you want to log in from now on?"
        value={signin}
        options={[
          { value: "this", label: `With ${asked.email}`, description: "And the password you use with it." },
          { value: "other", label: "With my other email address", description: "And the password you use with that." },
        ]}
        error={isMissing ? "Please choose how you want to log in." : undefined}
        onValueChange={(value) => setSignin(value === "this" ? "this" : "other")}
      />
      {failure !== null && <Alert tone="warning">{errorMessage(failure)}</Alert>}
      <Stack gap={3}>
        <Button busy={busy === "yes"} busyLabel="One moment" disabled={busy === "no"} onClick={agree}>
          Yes, both are mine
        </Button>
        <Button
          variant="secondary"
          busy={busy === "no"}
          busyLabel="One moment"
          disabled={busy === "yes"}
          onClick={decline}
        >
          No, I only have one account
        </Button>
      </Stack>
      <p>This link works until {formatDay(asked.until)}.</p>
    </Stack>
  );
}

function Done({ outcome, signin }: { outcome: Outcome; signin: MergeSignIn | null }) {
  const { title, text } = outcomes[outcome](signin);
  return (
    <EmptyState
      level={1}
      illustration={<EnvelopeFlower />}
      title={title}
      action={
        outcome === "waiting" ? undefined : (
          <Link href="/login" standalone>
            Log in
          </Link>
        )
      }
    >
      {text}
    </EmptyState>
  );
}
