import type { Content } from "#content/load.ts";
import { variantOf } from "#contract/experiments.ts";
import { transact, type Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { assignmentsOf, claimAssignment, keepAssignment, lockAssignments } from "./experiment-queries.ts";

type Parts = Pick<Services, "content" | "clock"> & { readonly db: Database };
type Experiment = Content["experiments"][number];

interface Seen {
  readonly name: string;
  readonly variant: string;
}

const running = ({ content }: Pick<Services, "content">) => content.experiments.filter((each) => each.running);

/**
 * The variants of a patient in everything that runs. What she saw as a visitor of this browser goes on, once and for all: on her
 * other devices it is the same.
 */
export function patientsVariants(parts: Parts, patientId: string, cookieId: string | null): Promise<Seen[]> {
  return transact(parts.db, async (tx) => {
    await lockAssignments(tx, patientId);
    const known = new Map((await assignmentsOf(tx, patientId)).map(({ experiment, variant }) => [experiment, variant]));
    const seen: Seen[] = [];
    for (const experiment of running(parts)) {
      const variant =
        known.get(experiment.name) ?? (await assign({ ...parts, db: tx }, experiment, { patientId, cookieId }));
      seen.push({ name: experiment.name, variant });
    }
    return seen;
  });
}

/** Her variant from now on: the browser's, unless that one is somebody else's already. */
async function assign(
  { db, clock }: Parts,
  experiment: Experiment,
  { patientId, cookieId }: { readonly patientId: string; readonly cookieId: string | null },
): Promise<string> {
  const now = clock.now();
  const made = (subject: string) => ({
    experiment: experiment.name,
    subject,
    variant: variantOf(experiment, subject),
    patientId,
    now,
  });
  if (cookieId) {
    const claimed = await claimAssignment(db, { experiment: experiment.name, subject: cookieId, patientId });
    if (claimed !== null) return claimed;
    const stands = await keepAssignment(db, made(cookieId));
    if (stands.patientId === patientId) return stands.variant;
  }
  return (await keepAssignment(db, made(patientId))).variant;
}

/** The variants of a browser without an account. Without an id of its own it is shown the first of each, and nothing is kept. */
export async function visitorsVariants(parts: Parts, cookieId: string | null): Promise<Seen[]> {
  const now = parts.clock.now();
  return Promise.all(
    running(parts).map(async (experiment) => {
      const { name, variants } = experiment;
      if (!cookieId) return { name, variant: variants[0]?.name ?? "" };
      const made = {
        experiment: name,
        subject: cookieId,
        variant: variantOf(experiment, cookieId),
        patientId: null,
        now,
      };
      return { name, variant: (await keepAssignment(parts.db, made)).variant };
    }),
  );
}
