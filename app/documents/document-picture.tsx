import type { ReactNode } from "react";
import type { PatientDocument } from "#contract/documents/calls.ts";
import { Art } from "#app/ui/brand/illustrations/parts.tsx";
import css from "./document-picture.module.css";

/** What a picture can stand for: the kinds a patient sends, and those to download. */
type Kind = PatientDocument["kind"] | "receipt" | "codes" | "letter" | "record" | "data";

/**
 * A drawing of the first page of a kind of document. Drawn rather than rendered from the file: no page of a record is fetched, and shown to whoever sits
 * beside the patient, before the patient opens it.
 */
export function DocumentPicture({ kind }: { kind: Kind }) {
  return (
    <div className={css["picture"]}>
      <Art box="0 0 72 88" line={1.5}>
        {kind === "insurance_front" || kind === "insurance_back" ? (
          <g transform="translate(0 14)">{marks[kind]}</g>
        ) : (
          <>
            <path d="M12 6h36l14 14v60a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4V10a4 4 0 0 1 4-4Z" fill="var(--art-paper)" />
            <path d="M48 6v14h14Z" fill="var(--art-petal-soft)" />
            {marks[kind]}
          </>
        )}
      </Art>
    </div>
  );
}

const lines = (...ys: number[]) => <path d={ys.map((y) => `M18 ${y}h34`).join("")} strokeWidth={1.2} />;

const marks: Readonly<Record<Kind, ReactNode>> = {
  receipt: (
    <>
      <path d="M18 32h20m8 0h6M18 42h16m12 0h6M18 52h20m8 0h6" strokeWidth={1.2} />
      <rect x="16" y="62" width="40" height="13" rx="3" fill="var(--art-petal)" />
      <path d="M21 68.5h10m15 0h5" />
    </>
  ),
  codes: (
    <>
      <path d="M18 32v10m4-10v10m3-10v10m6-10v10m3-10v10m5-10v10m3-10v10" />
      <g transform="rotate(-28 35 62)">
        <rect x="17" y="54" width="36" height="16" rx="8" fill="var(--art-petal)" />
        <path d="M35 54h10a8 8 0 0 1 0 16H35Z" fill="var(--art-leaf-soft)" />
      </g>
    </>
  ),
  letter: (
    <>
      {lines(32, 40, 48)}
      <path d="M18 68c6-12 10-8 8 0s4 4 7-2 5 2 8 2 6-2 9-4" stroke="var(--art-heart)" strokeWidth={2} />
      <path d="M18 76h34" strokeWidth={1.2} />
    </>
  ),
  record: (
    <>
      <path d="M35 44c-6-10-18-4-14 6 2 6 9 10 14 14 5-4 12-8 14-14 4-10-8-16-14-6Z" fill="var(--art-blush)" />
      <path d="M18 52h10l3-6 5 12 4-8 2 2h10" stroke="var(--art-heart)" />
      {lines(74)}
    </>
  ),
  data: (
    <>
      <path
        d="M28 32c-6 0-5 5-5 9s-1 6-5 6c4 0 5 2 5 6s-1 9 5 9m14-30c6 0 5 5 5 9s1 6 5 6c-4 0-5 2-5 6s1 9-5 9"
        strokeWidth={2}
      />
      <circle cx="35" cy="47" r="4" fill="var(--art-petal)" />
      {lines(74)}
    </>
  ),
  referral: (
    <>
      {lines(32, 40)}
      <path d="M18 60h24m-8-8 9 8-9 8" stroke="var(--art-heart)" strokeWidth={2} />
    </>
  ),
  lab_result: (
    <>
      <path d="M20 72V58h8v14Z" fill="var(--art-leaf-soft)" />
      <path d="M32 72V42h8v30Z" fill="var(--art-leaf)" />
      <path d="M44 72V50h8v22Z" fill="var(--art-petal)" />
      <path d="M16 72h40" />
      {lines(30)}
    </>
  ),
  other: (
    <>
      {lines(32, 42, 52, 62)}
      <path d="M18 72h18" strokeWidth={1.2} />
    </>
  ),
  insurance_front: (
    <>
      <rect x="4" y="8" width="64" height="44" rx="6" fill="var(--art-paper)" />
      <path d="M4 22V14a6 6 0 0 1 6-6h52a6 6 0 0 1 6 6v8Z" fill="var(--art-leaf)" />
      <circle cx="18" cy="36" r="7" fill="var(--art-petal)" />
      <path d="M32 32h26m-26 8h18" strokeWidth={1.2} />
    </>
  ),
  insurance_back: (
    <>
      <rect x="4" y="8" width="64" height="44" rx="6" fill="var(--art-paper)" />
      <path d="M4 16h64v9H4Z" fill="var(--art-line)" />
      <path d="M12 34h30m-30 8h20" strokeWidth={1.2} />
    </>
  ),
};
