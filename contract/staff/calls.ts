import { teamDoctorCalls } from "./doctors.ts";
import { staffFactorCalls } from "./factors.ts";
import { staffMemberCalls } from "./members.ts";
import { recordAccessCalls } from "./record-access.ts";
import { staffSessionCalls } from "./sessions.ts";
import { staffWorkCalls } from "./work.ts";

/** The practice's people: how they sign in, what they prove it with, and who they are. */
export const staff = {
  ...staffSessionCalls,
  ...staffFactorCalls,
  ...staffMemberCalls,
  ...teamDoctorCalls,
  ...staffWorkCalls,
  ...recordAccessCalls,
} as const;
