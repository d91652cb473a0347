import type { LineRow, OrderRow } from "#server/orders/public.ts";
import type { Tx } from "#server/platform/database/open.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { orderStates } from "#server/platform/database/states.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { chartEffects } from "#server/tasks/public.ts";
import {
  changedParts,
  isVerified,
  type LabelDigests,
  labelDigests,
  labelSources,
  labelWord,
  storedLabel,
} from "./label-parts.ts";
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

/** What the labels of an order's lines say today, or of the box that is packed of each. */
type LabelsOf = (line: Pick<LineRow, "product_id">, packedAt: Date | null) => LabelDigests | null;

export async function labelsOf(tx: TxServices, { patient_id: id }: Pick<OrderRow, "patient_id">): Promise<LabelsOf> {
  const sourceOf = await labelSources(tx, [id], await chartEffects(tx, [id]));
  return (line, packedAt) => labelDigests(tx, sourceOf(id, line.product_id), packedAt);
}

/** Whether what is packed of a line is verified as its label is now. */
export const isLineVerified = (line: LineRow, { fills, labels }: Pick<ToVerify, "fills" | "labels">): boolean => {
  const fill = packedFill(fills, line);
  return fill !== undefined && isVerified(fill, labels(line, fill.packed_at));
};

interface ToVerify {
  readonly fills: Fills;
  readonly labels: LabelsOf;
  /** What is verified by the call itself. */
  readonly verifies: (line: LineRow) => boolean;
}

/** Refuses what nobody has verified, or not as its label is now. */
export function requireVerified(
  { refuse }: Refuses<"wrong_state">,
  lines: readonly LineRow[],
  { verifies, ...packed }: ToVerify,
): void {
  const first = lines.find((line) => needsVerifying(line) && !verifies(line) && !isLineVerified(line, packed));
  const fill = first && packedFill(packed.fills, first);
  if (first)
    throw refuse("wrong_state", {
      message:
        fill && changedParts(fill, packed.labels(first, fill.packed_at)).length > 0
          ? `${first.name} is to be verified again: its label or its cap is to be another one than when it was packed. Please print the label anew, and have a pharmacist look at it.`
          : `${first.name} is to be verified: a pharmacist has to look at what was packed before it leaves.`,
    });
}

/** What was packed of a line and hasn't left. */
export const packedFill = (fills: Fills, { line }: Pick<LineRow, "line">) =>
  fills.find((fill) => fill.line === line && fill.parcel === null);

/** Records who verified what is packed of lines and hasn't left, as its labels are now. */
export async function storeVerification(
  { db, clock }: Pick<TxServices, "clock"> & { readonly db: Tx },
  lines: readonly LineRow[],
  { fills, labels, verification }: Pick<ToVerify, "fills" | "labels"> & { readonly verification: Verification },
): Promise<void> {
  const { actor, name } = verification;
  for (const line of lines) {
    const fill = packedFill(fills, line);
    if (fill?.packer == null) continue;
    const label = storedLabel(labels(line, fill.packed_at));
    await db
      .updateTable("order_fill")
      .set({ verifier: actor, verifier_name: name, verified_at: clock.now(), label_digests: label })
      .where("id", "=", fill.id)
      .execute();
  }
}

/** A packed line as whoever verifies it saw it. */
interface SeenLine {
  readonly pricingid: string;
  readonly packedat: string;
  /** Undefined: not compared. */
  readonly label?: string | undefined;
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
    const labels = await labelsOf(tx, order);
    const waiting = lines.filter((line, index) => {
      const fill = packedFill(fills, line);
      if (fill?.packer == null || fill.packed_at.getTime() !== Date.parse(seen[index]?.packedat ?? ""))
        throw refuse("wrong_state", {
          message: `${line.name} was packed anew, or isn’t packed. Please look at it again before you verify it.`,
        });
      const labelSeen = seen[index]?.label;
      const label = labels(line, fill.packed_at);
      if (labelSeen !== undefined && (label === null || labelWord(tx, label) !== labelSeen))
        throw refuse("wrong_state", {
          message: `What the label of ${line.name} says changed while you looked at it. Please print it anew and look again.`,
        });
      const isDone = needsVerifying(line) ? isVerified(fill, label) : fill.verified_at !== null;
      if (isDone && fill.verifier !== verifier.actor)
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
      return !isDone;
    });
    if (waiting.length > 0) await storeVerification(tx, waiting, { fills, labels, verification: verifier });
  });
}
