import { Redirect } from "wouter";
import { useSession } from "#app/api/session/session.ts";
import { EligibilityForm } from "../eligibility-form.tsx";
import { stepHref } from "../visit/step-addresses.ts";

/** `/eligibility`: sign-up. A signed-in patient resumes their visit; the surrounding shell has loaded their record. */
export default function Eligibility() {
  const { token, record } = useSession();
  if (token === null) return <EligibilityForm />;
  return record ? <Redirect to={stepHref(record.onboardingstep)} replace /> : null;
}
