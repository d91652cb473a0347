import * as z from "zod/mini";
import { OnboardingStatus } from "./auth.ts";
import { Doctor, IdentityStatus, PlanStatus } from "./entities.ts";
import { Day, Id, Moment, StateId } from "./shapes.ts";

/** A patient as the practice's lists show her. */
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
  /** `incoming` waits to be accepted by her doctor. */
  carestatus: z.enum(["none", "incoming", "accepted"]),
  doctor: z.nullable(Doctor),
  since: Moment,
});
export type PatientSummary = z.output<typeof PatientSummary>;
