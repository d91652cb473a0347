import type { Content } from "#content/loader/load.ts";
import { escapeHtml } from "#server/platform/mail/render-mail.ts";

/*
 * What the page at `/shared-record` shows. It's plain HTML without a script, so that it works in whatever browser stands beside another practice's fax machine.
 */

export const sharedRecordPath = "/shared-record";
export const stylesheetPath = `${sharedRecordPath}/style.css`;

export const stylesheet = ({ ink, muted, line, band, accent }: Content["brand"]["print"]): string => `
body { margin: 0; font: 18px/1.5 system-ui, "Segoe UI", Arial, sans-serif; color: ${ink}; background: ${band}; }
main { max-width: 33rem; margin: 0 auto; padding: 24px 16px 48px; }
.brand { margin: 0 0 20px; font-weight: 700; color: ${accent}; }
.card { padding: 24px; border: 1px solid ${line}; border-radius: 12px; background: #fff; }
h1 { margin: 0 0 8px; font-size: 28px; line-height: 1.2; }
p { margin: 0 0 16px; }
label { display: block; margin-top: 18px; font-weight: 600; }
.hint { display: block; font-weight: 400; font-size: 16px; color: ${muted}; }
input { box-sizing: border-box; width: 100%; min-height: 48px; margin-top: 4px; padding: 8px 12px; border: 1px solid ${muted}; border-radius: 8px; font: inherit; font-weight: 400; color: inherit; background: #fff; }
input.code { letter-spacing: 0.12em; text-transform: uppercase; }
input[aria-invalid] { border: 2px solid #a8242f; }
.wrong { display: block; margin-top: 4px; font-size: 16px; color: #a8242f; }
.alert { padding: 12px 16px; border-left: 4px solid #a8242f; background: #fbe7e8; }
button { width: 100%; min-height: 52px; margin-top: 24px; padding: 8px 20px; border: 2px solid ${accent}; border-radius: 8px; font: inherit; font-weight: 700; color: #fff; background: ${accent}; cursor: pointer; }
button.second { margin-top: 12px; color: ${accent}; background: #fff; }
input:focus, button:focus { outline: 3px solid #0b6fa8; outline-offset: 2px; }
dl { margin: 16px 0 0; }
dt { font-size: 16px; color: ${muted}; }
dd { margin: 0 0 10px; }
footer { margin-top: 20px; font-size: 16px; color: ${muted}; }
`;

const page = ({ name, practice, supportphone }: Content["brand"], title: string, body: string): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · ${escapeHtml(name)}</title>
<link rel="stylesheet" href="${stylesheetPath}">
</head>
<body>
<main>
<p class="brand">${escapeHtml(practice.name)}</p>
<div class="card">
${body}
</div>
<footer>Questions? Call ${escapeHtml(supportphone)}. For an emergency, call 911.</footer>
</main>
</body>
</html>
`;

/** What is typed into the form, by the names of its fields. */
export interface Typed {
  readonly code: string;
  readonly birthday: string;
  readonly name: string;
  readonly practice: string;
}
type Wrong = Partial<Readonly<Record<keyof Typed, string>>>;

const fields: readonly (readonly [keyof Typed, label: string, hint: string, attributes: string])[] = [
  [
    "code",
    "Code",
    "Nine letters and numbers, from the patient",
    'class="code" autocapitalize="characters" spellcheck="false"',
  ],
  ["birthday", "Patient’s date of birth", "Month, day and year: 03/14/1972", 'inputmode="numeric"'],
  ["name", "Your name", "With your credentials. The patient sees it", ""],
  ["practice", "Where you work", "Name of the practice and city. The patient sees it", ""],
];

/** The form, with what was typed and what is wrong with it. `key` is what the page reads with once the code has opened something. */
export function entryPage(
  brand: Content["brand"],
  { key, typed, wrong = {}, alert }: { key: string; typed: Typed; wrong?: Wrong; alert?: string | undefined },
): string {
  const inputs = fields.map(([name, label, hint, attributes]) => {
    const error = wrong[name];
    const described = error === undefined ? "" : ` aria-invalid="true" aria-describedby="${name}-wrong"`;
    return `<label>${label} <span class="hint">${hint}</span>
<input name="${name}" value="${escapeHtml(typed[name])}" maxlength="120" autocomplete="off" required ${attributes}${described}>
</label>${error === undefined ? "" : `<span class="wrong" id="${name}-wrong">${escapeHtml(error)}</span>`}`;
  });
  return page(
    brand,
    "A patient’s record",
    `<h1>A patient’s record</h1>
<p>For doctors and their staff: a patient of ours gave you a code. It opens their record once. We note who you are, and the patient sees it.</p>
${alert === undefined ? "" : `<p class="alert" role="alert">${escapeHtml(alert)}</p>`}
<form method="post" action="${sharedRecordPath}">
<input type="hidden" name="key" value="${escapeHtml(key)}">
${inputs.join("\n")}
<button>Open the record</button>
</form>`,
  );
}

export interface ShownRecord {
  readonly key: string;
  readonly patient: string;
  readonly birthday: string;
  readonly shares: string;
  readonly until: string;
}

/** What a code has opened, to read and to save. */
export const openedPage = (brand: Content["brand"], { key, patient, birthday, shares, until }: ShownRecord): string => {
  const file = (path: string, target: string, button: string) =>
    `<form method="post" action="${sharedRecordPath}/${path}"${target}><input type="hidden" name="key" value="${escapeHtml(key)}">${button}</form>`;
  return page(
    brand,
    "A patient’s record",
    `<h1>${escapeHtml(patient)}</h1>
<p>The patient shares this with you until <strong>${escapeHtml(until)}</strong>. Please save what you need before then: the code doesn’t work again.</p>
<dl><dt>Date of birth</dt><dd>${escapeHtml(birthday)}</dd><dt>What is shared</dt><dd>${escapeHtml(shares)}</dd></dl>
${file("pdf", ' target="_blank"', "<button>Read or print the PDF</button>")}
${file("fhir", "", '<button class="second">Save the data for your system (FHIR R4)</button>')}`,
  );
};

/** Nothing is open to the page that asked any more. */
export const overPage = (brand: Content["brand"]): string =>
  page(
    brand,
    "No longer shared",
    `<h1>No longer shared</h1>
<p>The time is over, or the patient ended it. Please ask the patient for a new code.</p>
<p><a href="${sharedRecordPath}">Enter another code</a></p>`,
  );
