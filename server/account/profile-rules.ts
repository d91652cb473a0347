import type * as z from "zod/mini";
import type { ProfileBody } from "#contract/account.ts";
import type { Content } from "#content/load.ts";
import type { Patient, PatientChanges } from "#server/auth/public.ts";
import { Refusal } from "#server/platform/refusal.ts";

type Wish = z.output<typeof ProfileBody>;

/**
 * What a profile form changes. Refuses `wrong_state` for another name or birthday once the identity check matched
 * them, `not_available_in_state` for a state the practice does not serve, `bad_request` for a birthday to come.
 */
export function profileChanges(
  patient: Pick<Patient, "firstname" | "lastname" | "birthday" | "state">,
  wish: Wish,
  { states, identityMatched, today }: { states: Content["states"]; identityMatched: boolean; today: string },
): PatientChanges {
  const fixed = (["firstname", "lastname", "birthday"] as const).some(
    (field) => wish[field] !== undefined && wish[field] !== patient[field],
  );
  if (identityMatched && fixed) {
    throw new Refusal("wrong_state", {
      message: "Your name and date of birth were checked against your ID. Please write to us to change them.",
    });
  }
  if (wish.birthday !== undefined && (wish.birthday > today || wish.birthday < "1900-01-01")) {
    const message = "Please check your date of birth.";
    throw new Refusal("bad_request", { fields: [{ path: "birthday", message }] });
  }
  if (wish.state !== undefined && wish.state !== patient.state) refuseState(states, wish.state);
  const { phoneno: phone, ...rest } = wish;
  return { ...rest, phone };
}

function refuseState(states: Content["states"], wanted: string): void {
  const state = states.find(({ id }) => id === wanted);
  if (!state) {
    throw new Refusal("bad_request", { fields: [{ path: "state", message: "Please choose your state." }] });
  }
  if (state.status !== "served") throw new Refusal("not_available_in_state");
}
