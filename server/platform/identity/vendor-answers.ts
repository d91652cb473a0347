import * as z from "zod/mini";
import type { Answer } from "../outside/ask.ts";
import { outsideTable } from "../outside/outside-table.ts";
import type { IdentityResult } from "./identity-check.ts";

const triesAgain =
  "That it couldn't be checked just now, that it isn't about them, and that they may try again or come back when a mail says that it works; no try is counted.";
const meanwhile = "Patients can't get past the identity check meanwhile.";

/** What the identity vendor answers, beside the three results of docs/deploy.md, which are final: `matched`, `no_match`, `review`. */
export const vendorTable = outsideTable({
  system: "identity_check",
  name: "The identity vendor",
  rows: {
    no_answer: {
      means: "for_now",
      comes: "no whole answer in time, no connection, a broken answer",
      person: triesAgain,
      practice: `It can't be reached at IDENTITY_URL: look at its status page. ${meanwhile}`,
    },
    failing: {
      means: "for_now",
      comes: "500 to 599, 408, 425, 429",
      person: triesAgain,
      practice: `It takes no requests now: look at its status page, or at your plan's limits there. ${meanwhile}`,
    },
    refused_token: {
      means: "ours",
      comes: "401, 403, 407",
      person: triesAgain,
      practice: `It refuses our token: put a valid one into IDENTITY_TOKEN. ${meanwhile}`,
    },
    wrong_address: {
      means: "ours",
      comes: "101, a redirect, 404, 405, 410",
      person: triesAgain,
      practice: `Nothing checks identities at IDENTITY_URL: correct it; redirects aren't followed. ${meanwhile}`,
    },
    refused_request: {
      means: "ours",
      comes: "400, 413, 415, 422",
      person: triesAgain,
      practice: `It refuses what we send, which is in docs/deploy.md under Identity vendor: adapt the service at IDENTITY_URL. ${meanwhile}`,
    },
  },
  unknown: { person: triesAgain },
});

export type VendorAnswer = keyof typeof vendorTable.rows;

const Body = z.object({ result: z.enum(["matched", "no_match", "review"]) });

/** The result, or the row of what else was answered. Status 200 with a body of the contract is a result, and nothing else. */
export function readVendor(answer: Answer): { readonly result: IdentityResult } | { readonly failed: VendorAnswer } {
  if ("error" in answer) return { failed: "no_answer" };
  const { status, text, isWhole } = answer;
  if (status === 200) {
    const body = isWhole ? Body.safeParse(jsonOf(text)) : null;
    return body?.success === true ? { result: body.data.result } : { failed: "unknown" };
  }
  if ([401, 403, 407].includes(status)) return { failed: "refused_token" };
  if ([400, 413, 415, 422].includes(status)) return { failed: "refused_request" };
  if (status === 101 || (status >= 300 && status < 400) || [404, 405, 410].includes(status))
    return { failed: "wrong_address" };
  return { failed: (status >= 500 && status < 600) || [408, 425, 429].includes(status) ? "failing" : "unknown" };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
