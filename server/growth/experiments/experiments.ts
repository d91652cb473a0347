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
 * The variants of a patient in everything that runs. What she saw as a visitor of this browser goes on, once and for all: on her
 * other devices it is the same.
 */
export function assignPatientVariants(
  services: Deps,
  patientId: string,
  cookieId: string | null,
): Promise<SeenVariant[]> {
  return inTransaction(services.db, async (tx) => {
    await lockAssignments(tx, patientId);
    const known = new Map((await assignmentsOf(tx, patientId)).map(({ experiment, variant }) => [experiment, variant]));
    const variants: SeenVariant[] = [];
    for (const experiment of runningExperiments(services)) {
      const variant =
        known.get(experiment.name) ?? (await assign({ ...services, db: tx }, experiment, { patientId, cookieId }));
      variants.push({ name: experiment.name, variant });
    }
    return variants;
  });
}

/** Her variant from now on: the browser's, unless that one is somebody else's already. */
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

/** The variants of a browser without an account. Without an id of its own it is shown the first of each, and nothing is kept. */
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
