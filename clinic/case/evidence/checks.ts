import type { Tone } from "#app/ui/brand/tones.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { orderToDecide } from "./order-to-decide.ts";

export interface Check {
  readonly name: string;
  /** `open`: it ran, and a person has to look at what it found. */
  readonly state: "passed" | "open" | "not_run";
  readonly text: string;
}

export const checkTones: Readonly<Record<Check["state"], Tone>> = {
  passed: "success",
  open: "warning",
  not_run: "danger",
};

const notRun = (name: string, text: string): Check => ({ name, state: "not_run", text });

/** The rules look at questions that have no answer. */
export const hasUnanswered = ({ unanswered = [] }: PatientRecord): boolean => unanswered.length > 0;

function rulesCheck(record: PatientRecord): Check {
  const { flags, answers, unanswered = [] } = record;
  const name = "Screening";
  if (flags === undefined || answers === undefined || answers.length === 0)
    return notRun(name, "The screening rules couldn’t run: there are no answers to read.");
  if (hasUnanswered(record))
    return notRun(
      name,
      `Some screening rules couldn’t run, because these have no answer: ${unanswered.map(({ question }) => question).join(", ")}.`,
    );
  const { length } = flags.filter(({ current }) => current);
  if (length === 0) return { name, state: "passed", text: "No rule was raised" };
  return { name, state: "open", text: length === 1 ? "1 rule raised" : `${length} rules raised` };
}

function identityCheck({ identitystatus }: PatientRecord): Check {
  const name = "Identity";
  if (identitystatus === "matched") return { name, state: "passed", text: "Confirmed" };
  if (identitystatus === "review") return notRun(name, "A person still has to look at the identity photos.");
  return notRun(name, "The identity isn’t confirmed.");
}

function paymentCheck(record: PatientRecord): Check {
  const name = "Payment";
  const status = orderToDecide(record)?.status;
  if (status === "authorized") return { name, state: "passed", text: "Held on the card" };
  if (status === "paid") return { name, state: "passed", text: "Paid" };
  if (status === "authorizing" || status === "unknown" || status === "pending")
    return notRun(name, "The bank hasn’t answered yet.");
  return notRun(name, "The amount is no longer held on the card.");
}

/** What was checked before a person looks at the case, and whether it could be. */
export const checksOf = (record: PatientRecord): readonly Check[] => [
  rulesCheck(record),
  identityCheck(record),
  paymentCheck(record),
];
