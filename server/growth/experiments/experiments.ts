import type { Content } from "#content/loader/load.ts";
import { variantOf } from "#contract/growth/experiments.ts";
import { inTransaction, type Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { assignmentsOf, adoptVisitorAssignment, ensureAssignment, lockAssignments } from "./experiment-queries.ts";

type Deps = Pick<Services, "content" | "clock"> & { readonly db: Database };
type Experiment = Content["experiments"][number];

interface SeenVariant {
  readonly name: string;
  readonly variant: string;
}

const runningExperiments = ({ content }: Pick<Services, "content">) =>
  content.experiments.filter((each) => each.running);

/**
 * The patient's variants in all running experiments. The variant seen as a visitor of this browser is kept for good, on the patient's other
 * devices too.
 */
export function assignPatientVariants(
  services: Deps,
  patientId: string,
  cookieId: string | null,
): Promise<SeenVariant[]> {
  return inTransaction(services, async (tx) => {
    await lockAssignments(tx.db, patientId);
    const known = new Map(
      (await assignmentsOf(tx.db, patientId)).map(({ experiment, variant }) => [experiment, variant]),
    );
    const variants: SeenVariant[] = [];
    for (const experiment of runningExperiments(services)) {
      const variant = known.get(experiment.name) ?? (await assign(tx, experiment, { patientId, cookieId }));
      variants.push({ name: experiment.name, variant });
    }
    return variants;
  });
}

/** Assigns the patient's variant: the browser's, unless that one belongs to another patient. */
async function assign(
  { db, clock }: Deps,
  experiment: Experiment,
  { patientId, cookieId }: { readonly patientId: string; readonly cookieId: string | null },
): Promise<string> {
  const now = clock.now();
  const assignment = (subject: string) => ({
    experiment: experiment.name,
    subject,
    variant: variantOf(experiment, subject),
    patientId,
    now,
  });
  if (cookieId) {
    const adopted = await adoptVisitorAssignment(db, { experiment: experiment.name, subject: cookieId, patientId });
    if (adopted !== null) return adopted;
    const stored = await ensureAssignment(db, assignment(cookieId));
    if (stored.patientId === patientId) return stored.variant;
  }
  return (await ensureAssignment(db, assignment(patientId))).variant;
}

/** The variants of a browser without an account. Without a cookie id it gets the first variant of each, and nothing is stored. */
export async function assignVisitorVariants(services: Deps, cookieId: string | null): Promise<SeenVariant[]> {
  const now = services.clock.now();
  return Promise.all(
    runningExperiments(services).map(async (experiment) => {
      const { name, variants } = experiment;
      if (!cookieId) return { name, variant: variants[0]?.name ?? "" };
      const assignment = {
        experiment: name,
        subject: cookieId,
        variant: variantOf(experiment, cookieId),
        patientId: null,
        now,
      };
      return { name, variant: (await ensureAssignment(services.db, assignment)).variant };
    }),
  );
}
