import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { auth } from "#contract/auth.ts";
import { fullPath } from "#contract/endpoint.ts";
import { onboarding } from "#contract/onboarding.ts";
import type { TestPatient } from "#server/testing/harness.ts";
import type { Books } from "./books.ts";

/** A running node, spoken to over HTTP. */
export interface Node {
  /** Pays and finishes the visit; null when the node dies without an answer. */
  readonly pay: (shopper: Shopper, key: string) => Promise<{ status: number; code?: string } | null>;
  readonly books: (patient: TestPatient) => Promise<Books>;
  /** Resolves with the signal that ended it. */
  readonly ended: Promise<NodeJS.Signals | null>;
  readonly kill: () => Promise<void>;
}

/** A patient at step 7 who was shown this total, in dollars. */
export interface Shopper {
  readonly patient: TestPatient;
  readonly totalamount: number;
}

/** Kills itself at write point `at` of the request with `key`. */
export interface Death {
  readonly at: number;
  readonly key: string;
}

/** A node starts a fifth faster with the code of the one before it. */
const compiled = fileURLToPath(new URL("../../../.cache/compiled", import.meta.url));

/** Starts a node in a process of its own; resolves when it is ready. */
export async function startNode(env: NodeJS.ProcessEnv, { at, key }: Death): Promise<Node> {
  const child = fork(fileURLToPath(new URL("node.ts", import.meta.url)), {
    env: {
      NODE_ENV: "test",
      LOG_LEVEL: "silent",
      NODE_COMPILE_CACHE: compiled,
      ...env,
      KILL_AT: String(at),
      KILL_KEY: key,
    },
    execArgv: [],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let complaint = "";
  child.stderr?.on("data", (text: Buffer) => (complaint += text.toString()));
  const ended = once(child, "exit").then(([, signal]) => signal as NodeJS.Signals | null);
  const started = await Promise.race([once(child, "message"), ended.then(() => null)]);
  if (!started) throw new Error(`The node did not start: ${complaint}`);
  const [{ address }] = started as [{ address: string }];
  await fetch(`${address}/health/ready`);

  const post = (path: string, method: string, headers: Record<string, string>, body: object) =>
    fetch(address + path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  // One sign-in for all tries of a patient: an account has only so many.
  const tokens = new Map<string, string>();
  const signIn = async ({ id, email, password }: TestPatient): Promise<string> => {
    const known = tokens.get(id);
    if (known !== undefined) return known;
    const signedIn = await post(fullPath(auth.signIn), auth.signIn.method, {}, { email, password });
    const { idToken } = (await signedIn.json()) as { idToken: string };
    tokens.set(id, idToken);
    return idToken;
  };
  return {
    async pay({ patient, totalamount }, key) {
      const idToken = await signIn(patient);
      const path = fullPath(onboarding.saveStep).replace("{n}", "7");
      const headers = { authorization: `Bearer ${idToken}`, "idempotency-key": key };
      const answer = await post(path, onboarding.saveStep.method, headers, { totalamount }).catch(() => null);
      if (!answer) return null;
      const { code } = (await answer.json()) as { code?: string };
      return { status: answer.status, ...(code ? { code } : {}) };
    },
    books: async ({ id }) => (await fetch(`${address}/books/${id}`)).json() as Promise<Books>,
    ended,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
