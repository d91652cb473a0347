import { settings } from "#app/settings.ts";
import type { SentRow } from "../screens/what-is-sent.tsx";
import { accountRows } from "./account.tsx";
import { addressRows } from "./addresses.tsx";
import { authRows } from "./auth.tsx";
import { careRows } from "./care.tsx";
import { cartRows } from "./cart.tsx";
import { growthRows } from "./growth.tsx";
import { helperRows } from "./helpers.tsx";
import { medicalRows } from "./medical.tsx";
import { otherRows } from "./other.tsx";
import { planRows } from "./plan.tsx";
import { recordCodeRows } from "./record-codes.tsx";
import { speakingRows } from "./speaking.tsx";
import { requestRows } from "./requests.tsx";
import { treatmentRows } from "./treatment.tsx";
import { visitRows } from "./visit.tsx";
import { wellbeingRows } from "./wellbeing.tsx";

/** What the practice has set, as far as a form sends it. */
Object.assign(settings, { termsVersion: "terms 7" });

/** Everything the patients' app sends. */
export const rows: readonly SentRow[] = [
  ...accountRows,
  ...addressRows,
  ...medicalRows,
  ...authRows,
  ...cartRows,
  ...careRows,
  ...visitRows,
  ...planRows,
  ...otherRows,
  ...growthRows,
  ...helperRows,
  ...recordCodeRows,
  ...requestRows,
  ...speakingRows,
  ...treatmentRows,
  ...wellbeingRows,
];
