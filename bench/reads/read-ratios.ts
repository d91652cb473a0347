import { request as requests } from "@playwright/test";
import { account } from "#contract/account/calls.ts";
import { type Endpoint, fullPath } from "#contract/http/endpoint.ts";
import { messages } from "#contract/messages/calls.ts";
import { notifications } from "#contract/notifications.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { makeDatabase } from "#server/platform/database/testing/server-databases.ts";
import { callApi } from "../../e2e/actors/api.ts";
import { type CareTeam, createPatientInCare } from "../../e2e/actors/patient-in-care.ts";
import { newPerson } from "../../e2e/actors/person.ts";
import { signUp } from "../../e2e/actors/visit.ts";
import { freshFolder, removeFolder, startNode } from "../../e2e/servers/node-process.ts";
import { median } from "../browser/mobile-profile.ts";
import { perSecond } from "./reads.ts";

const apiKey = "the clinic of the bench of reads";
const rounds = 3;
const seconds = 2;
/** Home's code is compiled and optimized during its first few thousand calls. */
const warmUpSeconds = 8;

/** The app's first requests, each compared with `GET /user`. */
const reads = {
  home: treatment.overview,
  conversations: messages.conversations,
  notifications: notifications.list,
  "the visit's record": onboarding.recordV2,
} satisfies Record<string, Endpoint>;

export interface ReadRatio {
  readonly what: string;
  readonly perSecond: number;
  /** Relative to the rate of `GET /user` in the same run. */
  readonly ratio: number;
}

/**
 * Reads of a patient in care (the record: of one in the visit) relative to `GET /user`, on one core; medians of three, interleaved, after one to warm up. `serverUrl` null:
 * embedded.
 */
export async function measureReadRatios(serverUrl: string | null): Promise<ReadRatio[]> {
  const database = serverUrl === null ? null : await makeDatabase(serverUrl, `calendula_bench_${Date.now()}`);
  const dataDir = freshFolder();
  const env = { API_KEY: apiKey, CARE_DESK_PACE_SECONDS: "3600", ...(database && { DATABASE_URL: database.url }) };
  const node = await startNode({ port: Number(process.env["BENCH_PORT"] ?? 3830), dataDir, core: 0, env });
  try {
    const api = await requests.newContext({ baseURL: node.url });
    const careTeam: CareTeam = (endpoint, input) => callApi(api, endpoint, input, { apiKey });
    const { token } = await createPatientInCare(api, careTeam, newPerson("Rosa", "Winter"));
    const visiting = await signUp(api, newPerson("Ada", "Sommer"));
    await api.dispose();
    const rates = new Map<string, number[]>();
    const once = async (what: string, call: Endpoint, bearer: string, duration: number) => {
      const rate = await perSecond(node.url + fullPath(call), { authorization: `Bearer ${bearer}` }, duration);
      rates.set(what, [...(rates.get(what) ?? []), rate]);
    };
    for (let round = 0; round <= rounds; round += 1) {
      const duration = round === 0 ? warmUpSeconds : seconds;
      await once("user", account.user, token, duration);
      for (const [what, call] of Object.entries(reads))
        await once(what, call, call === onboarding.recordV2 ? visiting : token, duration);
      if (round === 0) rates.clear();
    }
    const rateOf = (what: string) => median(rates.get(what) ?? []);
    return Object.keys(reads).map((what) => ({
      what,
      perSecond: rateOf(what),
      ratio: rateOf(what) / rateOf("user"),
    }));
  } finally {
    await node.stop();
    removeFolder(dataDir);
    await database?.drop();
  }
}
