import { scopeCovers } from "#content/logic/conditions.ts";
import { rulesVersion } from "#content/logic/rule-version.ts";
import type { Override } from "#contract/care/decision-fields.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { productById } from "#server/catalogue/public.ts";
import { linkedHits, screenToday } from "#server/onboarding/public.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { ClinicCaller } from "#server/platform/http/handler.ts";
import { newId } from "#server/platform/ids.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { levels } from "../chart/flag-levels.ts";
import { findOpenEmergencyWarnings } from "../chart/open-emergency-warning.ts";

type Deps = Pick<Services, "db" | "content" | "clock" | "secrets">;
type OverrideContext = Deps & Refuses<"override_required" | "wrong_state"> & { readonly clinic: ClinicCaller };
type Kept = Pick<NonNullable<PatientRecord["overrides"]>[number], "rules" | "unanswered" | "reason">;

const overrideOf = sealed("warning_override.override_sealed");

interface Decided {
  readonly patientId: string;
  readonly decision: NonNullable<PatientRecord["overrides"]>[number]["decision"];
  readonly refId: string;
  /** What is prescribed. */
  readonly products: () => Promise<readonly string[]>;
  /** The body says to prescribe something although a rule warns. */
  readonly despiteWarning: boolean;
  readonly override: Override | undefined;
  /** Rules that warned of what is prescribed now, whatever was chosen in the visit. */
  readonly weighed?: readonly RuleText[];
}

/** A rule as it's worded. */
export interface RuleText {
  readonly ruleid: string;
  readonly text: string;
}

/** What a decision says of the warnings it goes against. */
interface Weighing {
  readonly despitewarning?: boolean | undefined;
  readonly override?: Override | undefined;
}

/** Refuses while a warning isn't weighed: a system says so with `despitewarning`, a person names each rule beside the reason. */
export function requireWeighed(
  { refuse }: Refuses<"wrong_state" | "override_required">,
  warnings: readonly RuleText[],
  { despitewarning, override }: Weighing,
  asksForReason: boolean,
): void {
  const left = warnings.filter(({ ruleid }) => despitewarning !== true || override?.rules?.includes(ruleid) === false);
  if (left.length === 0) return;
  const notes = left.map(({ text }) => text).join(" ");
  if (asksForReason)
    throw refuse("override_required", {
      message: `${notes} Please say why you prescribe it all the same.`,
      details: { rules: left.map(({ ruleid }) => ruleid), unanswered: [] },
    });
  if (despitewarning !== true)
    throw refuse("wrong_state", { message: `${notes} To prescribe it all the same, send despitewarning: true.` });
}

/**
 * Asks a person for a reason where a rule warns of what they prescribe, or couldn't run, and keeps it with the decision, and by which rules it was made. A
 * system has asked its own people; what it sends is kept as well. Today's rules are asked, of the
 * answers in other records of the same person, too. A plan and a renewal are weighed against all that hold;
 * anything else only where the call was told to continue despite a warning, or an emergency the patient told of is open, and nobody approves a plan or renews
 * against a stop; a system may where it says so. Refuses `override_required`, with the rules and questions left to weigh, and `wrong_state` for a product a
 * rule says stop for. Called after the decision, in its transaction: a refusal undoes it.
 */
export async function keepOverride(ctx: OverrideContext, decided: Decided): Promise<void> {
  const { patientId, decision, refId, despiteWarning, override } = decided;
  await keepRules(ctx, decided);
  const weighsAll = decision === "plan" || decision === "renewal";
  const emergencies = ctx.clinic.member === null ? [] : await findOpenEmergencyWarnings(ctx.db, patientId);
  if (!weighsAll && emergencies.some(({ ruleid }) => override?.rules?.includes(ruleid) !== true))
    throw ctx.refuse("override_required", {
      message: emergencies.map(({ text }) => text).join(" "),
      details: { rules: emergencies.map(({ ruleid }) => ruleid), unanswered: [] },
    });
  if (!weighsAll && !despiteWarning && override === undefined) return;
  const productIds = await decided.products();
  const products = productIds.flatMap((id) => productById(ctx.content, id) ?? []);
  const { hits = [], unanswered = [] } = (await screenToday(ctx, patientId, productIds)) ?? {};
  const linked = await linkedHits(ctx, patientId, productIds);
  const ofRules = [...hits, ...linked.filter((rule) => !hits.some(({ id }) => id === rule.id))]
    .filter(({ scope }) => scope === "visit" || products.some((each) => scopeCovers(scope, each)))
    .map(({ id, outcome, title, note }) => ({
      ruleid: id,
      level: levels[outcome],
      text: note === "" ? title : note,
    }));
  const raised = [...emergencies, ...ofRules];
  const stop = ofRules.find(({ level }) => level === "stop");
  if (stop && weighsAll && (ctx.clinic.member !== null || !despiteWarning))
    throw ctx.refuse("wrong_state", { message: `A rule says stop: ${stop.text}` });
  if (ctx.clinic.member !== null) {
    const left = weighsAll
      ? raised.filter(({ ruleid, level }) => level === "clinician" && !override?.rules?.includes(ruleid))
      : [];
    const open = decision === "plan" && override?.withoutanswers !== true ? unanswered : [];
    if (left.length + open.length > 0 || (despiteWarning && override === undefined))
      throw ctx.refuse("override_required", {
        details: { rules: left.map(({ ruleid }) => ruleid), unanswered: open.map(({ questionid }) => questionid) },
      });
  }
  if (override === undefined) return;
  const kept: Kept = {
    rules: [
      ...new Map(
        [...raised.filter(({ level }) => level === "clinician"), ...(decided.weighed ?? [])]
          .filter(({ ruleid }) => override.rules?.includes(ruleid) ?? true)
          .map(({ ruleid, text }) => [ruleid, { ruleid, text }] as const),
      ).values(),
    ],
    unanswered: override.withoutanswers === true ? unanswered.map(({ question }) => question) : [],
    reason: override.reason,
  };
  const id = newId();
  await ctx.db
    .insertInto("warning_override")
    .values({
      ...{ id, patient_id: patientId, decision, ref_id: refId, actor: ctx.clinic.actor },
      ...{ override_sealed: ctx.secrets.seal(kept, overrideOf(id)), decided_at: ctx.clock.now() },
    })
    .execute();
}

const keepRules = ({ db, content, clock, clinic }: OverrideContext, { patientId, decision, refId }: Decided) =>
  db
    .insertInto("prescribing_decision")
    .values({
      ...{ id: newId(), patient_id: patientId, decision, ref_id: refId, actor: clinic.actor },
      ...{ rules_version: rulesVersion(content), decided_at: clock.now() },
    })
    .execute();

/** What was decided for these patients in spite of warnings, newest first. */
export async function overridesOf(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  patientIds: readonly string[],
): Promise<NonNullable<PatientRecord["overrides"]>> {
  const rows = await db
    .selectFrom("warning_override")
    .selectAll()
    .where("patient_id", "in", [...patientIds])
    .orderBy("decided_at", "desc")
    .execute();
  return rows.map(({ id, decision, ref_id, actor, override_sealed, decided_at }) => ({
    ...{ decision: decision, refid: ref_id, actor, at: decided_at.toISOString() },
    ...secrets.open<Kept>(override_sealed, overrideOf(id)),
  }));
}
