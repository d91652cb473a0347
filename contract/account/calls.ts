import { addressCalls } from "./addresses.ts";
import { healthAnswerCalls } from "./health-answers.ts";
import { helperAccountCalls } from "./helpers.ts";
import { identityCalls } from "./identity.ts";
import { accountMergeCalls } from "./merge.ts";
import { profileCalls } from "./profile.ts";
import { requestCalls } from "./requests.ts";
import { securityCalls } from "./security.ts";
import { speakingCalls } from "./speaking.ts";

/** The patient's account and settings. */
export const account = {
  ...profileCalls,
  ...securityCalls,
  ...accountMergeCalls,
  ...helperAccountCalls,
  ...identityCalls,
  ...addressCalls,
  ...healthAnswerCalls,
  ...requestCalls,
  ...speakingCalls,
} as const;
