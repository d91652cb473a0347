import type { ExperimentShares } from "#contract/growth/experiments.ts";

/** A promo offer of the practice, and the days its line is shown, in the practice's timezone. */
export interface Promo {
  readonly code: string;
  readonly banner: string;
  readonly startson: string;
  readonly endson: string;
  /** For patients who have not ordered yet. */
  readonly firstorder: boolean;
}

/** What the server writes into the page as `<script type="application/json" id="settings">`. */
export interface Settings {
  readonly brand: {
    readonly name: string;
    /** The practice's timezone (IANA), in which days of orders and charges are counted. */
    readonly timezone: string;
    /** Path of an image; null uses the drawing. */
    readonly logo: string | null;
    readonly supportemail: string;
    readonly supportphone: string;
    readonly supporthours: string;
    readonly practice: Readonly<Record<"name" | "address1" | "city" | "state" | "zipcode" | "phone", string>> & {
      readonly address2?: string;
    };
    /** Design tokens to override, `--color-accent` and the like. */
    readonly palette: Readonly<Record<string, string>>;
    /** Paths of the marketing site; `{productid}` stands for the product's id. */
    readonly marketingpages: Readonly<Record<"treatments" | "product" | "contact", string>>;
    readonly crisis: { readonly emergency: string; readonly suicide: string };
    readonly termsmissing: string;
  };
  readonly publicUrl: string;
  readonly marketingOrigin: string;
  readonly demo: boolean;
  /** Sign-up asks for an invitation code. */
  readonly invitationRequired: boolean;
  /** Version of the documents agreed to at sign-up, recorded as the patient's consent; null where none is known. */
  readonly termsVersion: string | null;
  /** The running experiments, so that no request is needed. */
  readonly experiments: readonly ExperimentShares[];
  /** The promo offers of the practice, with the line and the days of each. */
  readonly promos: readonly Promo[];
  /** What a friend's link brings the visitor who signs up by it. */
  readonly friendreward: string;
  /** States whose patients can write to patient services. */
  readonly adminchat: readonly string[];
  readonly gateway: { readonly name: string; readonly publishablekey: string };
}

/** Used where no server wrote settings: under the bundler's development server. */
const defaultSettings: Settings = {
  brand: {
    name: "",
    timezone: "America/New_York",
    logo: null,
    supportemail: "",
    supportphone: "",
    supporthours: "",
    practice: { name: "", address1: "", city: "", state: "", zipcode: "", phone: "" },
    palette: {},
    marketingpages: { treatments: "/products", product: "/products/{productid}", contact: "/contact" },
    crisis: {
      emergency: "In an emergency, call 911.",
      suicide: "If you're thinking of hurting yourself, call or text 988 any time.",
    },
    termsmissing: "Please state if you agree to our Terms & Conditions, Privacy Policy, and Telehealth Consent",
  },
  publicUrl: "",
  marketingOrigin: "http://localhost:3001",
  demo: true,
  invitationRequired: false,
  termsVersion: null,
  experiments: [],
  promos: [],
  friendreward: "",
  adminchat: ["IA", "MI", "NH", "NC"],
  gateway: { name: "sandbox", publishablekey: "" },
};

/** Settings from the page's JSON; the defaults when it is missing or malformed. */
export function parseSettings(json: string | null | undefined): Settings {
  if (!json) return defaultSettings;
  try {
    const written = JSON.parse(json) as Partial<Settings>;
    return { ...defaultSettings, ...written, brand: { ...defaultSettings.brand, ...written.brand } };
  } catch {
    return defaultSettings;
  }
}

declare global {
  /** The same JSON where pages are prerendered and there is no document. */
  var __pageSettings: string | undefined;
}

export const settings: Settings = parseSettings(
  typeof document === "undefined" ? globalThis.__pageSettings : document.getElementById("settings")?.textContent,
);

/** URL of a page of the marketing site. */
export const marketingUrl = (path: string, query: Readonly<Record<string, string>> = {}): string => {
  const search = new URLSearchParams(query).toString();
  return settings.marketingOrigin + path + (search && `?${search}`);
};

/** The documents a patient agrees to. */
export const legalLinks = {
  terms: marketingUrl("/terms"),
  privacy: marketingUrl("/privacy"),
  telehealth: marketingUrl("/telehealth-consent"),
} as const;
