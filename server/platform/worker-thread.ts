import { Worker } from "node:worker_threads";

const timeoutMs = 30_000;

/**
 * Runs a program file with `data` in a thread of its own, which frees its memory when it ends. Returns its answer; throws when the program does,
 * or after 30 seconds.
 */
export function runInWorker<T>(program: URL, data: unknown): Promise<T> {
  // Libraries print complaints; they are kept out of the log.
  const worker = new Worker(program, { workerData: data, stdout: true, stderr: true });
  const timeout = setTimeout(() => void worker.terminate(), timeoutMs);
  return new Promise<T>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("The thread ended without an answer")));
  }).finally(() => {
    clearTimeout(timeout);
    void worker.terminate();
  });
}
