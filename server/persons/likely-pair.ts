import type { ComparedKind } from "./person-digests.ts";

/** What is known of two records. */
export interface Comparison {
  readonly agrees: ReadonlySet<ComparedKind>;
  /**
   * The identity service matched the number of both with name and birthday. Then two numbers, or two birthdays, are those of two people; until then one
   * may be a slip.
   */
  readonly bothProved: boolean;
}

/**
 * Whether two records are likely of one person, so that somebody has to judge it. Birthday and number together are almost a proof, and something else has
 * to agree, because among many people some share both. One of the two with the first name is enough where a phone, an address or a card agrees as well, and
 * the other may be a slip. Neither a last name nor what a household shares makes a pair: twins have another first name and another number, mother and
 * daughter another birthday, a couple with one card both.
 */
export function isLikelyPair({ agrees, bothProved }: Comparison): boolean {
  const reachable = agrees.has("phone") || agrees.has("address") || agrees.has("card");
  if (agrees.has("birthday") && agrees.has("number"))
    return agrees.has("first_name") || agrees.has("last_name") || reachable;
  if (bothProved || !agrees.has("first_name")) return false;
  return (agrees.has("birthday") || agrees.has("number")) && reachable;
}
