import { newId } from "#server/platform/ids.ts";
import { type TestPatient, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { type Placeholders, statesByCall } from "../testing/clinic-document-states.ts";
import { callOf, examplesOf } from "../testing/clinic-document.ts";
import { requestOf } from "../testing/documented-requests.ts";
import type { Credential } from "./credentials.ts";

/** Something that is open, and how it ends. */
export interface Scene {
  /** Ids by which rows and lists name what ends. */
  readonly ended: readonly string[];
  /** Whose lists are looked at beside the practice's. */
  readonly patient?: TestPatient;
  /** What opened something before, of the subject and of somebody else for whom nothing ends. */
  readonly credentials?: readonly Credential[];
  readonly othersCredentials?: readonly Credential[];
  readonly end: () => Promise<{ readonly status: number; readonly payload: string }>;
}

/** Names of tables, lists or credentials, separated by spaces or, of credentials, by semicolons: by why. */
export type Reasons = Readonly<Record<string, string>>;

/** One way in which something ends: a row of the table. Names of tables and of lists are separated by spaces. */
export interface Ending {
  /** The call, job or command. */
  readonly of: string;
  /** What is open, where the same call ends several things. */
  readonly when?: string;
  readonly open: (server: TestServer) => Promise<Scene>;
  /** Time passes in it, or it is about everybody: nothing else is open meanwhile. */
  readonly alone?: true;
  /** Tables of which live rows end, each naming what ended, and lists it leaves. */
  readonly ends: string;
  /** Tables of which live rows begin, and lists that have it from now on. */
  readonly begins?: string;
  /** Why tables' live rows still name what ended, and lists still have it. */
  readonly stays?: Reasons;
  /** Where only a part ends of what is named: the tables and lists of that part. */
  readonly about?: string;
  /** Why live rows of tables end that don't name what ended. */
  readonly alsoEnds?: Reasons;
  /** Why credentials go on opening. */
  readonly keeps?: Reasons;
  /** What the patient of the scene is neither charged for nor mailed about in the months after it. */
  readonly never?: { readonly charged?: readonly string[] | "anything"; readonly mailed?: RegExp };
}

const examples = new Map(
  examplesOf("docs/clinic-integration.md").map((example) => [callOf(example)?.name ?? "", example]),
);

/** The request of the guide's example of a call, with these values, as the practice's system. */
export async function exampleRequest(server: TestServer, title: string, names: Placeholders) {
  const example = examples.get(title);
  if (!example) throw new Error(`The guide has no example of ${title}`);
  const request = requestOf(example, { ...names, API_KEY: testApiKey, KEY: newId() });
  const { statusCode: status, payload } = await server.app.inject(request);
  return { status, payload };
}

/** The state that the guide's example of a call needs, which the example then ends; `named`: which values name what ends. */
export const exampleOf =
  (title: string, ...named: readonly string[]): Ending["open"] =>
  async (server) => {
    const names = (await statesByCall[title]?.(server)) ?? {};
    return { ended: named.map((name) => names[name] ?? ""), end: () => exampleRequest(server, title, names) };
  };

/** The status and text of an answer. */
export const answered = async (
  answer: Promise<{ readonly status: number; readonly raw: { readonly payload: string } }>,
): Promise<{ status: number; payload: string }> => {
  const { status, raw } = await answer;
  return { status, payload: raw.payload };
};

export const titleOf = ({ of, when }: Pick<Ending, "of" | "when">): string => (when ? `${of}: ${when}` : of);
