import { readFileSync } from "node:fs";
import { cpus } from "node:os";

/** Ticks of Linux's process times in a second, on every platform it has. */
const ticks = 100;

/** CPU seconds this process has used, all its threads, with the processes it started and waited for where the system says so (Linux). */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childSeconds();
}

function childSeconds(): number {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
    // Fields 16 and 17 of proc(5), which counts from 1 and has two before the bracket.
    return (Number(fields[13]) + Number(fields[14])) / ticks;
  } catch {
    return 0;
  }
}

/** CPU seconds of the whole machine since it started, also of processes that nobody waits for: those of a browser, and PostgreSQL's. */
export const machineSeconds = (): number =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1000;

/**
 * CPU milliseconds of a piece of work that is always the same, some five on a machine of today: what a test file took, in these, says whether the file
 * grew or the machine is slower, or shared.
 */
export function referenceMilliseconds(): number {
  const begun = process.threadCpuUsage();
  let value = 1;
  const rows = Array.from({ length: 6000 }, (_, index) => {
    value = (value * 48_271) % 2_147_483_647;
    return { id: value.toString(36), amount: value % 10_000, index };
  });
  const again = JSON.parse(JSON.stringify(rows)) as typeof rows;
  again.sort((one, other) => one.amount - other.amount || (one.id < other.id ? -1 : 1));
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1000;
}
