import { addressCalls } from "./addresses.ts";
import { healthAnswerCalls } from "./health-answers.ts";
import { identityCalls } from "./identity.ts";
import { accountMergeCalls } from "./merge.ts";
import { profileCalls } from "./profile.ts";
import { securityCalls } from "./security.ts";

/** The patient's account and settings. */
export const account = {
  ...profileCalls,
  ...securityCalls,
  ...accountMergeCalls,
  ...identityCalls,
  ...addressCalls,
  ...healthAnswerCalls,
} as const;
