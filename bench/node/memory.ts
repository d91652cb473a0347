import { request as requests } from "@playwright/test";
import { everyCall } from "#contract/api.ts";
import { followup } from "#contract/followup.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import { messages } from "#contract/messages/calls.ts";
import { Message } from "#contract/messages/message.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { makeDatabase } from "#server/platform/database/testing/server-databases.ts";
import { newId } from "#server/platform/ids.ts";
import { callApi } from "../../e2e/actors/api.ts";
import { type CareTeam, createPatientInCare, sendFollowup } from "../../e2e/actors/patient-in-care.ts";
import { newPerson } from "../../e2e/actors/person.ts";
import { signUp } from "../../e2e/actors/visit.ts";
import { freshFolder, removeFolder, startNode } from "../../e2e/servers/node-process.ts";

const apiKey = "the clinic of the memory bench";
const warmUp = 200;
const repeats = Number(process.env["BENCH_MEMORY_CALLS"] ?? 2000);
/** Allocator noise, bytes: less growth than this in all counts as none. */
const slack = 2_000_000;

interface MemoryFigure {
  readonly what: string;
  /** The responses: `2xx`, or the status of the refusals. */
  readonly answers: string;
  /** Bytes the process retains per call. */
  readonly bytesPerCall: number;
}

/** Repeats every GET of the contract as a patient in care and as the practice, and measures what the process retains per call. */
export async function* measureMemory(serverUrl: string): AsyncGenerator<MemoryFigure> {
  const database = await makeDatabase(serverUrl, `calendula_bench_${Date.now()}`);
  const dataDir = freshFolder();
  const node = await startNode({
    port: Number(process.env["BENCH_PORT"] ?? 3860),
    dataDir,
    exposeGc: true,
    // No background work meanwhile.
    env: { DATABASE_URL: database.url, API_KEY: apiKey, CARE_DESK_PACE_SECONDS: "3600" },
  });
  try {
    const reads = await everyRead(node.url);
    for (const { read } of reads) await repeat(read, warmUp);
    for (const { what, read } of reads) {
      let [retainedBytes, answers] = [Number.POSITIVE_INFINITY, ""];
      // Memory that only fills up once, like a cache or the allocator's own, is filled after the first round: a leak goes on.
      for (let round = 0; round < 3 && retainedBytes > slack; round += 1) {
        const before = await node.memoryAfterGc();
        answers = await repeat(read, repeats);
        const after = await node.memoryAfterGc();
        retainedBytes = Math.max(after.rss - before.rss, onHeap(after) - onHeap(before));
      }
      yield { what, answers, bytesPerCall: retainedBytes / repeats };
    }
  } finally {
    await node.stop();
    removeFolder(dataDir);
    await database.drop();
  }
}

const onHeap = ({ heapUsed, external }: NodeJS.MemoryUsage): number => heapUsed + external;

/** Calls `read` `times` times, four at once, and returns how it was answered. */
async function repeat(read: () => Promise<number>, times: number): Promise<string> {
  const statuses = new Set<string>();
  let left = times;
  const caller = async () => {
    while (left > 0) {
      left -= 1;
      const status = await read();
      statuses.add(status < 300 ? "2xx" : String(status));
    }
  };
  await Promise.all(Array.from({ length: 4 }, caller));
  return [...statuses].sort().join(", ");
}

async function everyRead(origin: string) {
  const api = await requests.newContext({ baseURL: origin });
  const careTeam: CareTeam = (endpoint, input) => callApi(api, endpoint, input, { apiKey });
  const patient = await createPatientInCare(api, careTeam, newPerson("Rosa", "Winter"));
  const { followupid } = await sendFollowup(careTeam, patient.id);
  const { subscriptions } = await patient.call(treatment.overview, {});
  const file = new FormData();
  file.append("file", new Blob([picture], { type: "image/png" }), "photo.png");
  const sent = await fetch(origin + fullPath(messages.sendAttachment).replace("{id}", patient.conversation), {
    method: "POST",
    body: file,
    headers: { authorization: `Bearer ${patient.token}`, "idempotency-key": newId() },
  });
  const { attachment } = Message.parse(await sent.json());
  const { step } = await patient.call(followup.check, {});
  const visiting = await signUp(api, newPerson("Ada", "Sommer"));
  await api.dispose();

  /** Values for the names in a path; `id` differs by the object it names. */
  const values: Record<string, string> = {
    n: "2",
    code: "FSASTORE30",
    key: newId(),
    type: "state",
    year: String(new Date().getUTCFullYear()),
    patientId: patient.id,
    followupid,
    step: String(step),
    productid: subscriptions[0]?.item.productid ?? newId(),
    attachmentid: attachment?.id ?? newId(),
    photoid: newId(),
  };
  const idOf = (path: string): string => {
    if (/conversation\//.test(path)) return patient.conversation;
    if (path.includes("prescriptionorder")) return subscriptions[0]?.prescriptionorders[0]?.id ?? newId();
    if (path.includes("/order/")) return patient.order;
    if (path.includes("/followup/")) return followupid;
    return patient.id;
  };
  const requiredQueries: Record<string, string> = {
    "account.shippingEffects": "?state=TX",
    "support.searchArticles": "?q=sleep",
  };
  const calls = [...everyCall()].filter(({ call }) => call.method === "GET");
  const reads = calls.map(({ feature, name, call }) => {
    const path = fullPath(call);
    const filled = path.replace(/\{(\w+)\}/g, (_, key: string) =>
      key === "id" ? idOf(path) : (values[key] ?? newId()),
    );
    const headers: Record<string, string> =
      call.access.caller === "clinic"
        ? { "x-api-key": apiKey }
        : { authorization: `Bearer ${feature === "onboarding" ? visiting : patient.token}` };
    return createProbe(`${feature}.${name}`, origin + filled + (requiredQueries[`${feature}.${name}`] ?? ""), headers);
  });
  const otherPaths = ["/api/openapi.json", "/health/ready", "/health/live"];
  return [...reads, ...otherPaths.map((path) => createProbe(path, origin + path, {}))];
}

const createProbe = (what: string, url: string, headers: Record<string, string>) => ({
  what,
  read: async () => {
    const answer = await fetch(url, { headers });
    await answer.arrayBuffer();
    return answer.status;
  },
});

/** A PNG of one pixel. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
