import { fork, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A part of the benchmark in a process of its own; `ask` sends it a message and waits for its next one. */
export interface BenchProcess {
  readonly pid: number;
  readonly nextMessage: <T>() => Promise<T>;
  readonly ask: <T>(what: unknown) => Promise<T>;
  readonly end: () => void;
}

export function startBenchProcess(name: string): BenchProcess {
  const child: ChildProcess = fork(join(import.meta.dirname, `${name}.ts`), { serialization: "advanced" });
  const nextMessage = <T>() =>
    new Promise<T>((resolve, reject) => {
      const fail = () => reject(new Error(`${name} ended.`));
      child.once("exit", fail);
      child.once("message", (message) => {
        child.off("exit", fail);
        resolve(message as T);
      });
    });
  return {
    pid: child.pid ?? 0,
    nextMessage,
    ask: (what) => {
      const answer = nextMessage();
      child.send(what as object);
      return answer as never;
    },
    end: () => void child.kill("SIGKILL"),
  };
}

/** CPU seconds a process has used so far, and its resident memory in MB. */
export function processUsage(pid: number): { readonly cpu: number; readonly memory: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return { cpu: (Number(stat[11]) + Number(stat[12])) / 100, memory: Number(memory ?? 0) / 1024 };
}
