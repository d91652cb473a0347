import type { Config } from "#server/config.ts";
import type { OutsideSystem } from "./outside-table.ts";
import type { Outside } from "./outside.ts";

/** What asking an outside system once, as this deployment is set up, showed. */
export interface ProbeResult {
  readonly system: OutsideSystem;
  /** What was asked of it, in a few words that follow its name: `signs us in at mail.example.com:465`. */
  readonly checked: string;
  /** Null: as it should be. */
  readonly problem: ProbeProblem | null;
}

export interface ProbeProblem {
  /** The row of the system's table. */
  readonly answer: string;
  /** One sentence: what is wrong and what to do about it, naming the setting. */
  readonly todo: string;
  /** The system's own code, for the log; never what a person typed, and no secret. */
  readonly code?: string | undefined;
}

export interface ProbeOptions {
  /** Whether somebody may be sent something, such as a mail to the operator: yes for the command, no at each start of a node. */
  readonly sends: boolean;
}

export interface Probe {
  readonly system: OutsideSystem;
  /** The system as an alarm names it: `The mail server`. */
  readonly name: string;
  /** Asks it; nothing where the settings don't name it. May throw or never end: that is its result, too. */
  readonly run: (config: Config, options: ProbeOptions) => Promise<readonly ProbeResult[]>;
}

/** How long a system may take. */
const timeoutMs = 30_000;

/** Asks all systems at once; results are in the order of the probes, and none is missing. */
export async function runProbes(
  probes: readonly Probe[],
  config: Config,
  options: ProbeOptions,
  waitMs = timeoutMs,
): Promise<ProbeResult[]> {
  const results = await Promise.all(probes.map((probe) => runProbe(probe, config, options, waitMs)));
  return results.flat();
}

async function runProbe(
  { system, run }: Probe,
  config: Config,
  options: ProbeOptions,
  waitMs: number,
): Promise<readonly ProbeResult[]> {
  const failed = (todo: string, code?: string): ProbeResult[] => [
    { system, checked: "answers", problem: { answer: "unknown", todo, code } },
  ];
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ProbeResult[]>((resolve) => {
    timer = setTimeout(() => resolve(failed(`It didn't answer within ${waitMs / 1000} seconds.`, "timeout")), waitMs);
  });
  try {
    return await Promise.race([run(config, options), late]);
  } catch (error) {
    const { name, code } = error as Error & { code?: string };
    return failed("It couldn't be asked. The log and the system's own status say more.", code ?? name);
  } finally {
    clearTimeout(timer);
  }
}

/** One line for each result: `ok`, or what is wrong and what to do. */
export function probeReport(probes: readonly Probe[], results: readonly ProbeResult[]): string {
  const nameOf = new Map(probes.map(({ system, name }) => [system, name]));
  return results
    .map(({ system, checked, problem }) => {
      const code = problem?.code === undefined ? "" : ` (${problem.code})`;
      const what = `${nameOf.get(system) ?? system}: ${checked}`;
      return problem === null ? `ok      ${what}` : `FAILED  ${what}. ${problem.todo}${code}`;
    })
    .join("\n");
}

/** Tells `outside` what the probes of a started node showed, so that the practice is alarmed as of any other answer. */
export function reportProbes(outside: Outside, results: readonly ProbeResult[]): void {
  for (const system of new Set(results.map((result) => result.system))) {
    const table = outside.tables.get(system);
    if (!table) continue;
    const reports = outside.of(table);
    const problems = results.filter((result) => result.system === system).flatMap(({ problem }) => problem ?? []);
    for (const { answer, code } of problems) reports.failed(answer in table.rows ? answer : "unknown", code);
    if (problems.length === 0) reports.worked();
  }
}
