import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { ask, linked, mergeAccounts, mergeCode } from "#server/merging/testing/two-accounts.ts";
import { type TestPatient, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { credentialsOf } from "./credentials.ts";
import { answered, type Ending } from "./ending.ts";

interface Asked {
  readonly surviving: TestPatient;
  readonly retired: TestPatient;
  readonly pair: string;
}

/** Two accounts of one person, of which the patient is asked whether they may become one. */
async function asked(server: TestServer): Promise<Asked> {
  const [surviving, retired] = [await server.newPatient(), await server.newPatient()];
  const pair = await linked(server, [surviving, retired]);
  await ask(server, pair, surviving);
  return { surviving, retired, pair };
}

const bothGoOn = {
  "patient patient_search_term": "both accounts go on",
  "session refresh_token single_use_link": "nobody's password has changed",
};

/** Every way in which making one account of two, or not, ends something. */
export const mergeEndings: readonly Ending[] = [
  {
    of: "account.confirmMerge",
    open: async (server) => {
      const { surviving, retired } = await asked(server);
      const [ofSurviving, code] = [await mergeCode(server, surviving.email), await mergeCode(server, retired.email)];
      await server.call(account.confirmMerge, { body: { code: ofSurviving, signin: "this" } });
      return {
        ended: [retired.id],
        credentials: await credentialsOf(server, retired),
        othersCredentials: await credentialsOf(server, await server.newPatient()),
        end: () => answered(server.call(account.confirmMerge, { body: { code, signin: "other" } })),
      };
    },
    ends: "patient session refresh_token single_use_link record_merge",
    begins: "record_merge",
    alsoEnds: { single_use_link: "what was mailed to the other account, too" },
    stays: {
      patient_search_term: "the practice finds the record as long as it keeps it",
      referral_code: "whoever was invited gets what was promised",
    },
    keeps: { "referral code": "whoever was invited gets what was promised" },
    never: { charged: "anything", mailed: /^(?!Please log in with your other email address)/ },
  },
  {
    of: "account.declineMerge",
    open: async (server) => {
      const { surviving, retired } = await asked(server);
      const code = await mergeCode(server, retired.email);
      return {
        ended: [surviving.id, retired.id],
        end: () => answered(server.call(account.declineMerge, { body: { code } })),
      };
    },
    ends: "single_use_link record_merge",
    stays: bothGoOn,
  },
  {
    of: "care.withdrawMerge",
    open: async (server) => {
      const { surviving, retired, pair } = await asked(server);
      return {
        ended: [surviving.id, retired.id],
        end: () => answered(server.call(care.withdrawMerge, { params: { id: pair } }, { apiKey })),
      };
    },
    ends: "single_use_link record_merge",
    stays: bothGoOn,
  },
  {
    of: "care.undoMerge",
    open: async (server) => {
      const [surviving, retired] = [await server.newPatient(), await server.newPatient()];
      const pair = await linked(server, [surviving, retired]);
      await mergeAccounts(server, { surviving, retired, pair }, "retired");
      const body = { reason: "They are two people." };
      return {
        ended: [surviving.id, retired.id],
        end: () => answered(server.call(care.undoMerge, { params: { id: pair }, body }, { apiKey })),
      };
    },
    ends: "patient patient_search_term record_merge",
    begins: "patient patient_search_term",
    stays: { patient_search_term: "names are the same" },
  },
];
