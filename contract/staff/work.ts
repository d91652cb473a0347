import * as z from "zod/mini";
import { Id, Moment } from "#contract/fields/fields.ts";
import { endpoint } from "#contract/http/endpoint.ts";
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
  claims: endpoint({
    method: "GET",
    base: "default",
    path: "/clinic/work",
    summary: "What is claimed now, and by whom",
    auth: "staff",
    ok: z.object({ items: z.array(Claim) }),
    errors: [],
  }),
  claim: endpoint({
    method: "PUT",
    base: "default",
    path: "/clinic/work/{kind}/{id}",
    summary: "Claim something you may do, or hold on to it; with `takeover` also from somebody else",
    auth: "staff",
    params: WorkParams,
    body: z.strictObject({ takeover: z._default(z.boolean(), false) }),
    ok: Claim,
    errors: ["claimed", "scope_missing"],
  }),
  release: endpoint({
    method: "DELETE",
    base: "default",
    path: "/clinic/work/{kind}/{id}",
    summary: "Let others have it; what somebody else has stays theirs",
    auth: "staff",
    params: WorkParams,
    ok: z.object({ kind: z.enum(workKinds), id: Id }),
    errors: [],
  }),
  draft: endpoint({
    method: "GET",
    base: "default",
    path: "/clinic/draft/{kind}/{id}",
    summary: "One's own draft; an empty one where there is none",
    auth: "staff",
    params: DraftParams,
    ok: Draft,
    errors: [],
  }),
  saveDraft: endpoint({
    method: "PUT",
    base: "default",
    path: "/clinic/draft/{kind}/{id}",
    summary: "Keep what one has written so far; an empty text drops it",
    auth: "staff",
    params: DraftParams,
    body: z.strictObject({ text: z.string().check(z.maxLength(20_000, "Please use 20,000 characters or fewer.")) }),
    ok: Draft,
    errors: [],
  }),
} as const;
