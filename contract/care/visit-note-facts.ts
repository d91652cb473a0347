import type { VisitDecision } from "#contract/documents/visit-note.ts";
import type { NotedProduct, VisitNoteFacts } from "./visit-notes.ts";

type ByProduct<T> = Readonly<Record<string, T>>;

/** The fields of a decision's body that its note says something of. What only the practice reads isn't among them. */
export interface DecidedFields {
  readonly directions?: string | ByProduct<string> | undefined;
  readonly refills?: number | ByProduct<number> | undefined;
  readonly declined?: ByProduct<string> | undefined;
  readonly replaced?: ByProduct<{ readonly productid: string; readonly reason: string }> | undefined;
  readonly start?: ByProduct<string> | undefined;
  /** What the patient is told: a note, a message, or why something is declined. */
  readonly message?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly followupon?: string | undefined;
}

/** What the note of a decision on these products is drafted from, as the decision's call is sent. What is empty or can't be read yet is left out. */
export function visitNoteFacts(
  decision: VisitDecision,
  productids: readonly string[],
  { directions, refills, declined, replaced, start, message, from, until, followupon }: DecidedFields,
): VisitNoteFacts {
  const products = productids.map((productid): NotedProduct => {
    const other = replaced?.[productid];
    const reason = textOf(declined?.[productid] ?? other?.reason);
    if (declined && productid in declined) return { productid, outcome: "declined", ...reason };
    if (other?.productid) return { productid, outcome: "replaced", otherid: other.productid, ...reason };
    const own = {
      ...directionsOf(typeof directions === "object" ? directions[productid] : directions),
      ...refillsOf(typeof refills === "object" ? refills[productid] : refills),
    };
    const beginson = start?.[productid];
    return beginson ? { productid, outcome: "later", beginson, ...own } : { productid, outcome: "prescribed", ...own };
  });
  const given = Object.entries({ message, from, until, followupon }).filter(([, text]) => text?.trim());
  return { decision, products, ...Object.fromEntries(given) };
}

const textOf = (reason: string | undefined) => (reason?.trim() ? { reason: reason.trim() } : {});
const directionsOf = (text: string | undefined) => (text?.trim() ? { directions: text.trim() } : {});
const refillsOf = (count: number | undefined) =>
  count !== undefined && Number.isInteger(count) && count >= 0 && count <= 12 ? { refills: count } : {};
