import { Worker } from "node:worker_threads";

const timeoutMs = 30_000;

/**
 * What a file's program answers to `data`, run in a thread of its own, which takes its memory with it. Throws when the program does,
 * or is not done in 30 seconds.
 */
export function runInWorker<T>(program: URL, data: unknown): Promise<T> {
  // Libraries print their complaints; they are kept from the log.
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
