import { accountEndings } from "./account-endings.ts";
import { closingEndings } from "./closing-endings.ts";
import type { Ending } from "./ending.ts";
import { inboxEndings } from "./inbox-endings.ts";
import { mergeEndings } from "./merge-endings.ts";
import { operatorEndings } from "./operator-endings.ts";
import { orderEndings } from "./order-endings.ts";
import { staffEndings } from "./staff-endings.ts";
import { systemEndings } from "./system-endings.ts";
import { treatmentEndings } from "./treatment-endings.ts";

/** Every way in which something ends, by what it is about: each group on a server of its own, so that lists stay short. */
export const endingsBySubject: Readonly<Record<string, readonly Ending[]>> = {
  "an account": accountEndings,
  "an account and all that is open": closingEndings,
  "one account instead of two": mergeEndings,
  "an order": orderEndings,
  "a treatment": treatmentEndings,
  "what waits for somebody": inboxEndings,
  "a person of the practice": staffEndings,
  "a key, a webhook or a doctor": systemEndings,
  "a record": operatorEndings,
};
