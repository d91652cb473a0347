import type { CatalogueProduct } from "#contract/catalogue.ts";
import type { Doctor } from "#contract/doctors.ts";

/** The practice's content on the site; the content loader's result has this shape. */
export interface Practice {
  readonly brand: {
    readonly name: string;
    readonly supportemail: string;
    readonly supportphone: string;
    readonly supporthours: string;
    readonly timezone: string;
    readonly practice: {
      readonly name: string;
      readonly address1: string;
      readonly address2?: string | undefined;
      readonly city: string;
      readonly state: string;
      readonly zipcode: string;
    };
    readonly marketing: {
      readonly tagline: string;
      readonly headline: string;
      readonly lead: string;
      readonly points: readonly string[];
      readonly footer: string;
    };
    readonly crisis: { readonly emergency: string; readonly suicide: string };
    readonly palette: Readonly<Record<string, string>>;
  };
  readonly doctors: readonly Doctor[];
  readonly consents: readonly { readonly id: string; readonly version: string; readonly text: string }[];
  /** Bodies are Markdown. */
  readonly help: readonly { readonly id: string; readonly title: string; readonly body: string }[];
  /** Days as `YYYY-MM-DD` in the time zone of the brand. */
  readonly coupons: readonly {
    readonly code: string;
    readonly startson: string;
    readonly endson: string;
    readonly banner?: string | undefined;
  }[];
}

export interface SiteSettings {
  readonly host: string;
  readonly port: number;
  /** Origin of the patient app, for links and frames. */
  readonly appOrigin: string;
  readonly practice: Practice;
  readonly products: readonly CatalogueProduct[];
}

/** The inputs of every page. */
export type Site = Pick<SiteSettings, "appOrigin" | "practice" | "products">;
