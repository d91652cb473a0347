import { type Content, loadContent } from "#content/loader/load.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { startNode, type Node } from "../../e2e/servers/node-process.ts";
import { median } from "../browser/mobile-profile.ts";
import { measureAudit, mediansOf } from "./audit.ts";
import { billGroup, measureMinuteJobs, openBenchServer, planCharges } from "./bench-server.ts";
import { openClinicDatabases, type ClinicDatabases, fillQueues } from "./clinic-databases.ts";
import { copyIdOf, findByEmail, templateEmail, sealCopies } from "./copy-patients.ts";
import { measureCalls, medianFigure, signInCopies } from "./reads.ts";

/** Number of patients who read, in each due group, and in the practice's queues. */
const readerCount = 20;
const duePerGroup = 100;
const groups = 3;
const queuedCount = 100;
const rounds = 7;
const sweepRounds = 9;

/** A figure at each size, and its ratio to the one at the smallest. */
export interface SizeFigure {
  readonly what: string;
  readonly figures: readonly string[];
  /** Cost, not speed: 1.2 is a fifth more expensive than at the smallest size. The median over the rounds. */
  readonly ratios: readonly number[];
}

/** The cost of reads, the billing engine and the per-minute jobs in clinics of different sizes, on databases of one server, interleaved. */
export async function* measureSizes(serverUrl: string, sizes: readonly number[]): AsyncGenerator<SizeFigure> {
  const clinics = await openClinicDatabases(serverUrl, sizes);
  try {
    const content = await loadContent();
    const today = dayIn(content.brand.timezone, new Date());
    for (const patients of sizes) await prepare(clinics, patients, today);
    yield {
      what: "filling the database",
      figures: sizes.map((size) => `${clinics.fillSeconds.get(size)?.toFixed(0)} s`),
      ratios: [],
    };
    yield* await readFigures(clinics, sizes, passwordOf(content));
    yield* await jobFigures(clinics, sizes);
  } finally {
    await clinics.remove();
  }
}

/** Copies that read or are due are spread over the whole database, as patients would be. */
const chosen = (patients: number) =>
  Array.from({ length: 1000 }, (_, index) => 1 + Math.floor((index * patients) / 1000));
const readersOf = (patients: number) =>
  chosen(patients)
    .filter((_, index) => index % 50 === 49)
    .slice(0, readerCount);
const groupsOf = (patients: number) => {
  const others = chosen(patients).filter((_, index) => index % 50 !== 49);
  return Array.from({ length: groups }, (_, group) =>
    others.filter((__, index) => index % groups === group).slice(0, duePerGroup),
  );
};

/** None of those that read or are due. */
const queuedOf = (patients: number) =>
  chosen(patients)
    .filter((_, index) => index % 50 !== 49)
    .slice(groups * duePerGroup + groups, groups * duePerGroup + groups + queuedCount);

/** The first page of a search for the name all copies have: the highest ids. */
const foundOf = (patients: number) => Array.from({ length: 26 }, (_, index) => patients - index);

const passwordOf = ({ demo }: Content): string =>
  demo.patients.find(({ email }) => email === templateEmail)?.password ?? "";

const prepare = (
  { withConnection, secretsKey, templateId }: ClinicDatabases,
  patients: number,
  today: string,
): Promise<void> =>
  withConnection(patients, async (client) => {
    const numbers = [
      ...new Set([...readersOf(patients), ...groupsOf(patients).flat(), ...queuedOf(patients), ...foundOf(patients)]),
    ];
    await sealCopies(client, secretsKey, templateId, numbers);
    await findByEmail(client, secretsKey, templateId, readersOf(patients));
    await planCharges(client, templateId, today, groupsOf(patients));
    await fillQueues(client, templateId, queuedOf(patients));
    await client.query("vacuum analyze");
  });

async function readFigures(
  clinics: ClinicDatabases,
  sizes: readonly number[],
  password: string,
): Promise<SizeFigure[]> {
  const nodes: Node[] = [];
  try {
    const servers = [];
    for (const [index, patients] of sizes.entries()) {
      const env = clinics.envOf(patients);
      const node = await startNode({ port: 3850 + 2 * index, dataDir: clinics.dataDir, core: 0, env });
      nodes.push(node);
      const signIn = () =>
        clinics.withConnection(patients, (client) =>
          signInCopies(node.url, client, clinics.templateId, password, readersOf(patients)),
        );
      servers.push({ url: node.url, apiKey: clinics.apiKey, signIn });
    }
    return [...(await measureCalls(servers, rounds))].map(([call, roundFigures]) => ({
      what: call,
      figures: sizes.map((_, index) => {
        const { perSecond, p50, p99 } = medianFigure(
          roundFigures.flatMap((figuresOfRound) => figuresOfRound[index] ?? []),
        );
        return `${perSecond.toFixed(0)}/s, ${p50}/${p99} ms`;
      }),
      ratios: sizes.map((_, index) =>
        median(
          roundFigures.map(
            (figuresOfRound) => (figuresOfRound[0]?.perSecond ?? 0) / (figuresOfRound[index]?.perSecond ?? 1),
          ),
        ),
      ),
    }));
  } finally {
    for (const node of nodes) await node.stop();
  }
}

async function jobFigures(clinics: ClinicDatabases, sizes: readonly number[]): Promise<SizeFigure[]> {
  const benchServers = [];
  for (const patients of sizes) {
    benchServers.push(await openBenchServer({ ...clinics.envOf(patients), DATA_DIR: clinics.dataDir }));
  }
  try {
    const patientsOf = (index: number) => readersOf(sizes[index] ?? 0).map((n) => copyIdOf(n, clinics.templateId));
    const audit = await measureAudit(benchServers, patientsOf, rounds);
    const sweeps = await measureMinuteJobs(benchServers, sweepRounds);
    const bills: number[][] = [];
    for (let group = 0; group < groups; group += 1) {
      const milliseconds: number[] = [];
      for (const [index, benchServer] of benchServers.entries())
        milliseconds.push(
          await billGroup(benchServer, clinics.templateId, group, groupsOf(sizes[index] ?? 0)[group] ?? []),
        );
      // The first one warms up.
      if (group > 0) bills.push(milliseconds);
    }
    return [
      ...[...audit].map(([what, roundFigures]) => ({
        what: `audit, ${what}, 50 times`,
        figures: mediansOf(roundFigures).map((ms) => `${ms.toFixed(0)} ms`),
        ratios: sizes.map((_, index) =>
          median(roundFigures.map((figuresOfRound) => (figuresOfRound[index] ?? 0) / (figuresOfRound[0] ?? 1))),
        ),
      })),
      {
        what: `billing engine, ${duePerGroup} patients reminded and charged`,
        figures: sizes.map(
          (_, index) => `${(median(bills.map((figuresOfRound) => figuresOfRound[index] ?? 0)) / 1000).toFixed(2)} s`,
        ),
        ratios: sizes.map((_, index) =>
          median(bills.map((figuresOfRound) => (figuresOfRound[index] ?? 0) / (figuresOfRound[0] ?? 1))),
        ),
      },
      ...[...sweeps].map(([queue, times]) => ({
        what: `each minute, nothing to do: ${queue}`,
        figures: times.map((ms) => `${ms.toFixed(1)} ms`),
        ratios: times.map((ms) => ms / (times[0] ?? 1)),
      })),
    ];
  } finally {
    for (const { close } of benchServers) await close();
  }
}
