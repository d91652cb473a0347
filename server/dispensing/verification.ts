import type { LineRow } from "#server/orders/public.ts";
import type { Tx } from "#server/platform/database/open.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { orderStates } from "#server/platform/database/states.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import type { Packing } from "./match-scans.ts";
import {
  type Fills,
  linesNamed,
  loadOrderToSend,
  requireNotHeld,
  requireNotSent,
  requirePrescriptions,
} from "./order-to-send.ts";

/**
 * Nothing prescribed leaves before a pharmacist verified what was packed of it, by name. Whoever packed may do both in one act where the content says that
 * the pharmacy may have a single pharmacist; a box without a code and without a reason always takes two. A pharmacy's own system answers for its people,
 * and names them. What is packed anew, or whose label says something else since, has to be verified anew.
 */

/** Who packs or verifies. */
export interface Packer {
  /** As the audit names them. */
  readonly actor: string;
  readonly isSystem: boolean;
  /** As they are called now, or as a system names them. */
  readonly name: string | null;
}

/** What a call says of who verified: the caller, a person, or somebody it names. */
export interface VerifiedBy {
  readonly verified?: boolean | undefined;
  readonly verifiedby?: string | undefined;
}

export interface Verification {
  readonly actor: string;
  readonly name: string | null;
}

const needsVerifying = ({ prescription }: Pick<LineRow, "prescription">) => prescription;

/**
 * Who verifies what is packed in the same call; null where somebody has yet to. A person verifies in their own name; of lots of another pharmacy that they
 * vouch for when it's sent (`isSent`), as a file says it, they name its pharmacist.
 */
export function verificationOf(
  { content, refuse }: Pick<Services, "content"> & Refuses<"wrong_state">,
  {
    packer,
    signing,
    packed,
    isSent,
  }: {
    readonly packer: Packer;
    readonly signing: VerifiedBy;
    readonly packed: readonly Packing[];
    readonly isSent: boolean;
  },
): Verification | null {
  const { verified, verifiedby } = signing;
  if (packer.isSystem) return verified === false ? null : { actor: packer.actor, name: verifiedby ?? null };
  if (verifiedby !== undefined) {
    if (isSent && packed.length > 0 && packed.every(({ matched }) => matched === null || matched === "vouched"))
      return { actor: packer.actor, name: verifiedby };
    throw refuse("wrong_state", { message: "You can only verify in your own name what is packed here." });
  }
  if (!verified) return null;
  if (!content.shipping.packerverifies) throw refuse("wrong_state", { message: anotherVerifies });
  return { actor: packer.actor, name: packer.name };
}

const anotherVerifies = "This pharmacy has another person verify what you packed. Please ask somebody else to.";

/** Refuses what nobody has verified. `verifies` is what is verified by the call itself. */
export function requireVerified(
  { refuse }: Refuses<"wrong_state">,
  lines: readonly LineRow[],
  { fills, verifies }: { readonly fills: Fills; readonly verifies: (line: LineRow) => boolean },
): void {
  const waiting = lines.filter(
    (line) => needsVerifying(line) && !verifies(line) && (packedFill(fills, line)?.verified_at ?? null) === null,
  );
  const [first] = waiting;
  if (first)
    throw refuse("wrong_state", {
      message: labelChanged(fills, first)
        ? `${first.name} is to be verified again: what its label says changed after it was packed. Please print the label anew, and have a pharmacist look at it.`
        : `${first.name} is to be verified: a pharmacist has to look at what was packed before it leaves.`,
    });
}

/** What was packed of a line and hasn't left. */
export const packedFill = (fills: Fills, { line }: Pick<LineRow, "line">) =>
  fills.find((fill) => fill.line === line && fill.parcel === null);

/** What its label says changed after it was packed, and nobody has verified it since. */
const labelChanged = (fills: Fills, line: Pick<LineRow, "line">): boolean =>
  (packedFill(fills, line)?.label_changed_at ?? null) !== null;

/** Records who verified what is packed of lines and hasn't left. */
export const storeVerification = (
  { db, clock }: Pick<TxServices, "clock"> & { readonly db: Tx },
  orderId: string,
  lines: readonly Pick<LineRow, "line">[],
  { actor, name }: Verification,
) =>
  db
    .updateTable("order_fill")
    .set({ verifier: actor, verifier_name: name, verified_at: clock.now(), label_changed_at: null })
    .where("order_id", "=", orderId)
    .where("line", "in", [...lines.map(({ line }) => line)])
    .where("parcel", "is", null)
    .where("packer", "is not", null)
    .execute();

/** A packed line as whoever verifies it saw it. */
interface SeenLine {
  readonly pricingid: string;
  readonly packedat: string;
  /** Undefined: not compared. */
  readonly labelchangedat?: string | null | undefined;
}

/**
 * Records that a pharmacist verified packed lines, as they saw them. Refuses as `packOrder`; `wrong_state` where a line was packed anew meanwhile, or has
 * to be verified by another person; `conflict` where another one has. The same person's repeat changes nothing.
 */
export function verifyOrder(
  services: Services & Refuses<"prescription_needed" | "waits_for_clinician" | "wrong_state" | "conflict">,
  orderId: string,
  { seen, verifier }: { readonly seen: readonly SeenLine[]; readonly verifier: Packer },
): Promise<void> {
  const { refuse, content } = services;
  return inTransaction(services, async (tx) => {
    const toSend = await loadOrderToSend(tx, services, orderId);
    const { order, fills } = toSend;
    if (!orderStates.toSend.has(order.status)) throw refuse("wrong_state");
    const lines = linesNamed(services, toSend, seen);
    requireNotSent(services, toSend, lines);
    await requireNotHeld(services, tx.db, order);
    await requirePrescriptions(services, tx, order, lines);
    const waiting = lines.filter((line, index) => {
      const fill = packedFill(fills, line);
      if (fill?.packer == null || fill.packed_at.getTime() !== Date.parse(seen[index]?.packedat ?? ""))
        throw refuse("wrong_state", {
          message: `${line.name} was packed anew, or isn’t packed. Please look at it again before you verify it.`,
        });
      const labelSeen = seen[index]?.labelchangedat;
      if (labelSeen !== undefined && (fill.label_changed_at?.toISOString() ?? null) !== labelSeen)
        throw refuse("wrong_state", {
          message: `What the label of ${line.name} says changed while you looked at it. Please print it anew and look again.`,
        });
      if (fill.verifier !== null && fill.verifier !== verifier.actor)
        throw refuse("conflict", {
          message: `${fill.verifier_name ?? "The pharmacy’s own system"} has verified ${line.name} already.`,
        });
      if (fill.packer === verifier.actor && !verifier.isSystem) {
        if (!content.shipping.packerverifies) throw refuse("wrong_state", { message: anotherVerifies });
        if (fill.matched === "two_people")
          throw refuse("wrong_state", {
            message: `You typed the lot of ${line.name} without a scan or a reason, so another person has to verify it.`,
          });
      }
      return fill.verified_at === null;
    });
    if (waiting.length > 0)
      await storeVerification(tx, orderId, waiting, { actor: verifier.actor, name: verifier.name });
  });
}
