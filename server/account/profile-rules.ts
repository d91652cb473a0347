import type * as z from "zod/mini";
import type { ProfileBody } from "#contract/account.ts";
import type { Content } from "#content/load.ts";
import type { Patient, PatientChanges } from "#server/auth/public.ts";
import { Refusal } from "#server/platform/refusal.ts";

type Wish = z.output<typeof ProfileBody>;

/** What decides which fields are hers to change. */
export interface ProfileFacts {
  readonly states: Content["states"];
  /** The identity check matched her name and birthday. */
  readonly identityMatched: boolean;
  readonly visitDone: boolean;
  /** `YYYY-MM-DD` */
  readonly today: string;
}

/**
 * What a profile form changes. Refuses `wrong_state` for another name or birthday once the identity check matched
 * them and for another state once it follows her shipping address, `not_available_in_state` for a state the practice does not serve, `bad_request` for a birthday to come.
 */
export function profileChanges(
  patient: Pick<Patient, "firstname" | "lastname" | "birthday" | "state">,
  wish: Wish,
  { states, identityMatched, visitDone, today }: ProfileFacts,
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
  if (wish.state !== undefined && wish.state !== patient.state) {
    if (visitDone) {
      throw new Refusal("wrong_state", {
        message: "Your state follows your shipping address. Please change that address instead.",
      });
    }
    refuseState(states, wish.state);
  }
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
