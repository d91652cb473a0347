/** Business constants of spec §9 and decisions, in one place, named after what they limit. */
export const limits = {
  passwordMin: 8,
  passwordMax: 50,
  emailTldMax: 24,
  apiRetries: 1,
  apiRetryDelayMs: 3000,
  chunkLoadTimeoutMs: 120_000,
  throttleMs: 800,
  loaderAutoHideMs: 5000,
  uploadBytes: 25 * 1024 * 1024,
  imageQuality: 0.7,
  notificationPreview: 82,
  notificationPreviewOver: 85,
  messagePageSize: 50,
  phoneShownMax: 12,
  hsaFirstYear: 2021,
  followupRatingMin: 1,
  followupRatingMax: 10,
  pauseMonthsMax: 3,
  accessTokenSeconds: 15 * 60,
  refreshTokenSeconds: 7 * 24 * 3600,
  refreshReplayMs: 10_000,
  oneTimeTokenSeconds: 60,
  recoveryLinkSeconds: 30 * 60,
} as const;

/** Cookie lifetimes in seconds (spec §9). */
export const cookieSeconds = {
  utm: 3 * 24 * 3600,
  noBackendUtm: 3600,
  sessionPromo: 48 * 3600,
  showPromoForm: 2_592_000,
  auth: 604_800,
  /** Marks a device on which a patient has signed in; the longest lifetime browsers allow. */
  device: 400 * 24 * 3600,
} as const;

/** Patients who signed up before this day are shown the terms card (spec §4, §9). */
export const newTermsCutoff = "2024-12-09";

export const flowVariants = ["C", "D1", "D2", "E1", "F1", "F2", "F3v1", "F3v2", "G", "H"] as const;
export type FlowVariant = (typeof flowVariants)[number];

export const uploadTypes = [
  "image/jpeg",
  "image/png",
  "image/tiff",
  "image/heic",
  "image/heif",
  "application/pdf",
] as const;

export const promoCodes = [
  "FSASTORE30",
  "HSASTORE30",
  "FSAHSA80",
  "BFBLOSSOM40",
  "BFBLOSSOM40FIXED",
  "WINBACK10",
] as const;
/** Codes the global guard never applies by itself (spec §9). */
export const promoCodesNotAutoApplied = [
  "BFBLOSSOM40",
  "BFBLOSSOM40FIXED",
  "BLACKFRIDAY2022",
  "CYBERMONDAY2022",
  "BFBLOSSOM10",
] as const;

export const upsellCodes = { cream: "ESTRIOL51", minoxidil: "UPSELL51" } as const;

/** Maximum length of a tracking header, in encoded characters. */
export const trackingHeaderMax = 2000;

/** Topics of a contact form message. */
export const contactTopics = ["account", "billing", "shipping", "treatment", "technical", "death", "other"] as const;

/** The audience of a helper's tokens: no call of a patient takes one unless it is of a part. */
export const helperAudience = "helper-api";
