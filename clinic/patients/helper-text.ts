import { formatDay } from "#app/formats/dates.ts";
import { formatList } from "#contract/fields/formats.ts";
import type { PatientRecord } from "#contract/care/patients.ts";

/** Who helps the patient with a sign-in of their own, and with what: whoever calls for the patient may be told that, and no more. */
export const helperText = ({ name, parts, copies, joinedat, until }: PatientRecord["helpers"][number]): string =>
  [
    `${name}: ${formatList(parts)}, ${joinedat === null ? "invited" : `until ${formatDay(until)}`}`,
    ...(copies.length > 0 ? [`copies of emails about ${formatList(copies)}`] : []),
  ].join("; ");
