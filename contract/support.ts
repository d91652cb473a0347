import * as z from "zod/mini";
import { contactTopics } from "./constants.ts";
import { Emergency, EmergencyRules } from "./emergency/emergency.ts";
import { Day, NewEmail, singleLine, Moment, optionalText, StateId, multiLine } from "./fields/fields.ts";
import { optionalPatientCall, publicCall } from "./http/endpoint.ts";
import { PageQuery } from "./http/params.ts";

/** An entry of a lookup list; for `state`, with what the practice offers there. */
export const LookupItem = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(["served", "not_served"]),
  /** Patients in this state can write to patient services. */
  adminchat: z.boolean(),
  /** The face products are offered here. */
  face: z.boolean(),
});
export type LookupItem = z.output<typeof LookupItem>;

/** Spec §3, with the running experiments; nothing secret, nothing about a patient. */
export const Configuration = z.object({
  /** Sign-up asks for a code. */
  formacode_used: z.boolean(),
  /** States with the patient-services chat. */
  admin_chat: z.array(StateId),
  /** States where the face products are not offered. */
  non_flow_face: z.array(StateId),
  doctor_router: z.object({ enabled: z.boolean(), byDoctorEnabled: z.boolean() }),
  experiments: z.array(z.object({ name: z.string(), variants: z.array(z.string()) })),
});
export type Configuration = z.output<typeof Configuration>;

export const ArticleSummary = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  category: z.string(),
  /** Asked most: shown before the topics. */
  top: z.boolean(),
  updatedat: Moment,
});

/** An article as blocks of plain text: no markup reaches the browser. */
export const Article = z.extend(ArticleSummary, {
  blocks: z.array(
    z.discriminatedUnion("type", [
      z.object({ type: z.literal("heading"), text: z.string() }),
      z.object({ type: z.literal("paragraph"), text: z.string() }),
      /** An emergency text, with the numbers to call. */
      z.object({ type: z.literal("urgent"), sentences: z.array(z.string()) }),
      z.object({ type: z.literal("list"), ordered: z.boolean(), items: z.array(z.string()) }),
      z.object({ type: z.literal("link"), text: z.string(), href: z.string() }),
    ]),
  ),
  related: z.array(z.object({ id: z.string(), title: z.string() })),
});
export type Article = z.output<typeof Article>;

export const support = {
  lookup: publicCall("GET /lookup/{type}", {
    base: "v2",
    summary: "A list to choose from: `state`",
    params: z.object({ type: z.enum(["state"], "Unknown list.") }),
    ok: z.object({ items: z.array(LookupItem) }),
  }),
  configuration: publicCall("GET /configuration", {
    base: "v2",
    summary: "What this practice has switched on",
    ok: Configuration,
  }),
  searchArticles: publicCall("GET /articles", {
    summary: "Help articles by words or by category, best match first",
    query: z.extend(PageQuery, {
      q: optionalText(z.string().check(z.trim(), z.maxLength(120))),
      category: optionalText(singleLine(60)),
    }),
    ok: z.object({
      items: z.array(ArticleSummary),
      nextpage: z.nullable(z.string()),
      categories: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  }),
  articles: publicCall("POST /intercom/articles", {
    base: "v2",
    summary: "Help articles by id, in the order requested; unknown ones are left out",
    body: z.strictObject({
      articleIds: z.array(singleLine(80)).check(z.minLength(1, "Please name at least one article."), z.maxLength(50)),
    }),
    ok: z.object({ items: z.array(Article) }),
  }),
  emergencyWords: publicCall("GET /emergencywords", {
    summary: "The rules by which the browser detects emergencies in a message before it is sent",
    ok: EmergencyRules,
  }),
  contact: optionalPatientCall("POST /contact", {
    summary: "Write to the practice; a signed-in patient is answered at the e-mail of their account",
    idempotency: true,
    body: z.strictObject({
      name: optionalText(singleLine(120)),
      /** Required when nobody is signed in. */
      email: optionalText(NewEmail),
      topic: z.enum(contactTopics, "Please choose a topic."),
      message: multiLine(5000, "Please tell us how we can help."),
      /**
       * Of the topic `death`: how the patient is known to us. Where that is right, everything that is charged, sent and mailed stops at once; the answer is
       * the same where it isn't.
       */
      deceased: z.optional(
        z.strictObject({
          email: NewEmail,
          birthday: Day,
          diedon: optionalText(Day),
          /** Who the writer is to the patient. */
          relation: singleLine(120, "Please tell us who you are to them."),
        }),
      ),
    }),
    ok: z.object({ message: z.string(), reference: z.string(), emergency: z.nullable(Emergency) }),
    status: 201,
  }),
} as const;
