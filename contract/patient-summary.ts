import * as z from "zod/mini";
import { OnboardingStatus } from "./auth.ts";
import { Doctor, IdentityStatus, PlanStatus } from "./entities.ts";
import { Day, Id, Moment, StateId } from "./fields/fields.ts";

/** A patient in the practice's lists. */
export const PatientSummary = z.object({
  id: Id,
  firstname: z.nullable(z.string()),
  lastname: z.nullable(z.string()),
  email: z.string(),
  birthday: z.nullable(Day),
  state: z.nullable(StateId),
  onboardingstatus: OnboardingStatus,
  identitystatus: IdentityStatus,
  planstatus: PlanStatus,
  /** `incoming` is waiting for acceptance by the doctor. */
  carestatus: z.enum(["none", "incoming", "accepted"]),
  doctor: z.nullable(Doctor),
  since: Moment,
  /** Since when an emergency of this patient has been waiting for acknowledgement; null: none. Such patients come first in the lists. */
  emergencysince: z.nullable(Moment),
});
export type PatientSummary = z.output<typeof PatientSummary>;
