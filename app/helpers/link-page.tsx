import { useEffect, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { errorMessage, isApiError } from "#app/api/api-error.ts";
import { call } from "#app/api/call.ts";
import { session } from "#app/api/session/session.ts";
import { useAuthForm } from "#app/auth/use-auth-form.ts";
import { validateForm } from "#app/auth/validate-form.ts";
import { useDates } from "#app/formats/use-dates.ts";
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
import { SecretField } from "#app/ui/forms/secret-field.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { StandalonePage } from "#app/ui/layout/standalone-page.tsx";
import { account } from "#contract/account/calls.ts";
import type { Output } from "#contract/http/endpoint.ts";
import css from "./helpers.module.css";

type Opened = Output<typeof account.checkHelperLink>;
type Step =
  | { readonly kind: "checking" | "expired" | "declined" }
  | { readonly kind: "failed"; readonly error: unknown };

const isExpired = (error: unknown): boolean => isApiError(error) && error.code === "link_expired";

/** Target of the links that are mailed to a helper: an invitation, or a new password. It takes a press: programs that check mails open links. */
export default function LinkPage() {
  const [code] = useState(() => /^#([\w-]{43})$/.exec(location.hash)?.[1] ?? null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [step, setStep] = useState<Step>({ kind: code === null ? "expired" : "checking" });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (code === null) return undefined;
    let mounted = true;
    call(account.checkHelperLink, { body: { code } }).then(
      (answer) => mounted && setOpened(answer),
      (error: unknown) => mounted && setStep(isExpired(error) ? { kind: "expired" } : { kind: "failed", error }),
    );
    return () => void (mounted = false);
  }, [code, tries]);
  const retry = () => {
    setStep({ kind: "checking" });
    setTries((before) => before + 1);
  };
  return (
    <StandalonePage home="/helper">
      <OfflineNotice />
      {step.kind === "expired" ? (
        <BadLink />
      ) : step.kind === "declined" ? (
        <Declined name={opened?.patient ?? ""} />
      ) : step.kind === "failed" ? (
        <ErrorState level={1} title="We couldn't open your link yet" busy={false} onRetry={retry}>
          {errorMessage(step.error)}
        </ErrorState>
      ) : code === null || opened === null ? (
        <Spinner label="Checking your link" />
      ) : (
        <Accept
          code={code}
          opened={opened}
          onExpired={() => setStep({ kind: "expired" })}
          onDeclined={() => setStep({ kind: "declined" })}
        />
      )}
    </StandalonePage>
  );
}

const BadLink = () => (
  <EmptyState
    level={1}
    illustration={<MapPinPlant />}
    title="This link doesn't work anymore"
    action={
      <Link href="/helper" standalone>
        Log in as a helper
      </Link>
    }
  >
    Please open the newest email from us. If you've already chosen a password, you can log in with it.
  </EmptyState>
);

const Declined = ({ name }: { name: string }) => (
  <EmptyState level={1} illustration={<EnvelopeFlower />} title="Thank you for telling us">
    We'll let {name} know. Nothing is shared with you.
  </EmptyState>
);

function Accept({
  code,
  opened,
  onExpired,
  onDeclined,
}: {
  code: string;
  opened: Opened;
  onExpired: () => void;
  onDeclined: () => void;
}) {
  const { formatDay } = useDates();
  const { kind, firstname, email, patient, parts, until } = opened;
  const isInvitation = kind === "invitation";
  const [declining, setDeclining] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const ended = (error: unknown) => {
    if (!isExpired(error)) throw error;
    onExpired();
  };
  const { busy, problem, errorOf, formProps } = useAuthForm({
    name: "helper-password",
    fields: ["password"],
    submit: async ({ password = "" }) => {
      const { values, errors } = validateForm(account.useHelperLink.body, { code, password });
      if (errors) return errors;
      await call(account.useHelperLink, { body: values }).then(({ idToken }) => {
        if (idToken !== null) session.signedIn(idToken, null);
        navigate("/helper", { replace: true });
      }, ended);
      return null;
    },
  });
  const decline = async () => {
    setDeclining(true);
    setFailure(null);
    try {
      await call(account.declineHelperLink, { body: { code } }).then(onDeclined, ended);
    } catch (error) {
      setFailure(error);
    } finally {
      setDeclining(false);
    }
  };
  return (
    <Stack gap={5} className={css["narrow"]}>
      <Heading lead={isInvitation ? `Hello ${firstname}. ${patient} chose what you can see.` : `For ${email}`}>
        {isInvitation ? `${patient} would like your help` : "Choose a new password"}
      </Heading>
      {isInvitation && (
        <>
          <ul className={css["shared"]}>
            {parts.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
          <p>
            You get a login of your own at {settings.brand.name}. It lasts until {formatDay(until)}, and either of you
            can end it any time. Your name is on what you write. Please keep what you see to yourself.
          </p>
        </>
      )}
      {problem && <Alert tone="warning">{problem}</Alert>}
      <form {...formProps} className={css["form"]}>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <SecretField
          required
          label={isInvitation ? "Choose a password" : "New password"}
          hint={`Min. 8 characters. You'll log in with ${email}.`}
          name="password"
          autoComplete="new-password"
          error={errorOf("password")}
        />
        <Button type="submit" wide busy={busy} busyLabel="One moment" disabled={declining}>
          {isInvitation ? `Yes, I'll help ${patient}` : "Save and log in"}
        </Button>
      </form>
      {failure !== null && <Alert tone="warning">{errorMessage(failure)}</Alert>}
      {isInvitation && (
        <Button variant="secondary" wide busy={declining} busyLabel="One moment" onClick={() => void decline()}>
          No, thank you
        </Button>
      )}
    </Stack>
  );
}
