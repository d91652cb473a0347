import type { support } from "#contract/support.ts";
import { presentEmergency } from "#server/emergency/public.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import { categoriesOf, findArticles, presentArticle, presentSummary, pageOfList } from "./articles.ts";
import { saveContactMessage } from "./contact.ts";

/** Per address and hour. */
const messagesPerHour = { points: 30, seconds: 3600 };
/** Each reads every article: per address, room for somebody who types, not for a machine. */
const searchesPerMinute = { points: 120, seconds: 60 };

export const supportHandlers = {
  async lookup(_input, { content }) {
    const items = content.states.map(({ id, name, status, adminchat, facevisits }) => ({
      id,
      name,
      status,
      adminchat,
      face: facevisits,
    }));
    return { items };
  },

  async configuration(_input, { content, config }) {
    return {
      formacode_used: config.invitationCodes.length > 0,
      admin_chat: content.states.filter(({ adminchat }) => adminchat).map(({ id }) => id),
      non_flow_face: content.states.filter(({ facevisits }) => !facevisits).map(({ id }) => id),
      doctor_router: { ...config.doctorRouter },
      experiments: [
        { name: "flow_variant", variants: content.flows.map(({ variant }) => variant) },
        ...content.experiments
          .filter(({ running }) => running)
          .map(({ name, variants }) => ({ name, variants: variants.map((variant) => variant.name) })),
      ],
    };
  },

  async searchArticles({ query }, { content, limiter, request }) {
    await limiter.consume("article-search", request.address, searchesPerMinute);
    const { items, nextpage } = pageOfList(findArticles(content.help, query), query.nextpage);
    return {
      items: items.map((article) => presentSummary(article, content)),
      nextpage,
      categories: categoriesOf(content.help),
    };
  },

  async articles({ body }, { content }) {
    const found = body.articleIds.flatMap((id) => content.help.find((article) => article.id === id) ?? []);
    return { items: found.map((article) => presentArticle(content, article)) };
  },

  async emergencyWords(_input, { content }) {
    const { signs, notcurrent, misspellings } = content.emergencywords;
    return {
      signs: signs.map(({ id, phrases, always, ...sign }) => ({
        id,
        ...presentEmergency({ id, phrases, always, ...sign }),
        phrases: [...phrases],
        always,
      })),
      notcurrent: { phrases: [...notcurrent.phrases], unless: [...notcurrent.unless] },
      misspellings: Object.fromEntries(Object.entries(misspellings).map(([word, spellings]) => [word, [...spellings]])),
    };
  },

  async contact({ body }, ctx) {
    await ctx.limiter.consume("contact", ctx.request.address, messagesPerHour);
    const result = await saveContactMessage(ctx, body);
    return { message: toText(ctx.content, sentence("support.contact_received")), ...result };
  },
} satisfies Handlers<typeof support>;
