import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { auth } from "#contract/auth.ts";
import { type Endpoint, fullPath, type Input, type Output } from "#contract/http/endpoint.ts";
import type { Problem } from "#contract/http/errors.ts";
import { testApiKey, type TestPatient } from "#server/testing/harness.ts";
import type { DeliveryState } from "./deliveries.ts";
import type { PatientState } from "./patient-state.ts";

export interface CallAnswer<E extends Endpoint> {
  readonly status: number;
  /** The result when the status is 2xx. */
  readonly ok: Output<E>;
  /** The problem otherwise. */
  readonly problem: Problem;
}

/** A running node, called over HTTP. */
export interface SpawnedNode {
  /** A patient's call with an idempotency key; null when the node dies without an answer. */
  readonly call: <E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    by: { readonly patient: TestPatient; readonly key: string },
  ) => Promise<CallAnswer<E> | null>;
  /** Like `call`, by the practice's system. */
  readonly callAsClinic: <E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    key: string,
  ) => Promise<CallAnswer<E> | null>;
  readonly patientState: (patient: TestPatient) => Promise<PatientState>;
  /** Advances time, see `registerControls`; gives the status, or null when the node dies without an answer. */
  readonly passTime: (time: "minute" | "tomorrow") => Promise<number | null>;
  /** Charges what is due for a patient, as the billing engine does, once the clock is this far ahead; null when the node dies without an answer. */
  readonly charge: (patient: TestPatient, aheadMs: number) => Promise<number | null>;
  /** Sends what an endpoint has waiting, see `registerWebhookControls`; the status, or null when the node dies without an answer. */
  readonly deliver: (endpointId: string, as: "watched" | "unwatched") => Promise<number | null>;
  readonly deliveryState: (endpointId: string) => Promise<DeliveryState>;
  /** Resolves once what has this key is held at its kill point. */
  readonly held: (key: string) => Promise<void>;
  /** Kills it with SIGKILL; resolves when it is gone. */
  readonly kill: () => Promise<void>;
}

/** What has `key` is held at `writePoint`, so that a kill of the node finds it there. */
export interface KillPoint {
  /** Its number, or the name of the first such write where the number depends on what other nodes do. */
  readonly writePoint: number | string;
  /** Of a request its idempotency key, of a patient's charge the patient's id, of a delivery the endpoint's id, of the node's first run of the billing engine `billing 1`. */
  readonly key: string;
}

/** A node starts in half the time with the compiled code of an earlier one. */
const compileCache = fileURLToPath(new URL("../../../.cache/compiled", import.meta.url));

/** Starts a node in a process of its own; resolves when it is ready. */
export async function startNode(env: NodeJS.ProcessEnv, killPoints: readonly KillPoint[]): Promise<SpawnedNode> {
  const child = fork(fileURLToPath(new URL("node.ts", import.meta.url)), {
    env: {
      NODE_ENV: "test",
      LOG_LEVEL: "silent",
      PASSWORD_MEMORY_KIB: "64",
      NODE_COMPILE_CACHE: compileCache,
      // What is held before a commit keeps its connection.
      DATABASE_CONNECTIONS: String(10 + killPoints.length),
      ...env,
      KILL_POINTS_BY_KEY: JSON.stringify(killPoints.map(({ key, writePoint }) => [key, writePoint])),
    },
    execArgv: [],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let stderr = "";
  child.stderr?.on("data", (text: Buffer) => (stderr += text.toString()));
  const exited = once(child, "exit");
  const heldKeys = new Map(killPoints.map(({ key }) => [key, Promise.withResolvers<void>()]));
  child.on("message", ({ held }: { held?: string }) => heldKeys.get(held ?? "")?.resolve());
  const started = await Promise.race([once(child, "message"), exited.then(() => null)]);
  if (!started) throw new Error(`The node did not start: ${stderr}`);
  const [{ address }] = started as [{ address: string }];
  await fetch(`${address}/health/ready`);

  const send = (path: string, method: string, headers: Record<string, string>, body: unknown) =>
    fetch(address + path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  // One sign-in for all attempts of a patient: sign-ins per account are limited.
  const tokens = new Map<string, string>();
  const signIn = async ({ id, email, password }: TestPatient): Promise<string> => {
    const known = tokens.get(id);
    if (known !== undefined) return known;
    const signedIn = await send(fullPath(auth.signIn), auth.signIn.method, {}, { email, password });
    const { idToken } = (await signedIn.json()) as { idToken: string };
    tokens.set(id, idToken);
    return idToken;
  };
  const sendCall = async <E extends Endpoint>(endpoint: E, input: Input<E>, headers: Record<string, string>) => {
    const { params, body } = input as { params?: Record<string, unknown>; body?: unknown };
    const path = fullPath(endpoint).replace(/\{(\w+)\}/g, (_, name: string) => String(params?.[name]));
    const answer = await send(path, endpoint.method, headers, body).catch(() => null);
    if (!answer) return null;
    const content = await answer.json();
    return { status: answer.status, ok: content, problem: content };
  };
  return {
    call: async (endpoint, input, { patient, key }) =>
      sendCall(endpoint, input, { authorization: `Bearer ${await signIn(patient)}`, "idempotency-key": key }),
    callAsClinic: (endpoint, input, key) =>
      sendCall(endpoint, input, { "x-api-key": testApiKey, "idempotency-key": key }),
    patientState: async ({ id }) => (await fetch(`${address}/books/${id}`)).json() as Promise<PatientState>,
    passTime: (time) =>
      fetch(`${address}/${time}`, { method: "POST" }).then(
        ({ status }) => status,
        () => null,
      ),
    charge: (patient, aheadMs) =>
      fetch(`${address}/charge/${patient.id}/${aheadMs}`, { method: "POST" }).then(
        ({ status }) => status,
        () => null,
      ),
    deliver: (endpointId, as) =>
      fetch(`${address}/deliveries/${endpointId}/${as}`, { method: "POST" }).then(
        ({ status }) => status,
        () => null,
      ),
    deliveryState: async (endpointId) =>
      (await fetch(`${address}/deliveries/${endpointId}`)).json() as Promise<DeliveryState>,
    held: (key) => heldKeys.get(key)?.promise ?? Promise.reject(new Error(`Nothing is held by ${key}`)),
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
