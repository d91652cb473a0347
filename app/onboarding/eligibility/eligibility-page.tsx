import { Redirect } from "wouter";
import { useSession } from "#app/api/session/session.ts";
import { EligibilityForm } from "../eligibility-form.tsx";
import { stepHref } from "../visit/step-addresses.ts";

/** `/eligibility`: the account. Whoever has one goes on where she left off; the shell around has read her record. */
export default function Eligibility() {
  const { token, record } = useSession();
  if (token === null) return <EligibilityForm />;
  return record ? <Redirect to={stepHref(record.onboardingstep)} replace /> : null;
}
