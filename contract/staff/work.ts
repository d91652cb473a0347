import * as z from "zod/mini";
import { Id, Moment } from "#contract/fields/fields.ts";
import { staffCall } from "#contract/http/endpoint.ts";
import { draftKinds, workKinds } from "#contract/http/work.ts";

/** Something to do and who does it now. A case and an identity check are named by their patient, everything else by its own id. */
export const Claim = z.object({
  kind: z.enum(workKinds),
  id: Id,
  memberid: Id,
  name: z.string(),
  /** It ends by itself then, unless the person goes on working on it. */
  until: Moment,
});
export type Claim = z.output<typeof Claim>;

const WorkParams = z.object({ kind: z.enum(workKinds), id: Id });
const DraftParams = z.object({ kind: z.enum(draftKinds), id: Id });

/** What somebody has written and not sent: kept for them alone, on every device, until they send or drop it. */
export const Draft = z.object({ text: z.string(), updatedat: z.nullable(Moment) });

/**
 * Who works on what. Whoever decides, answers or ships something claims it by doing so; for anybody else it is refused as `claimed` until they take it
 * over, which the first one is told, or it is released or ends by itself. Two people on one thing make one decision.
 */
export const staffWorkCalls = {
  claims: staffCall("GET /clinic/work", {
    summary: "What is claimed now, and by whom",
    ok: z.object({ items: z.array(Claim) }),
  }),
  claim: staffCall("PUT /clinic/work/{kind}/{id}", {
    summary: "Claim something you may do, or hold on to it; with `takeover` also from somebody else",
    params: WorkParams,
    body: z.strictObject({ takeover: z._default(z.boolean(), false) }),
    ok: Claim,
    errors: ["claimed", "scope_missing"],
  }),
  release: staffCall("DELETE /clinic/work/{kind}/{id}", {
    summary: "Let others have it; what somebody else has stays theirs",
    params: WorkParams,
    ok: z.object({ kind: z.enum(workKinds), id: Id }),
  }),
  draft: staffCall("GET /clinic/draft/{kind}/{id}", {
    summary: "One's own draft; an empty one where there is none",
    params: DraftParams,
    ok: Draft,
  }),
  saveDraft: staffCall("PUT /clinic/draft/{kind}/{id}", {
    summary: "Keep what one has written so far; an empty text drops it",
    params: DraftParams,
    body: z.strictObject({ text: z.string().check(z.maxLength(20_000, "Please use 20,000 characters or fewer.")) }),
    ok: Draft,
  }),
} as const;
