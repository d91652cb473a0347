import { useMutation } from "@tanstack/react-query";
import { call } from "#app/api/call.ts";
import { isApiError, errorMessage } from "#app/api/api-error.ts";
import { session } from "#app/api/session/session.ts";
import { legalLinks, settings } from "#app/settings.ts";
import { useDelayedBusy } from "#app/browser/use-delayed.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { TermsCard } from "./terms-card.tsx";
import { growth } from "#contract/growth/calls.ts";

/** Asks the patient to accept the new terms; disappears once accepted, stays if that fails. */
export default function NewTerms({ main }: { main: string }) {
  const version = settings.termsVersion;
  const accept = useMutation({
    // Offline, it fails at once and says so.
    networkMode: "always",
    mutationFn: () => call(growth.acceptNewTerms, { body: version === null ? {} : { version } }),
    onSuccess: () => {
      const { record } = session.get();
      // The card disappears and would lose the focus.
      document.getElementById(main)?.focus({ preventScroll: true });
      if (record) session.setRecord({ ...record, acceptednewterms: true });
    },
  });
  const busy = useDelayedBusy(accept.isPending);
  // The page has an older version of the terms than the server and must be reloaded.
  const isOutdated = isApiError(accept.error) && accept.error.code === "conflict";
  return (
    <TermsCard
      title="Our terms have changed"
      acceptLabel={isOutdated ? "Reload the page" : "Accept"}
      busy={busy}
      onAccept={() => {
        if (isOutdated) location.reload();
        else if (!accept.isPending) accept.mutate();
      }}
    >
      <p>
        Please read our new{" "}
        <Link external href={legalLinks.terms}>
          Terms &amp; Conditions
        </Link>
        ,{" "}
        <Link external href={legalLinks.privacy}>
          Privacy Policy
        </Link>{" "}
        and{" "}
        <Link external href={legalLinks.telehealth}>
          Telehealth Consent
        </Link>
        , and accept them.
      </p>
      {accept.error && <Alert tone="warning">{errorMessage(accept.error)}</Alert>}
    </TermsCard>
  );
}
