import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { flowVariants } from "#contract/constants.ts";
import { support } from "#contract/support.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { parseArticleBlocks } from "./article-blocks.ts";
import { findArticles, pageOfList } from "./articles.ts";
import { supportHandlers } from "./routes.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe("§7 lookup", () => {
  test("51 states with what is offered there", async () => {
    const { ok } = await server.call(support.lookup, { params: { type: "state" } });
    expect(ok.items.length).toBe(51);
    expect(
      ok.items
        .filter(({ adminchat }) => adminchat)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(["IA", "MI", "NC", "NH"]);
    expect(
      ok.items
        .filter(({ face }) => !face)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(["MD", "NY"]);
  });
  test("an unknown list is refused", async () => {
    expect((await server.call(support.lookup, { params: { type: "moon" as "state" } })).status).toBe(400);
  });
});

describe("§3 GET /configuration", () => {
  test("§3, §9 formacode_used, admin_chat IA, MI, NH, NC, non_flow_face NY and MD, doctor_router", async () => {
    const { ok } = await server.call(support.configuration, {});
    expect(ok).toMatchObject({
      formacode_used: false,
      admin_chat: ["IA", "MI", "NH", "NC"],
      non_flow_face: ["MD", "NY"],
      doctor_router: { enabled: true, byDoctorEnabled: true },
    });
  });

  test("the running experiments with their variants, those of the flow first; what stopped is not listed", async () => {
    const { ok } = await server.call(support.configuration, {});
    expect(ok.experiments[0]).toEqual({ name: "flow_variant", variants: [...flowVariants] });
    expect(ok.experiments).toContainEqual({ name: "visit_lead", variants: ["what_for", "why"] });
    const { content, config } = server.services;
    const stopped = content.experiments.map((each) => ({ ...each, running: false }));
    const context = { config, content: { ...content, experiments: stopped } } as never;
    const then = await supportHandlers.configuration({} as never, context);
    expect(then.experiments.map(({ name }) => name)).toEqual(["flow_variant"]);
  });

  test("tells what the deployment set: a sign-up code, another router", async () => {
    const configurationOf = async (env: Record<string, string>) => {
      const other = await startTestServer({}, env);
      const { ok } = await other.call(support.configuration, {});
      await other.close();
      return ok;
    };
    expect(await configurationOf({ INVITATION_CODES: "SPRING", DOCTOR_ROUTER_BY_DOCTOR: "off" })).toMatchObject({
      formacode_used: true,
      doctor_router: { enabled: true, byDoctorEnabled: false },
    });
    expect((await configurationOf({ DOCTOR_ROUTER: "off" })).doctor_router.enabled).toBe(false);
  });
});

describe("help articles", () => {
  test("by words, best match first; by category; all of them in pages", async () => {
    const found = await server.call(support.searchArticles, { query: { q: "cancel" } });
    expect(found.ok.items[0]?.id).toBe("cancel");
    const [category] = found.ok.categories;
    const within = await server.call(support.searchArticles, { query: { category: category?.id ?? "" } });
    expect(within.ok.items.every((item) => item.category === category?.id)).toBe(true);
    const all = await server.call(support.searchArticles, { query: {} });
    const listed = server.services.content.help.filter(({ leaflet }) => leaflet !== true);
    expect(all.ok.items.length).toBe(Math.min(40, listed.length));
  });
  test("without words or a category, those asked most come first, in the order of the content", async () => {
    const { ok } = await server.call(support.searchArticles, { query: {} });
    const asked = server.services.content.help.filter(({ top }) => top).map(({ id }) => id);
    expect(asked.length).toBeGreaterThan(3);
    expect(ok.items.slice(0, asked.length).map(({ id }) => id)).toEqual(asked);
    expect(ok.items.map(({ top }) => top)).toEqual(ok.items.map((_, index) => index < asked.length));
  });
  test("a page that is full leads to the next one, and the last to none", () => {
    const items = Array.from({ length: 41 }, (_, index) => index);
    const first = pageOfList(items, undefined);
    expect([first.items.length, pageOfList(items, first.nextpage ?? "")]).toEqual([
      40,
      { items: [40], nextpage: null },
    ]);
  });
  test.each([
    ["skip", "skip"],
    ["next supply sooner", "get_next"],
    ["pause", "pause"],
    ["payment failed", "payment_failed"],
    ["receipts", "receipts"],
    ["letter", "letter_from_doctor"],
    ["another state", "moving"],
    ["money back", "refunds"],
    ["refills", "renewal"],
    ["refer friend", "refer_a_friend"],
    ["refund", "refunds"],
    ["how do I get a refund?", "refunds"],
    ["hot flash", "is_it_right_for_me"],
    ["change card", "payment_failed"],
    ["update my credit card", "payment_failed"],
    ["cancel", "cancel"],
    ["cancel my subscription", "cancel"],
    ["receipt", "receipts"],
    ["moving", "moving"],
    ["change address", "moving"],
    ["tracking", "where_is_my_order"],
    ["forgot password", "password_help"],
    ["bleeding", "not_feeling_right"],
    ["refill", "renewal"],
    ["how", "how_it_works"],
  ])("“%s” is answered first by %s", (q, id) => {
    expect(findArticles(server.services.content.help, { q })[0]?.id).toBe(id);
  });
  test("every article is found by each of its keywords", () => {
    const { help } = server.services.content;
    for (const { id, keywords } of help.filter(({ leaflet }) => leaflet !== true))
      for (const q of keywords) expect(findArticles(help, { q }).map((article) => article.id)).toContain(id);
  });
  test("every link of an article into the app leads to a page of it", () => {
    const pages = ["/treatment", "/messages/doctor", "/contact-us", "/referral"];
    const settings = ["billing-details", "shipping-address", "close-account"].map(
      (page) => `/account-settings/${page}`,
    );
    const hrefs = server.services.content.help.flatMap(({ body }) =>
      parseArticleBlocks(body).flatMap((block) => (block.type === "link" ? block.href : [])),
    );
    expect(hrefs.filter((href) => href.startsWith("/") && ![...pages, ...settings].includes(href))).toEqual([]);
  });
  test("words nobody wrote find nothing; a forged page is refused", async () => {
    expect((await server.call(support.searchArticles, { query: { q: "zeppelin" } })).ok.items).toEqual([]);
    expect((await server.call(support.searchArticles, { query: { nextpage: "!!" } })).status).toBe(400);
  });
  test("by id, in the order asked, unknown ones left out", async () => {
    const { ok } = await server.call(support.articles, {
      body: { articleIds: ["privacy", "nothing_of_the_kind", "identity"] },
    });
    expect(ok.items.map(({ id }) => id)).toEqual(["privacy", "identity"]);
    expect(ok.items[0]?.blocks.length).toBeGreaterThan(0);
    expect((await server.call(support.articles, { body: { articleIds: [] } })).status).toBe(400);
  });
  test("every article becomes plain text without marks", () => {
    for (const article of server.services.content.help)
      expect(JSON.stringify(parseArticleBlocks(article.body))).not.toMatch(/\*\*|\]\(|<[a-z]/);
  });
  test("headings, lists and safe links are blocks", () => {
    expect(
      parseArticleBlocks(
        "# Title\nText with a [link](/support) and a [trap](javascript:x).\n\n1. **One**\n2. Two\n   goes on\n\n- a\n- b",
      ),
    ).toEqual([
      { type: "heading", text: "Title" },
      { type: "paragraph", text: "Text with a link and a trap." },
      { type: "link", text: "link", href: "/support" },
      { type: "list", ordered: true, items: ["One", "Two goes on"] },
      { type: "list", ordered: false, items: ["a", "b"] },
    ]);
  });
  test("a quotation is what cannot wait, a sentence a line", () => {
    expect(parseArticleBlocks("> **Call 911 now** for chest pain.\n> Call or text 988.\n\nThen rest.")).toEqual([
      { type: "urgent", sentences: ["Call 911 now for chest pain.", "Call or text 988."] },
      { type: "paragraph", text: "Then rest." },
    ]);
  });
  test("side effects begin with when to call; no article names an emergency number in passing", () => {
    const { help } = server.services.content;
    const sideEffects = help.find(({ id }) => id === "not_feeling_right");
    expect(parseArticleBlocks(sideEffects?.body ?? "")[0]).toMatchObject({
      type: "urgent",
      sentences: [expect.stringContaining("911"), expect.stringContaining("988")],
    });
    const passing = help.flatMap(({ id, body }) =>
      parseArticleBlocks(body)
        .filter((block) => block.type !== "urgent" && /\b(?:911|988)\b/.test(JSON.stringify(block)))
        .map(() => id),
    );
    expect(passing).toEqual([]);
  });
  test("a paragraph that is a link only is not said twice; one that leads nowhere safe keeps its words", () => {
    expect(parseArticleBlocks("[Your card](/account-settings/billing-details)\n\n[A trap](javascript:x)")).toEqual([
      { type: "link", text: "Your card", href: "/account-settings/billing-details" },
      { type: "paragraph", text: "A trap" },
    ]);
  });
  test("every word must be found", () => {
    expect(findArticles(server.services.content.help, { q: "pause zeppelin" })).toEqual([]);
  });
});

describe("contact", () => {
  const body = { topic: "billing", message: "CANARY-c0ntact: where is my receipt?" } as const;

  test("a visitor's message is kept sealed under a reference", async () => {
    const { status, ok } = await server.call(support.contact, {
      body: { ...body, email: "ann@example.com", name: "Ann" },
    });
    expect([status, ok.reference]).toEqual([201, expect.stringMatching(/^C-[A-Z2-9]{8}$/)]);
    const row = await server.services.db
      .selectFrom("contact_message")
      .selectAll()
      .where("reference", "=", ok.reference)
      .executeTakeFirstOrThrow();
    expect(Buffer.from(row.message_sealed).includes("CANARY")).toBe(false);
    expect(
      server.services.secrets.open(row.message_sealed, sealed("contact_message.message_sealed")(row.id)),
    ).toMatchObject({
      email: "ann@example.com",
      message: body.message,
    });
    expect(server.logged()).not.toContain("CANARY-c0ntact");
  });
  test("a signed-in patient is answered at the e-mail of their account", async () => {
    const patient = await server.newPatient();
    const { ok } = await server.call(support.contact, { body }, { token: patient.token });
    const row = await server.services.db
      .selectFrom("contact_message")
      .selectAll()
      .where("reference", "=", ok.reference)
      .executeTakeFirstOrThrow();
    expect(row.patient_id).toBe(patient.id);
    expect(
      server.services.secrets.open(row.message_sealed, sealed("contact_message.message_sealed")(row.id)),
    ).toMatchObject({
      email: patient.email,
    });
  });
  test("the practice is mailed that somebody wrote, without a word of it or who it was, and reads it until it is answered", async () => {
    const inbox = server.services.content.brand.supportemail;
    const patient = await server.newPatient();
    const question = { topic: "treatment", message: "CANARY-c0ntact my patch itches" } as const;
    const { ok: first } = await server.call(support.contact, { body: question }, { token: patient.token });
    const visitor = { ...body, email: "ann@example.com", name: "Ann" };
    const { ok: second } = await server.call(support.contact, { body: visitor });
    await server.jobs.drain();
    const mails = (await server.mailbox.list(inbox)).filter(({ text }) => text.includes(first.reference));
    expect(mails).toHaveLength(1);
    expect(`${mails[0]?.subject} ${mails[0]?.text}`).not.toMatch(/CANARY|patch|itches|treatment|ann@/i);
    expect(mails[0]?.text).not.toContain(patient.email);

    const list = async () => {
      const { ok } = await server.call(care.contactMessages, { query: {} }, { apiKey: testApiKey });
      return ok.items.filter(({ reference }) => [first.reference, second.reference].includes(reference));
    };
    const [fromPatient, other] = await list();
    expect(fromPatient).toMatchObject({ ...question, name: null, email: patient.email, patient: { id: patient.id } });
    expect(other).toMatchObject({ ...visitor, patient: null, answeredat: null });
    const params = { id: fromPatient?.id ?? "" };
    const answer = () => server.call(care.contactAnswered, { params }, { apiKey: testApiKey });
    const { ok: done } = await answer();
    expect(done.answeredat).not.toBeNull();
    expect(done.answeredby).toMatch(/^key:/);
    server.clock.advance(1000);
    expect((await answer()).ok).toEqual(done);
    expect(await list()).toEqual([other]);
    const desk = await signedInStaff(server, ["patient_services"]);
    const byPerson = await desk.browser.call(care.contactAnswered, { params: { id: other?.id ?? "" } });
    const { name } = await server.services.db
      .selectFrom("staff_member")
      .select("name")
      .where("id", "=", desk.id)
      .executeTakeFirstOrThrow();
    expect(byPerson.ok.answeredby).toBe(name);
    const unknown = { id: "01990000-0000-7000-8000-000000000000" };
    expect((await server.call(care.contactAnswered, { params: unknown }, { apiKey: testApiKey })).status).toBe(404);
    expect((await server.call(care.contactMessages, { query: {} }, { token: patient.token })).status).toBe(401);
  });
  test("SUPPORT_EMAIL is who is mailed", async () => {
    Object.assign(server.services.config, { supportEmail: "desk@practice.example" });
    const { ok } = await server.call(support.contact, { body: { ...body, email: "ann@example.com" } });
    await server.jobs.drain();
    const [mail] = await server.mailbox.list("desk@practice.example");
    expect(mail?.text).toContain(ok.reference);
    Object.assign(server.services.config, { supportEmail: null });
  });
  test.each([
    ["no e-mail", body, "email"],
    ["no message", { topic: "billing", message: " ", email: "ann@example.com" }, "message"],
    ["an unknown topic", { topic: "moon", message: "x", email: "ann@example.com" }, "topic"],
  ])("%s is refused at its field", async (_, sent, path) => {
    const { status, problem } = await server.call(support.contact, { body: sent as typeof body });
    expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, path]);
  });
});
