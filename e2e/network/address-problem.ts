import { everyCall } from "#contract/api.ts";
import { upsellCodes } from "#contract/constants.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import type { Person } from "../actors/person.ts";
import { marketingOrigin, origin } from "../settings.ts";

/** Words for conditions and medicines. */
const health =
  /menopaus|hormon|estrogen|estradiol|estriol|progest|testost|vagin|libido|arous|flash|sweat|incontin|cancer|depress|anxi|tretinoin|sildenafil|minoxidil|symptom|diagnos|prescription(?!order)/i;
/** What the build adds to a file's name. Any word can turn up in it. */
const buildHash = /-[\w-]{7}(?=\.\w+$)/;
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Query parameters of the app's pages and calls that identify nobody: list positions, a year, what to show, the page after login. */
const plainQueries = [
  "nextpage",
  "cursor",
  "limit",
  "show",
  "treatmentform",
  "step",
  "page",
  "redirectTo",
  "after",
  "afterseq",
  "feed",
  "night",
];
/** Query parameters of the live connection. Its token is not among them: that goes in the first message. */
const socketQueries = ["EIO", "transport"];
/** Parameters of links from the marketing site or a mail into the app. A follow-up's code is one of fifteen, shared by all patients. */
const campaign =
  /^(?:utm_\w+|gclid|tbclid|fbc|_ef_transaction_id|sas_m_awin|irclickid|tblci|promocode|refcode|add|upsell|fud)$/;

const templates = [...everyCall()].map(({ call }) => new RegExp(`^${fullPath(call).replaceAll(/\{\w+\}/g, "[^/]+")}$`));
/** An upsell's code names it in the path of its call, which only our own server sees. */
const upsellCodePaths = new RegExp(`/(?:${Object.values(upsellCodes).join("|")})$`);
/** Pages whose address holds the id of one of the patient's objects. */
const objectPages = /^\/(?:subscription|order)\/[^/]+$/;

/** What is wrong with an address the browser requested; null if nothing is. */
export function addressProblem(address: string, person: Person): string | null {
  const url = new URL(address);
  const decoded = decodeURIComponent(url.pathname.startsWith("/assets/") ? address.replace(buildHash, "") : address);
  if (url.origin !== origin && url.origin !== marketingOrigin) return "another host";
  if (url.hash) return "a fragment";
  const withoutIds = decoded.replaceAll(uuids, "");
  if (/eyJ|[A-Za-z0-9_-]{43}(?![\w-])/.test(withoutIds) && !url.pathname.startsWith("/assets/")) return "a token";
  for (const word of [person.email, person.firstname, person.lastname, person.password, "4242"])
    if (withoutIds.toLowerCase().includes(word.toLowerCase())) return "personal data";
  if (url.origin === marketingOrigin) return null;
  if (health.test(decoded.replace(upsellCodePaths, "/"))) return "a word about health";
  const isCall = templates.some((template) => template.test(url.pathname));
  if (withoutIds !== decoded && !isCall && !objectPages.test(url.pathname)) return "an identifier";
  const allowed = url.pathname.startsWith("/socket") ? socketQueries : plainQueries;
  const names = [...url.searchParams.keys()].filter((name) => !allowed.includes(name) && !campaign.test(name));
  return names.length > 0 ? `a query: ${names.join()}` : null;
}
