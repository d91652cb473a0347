import css from "./followup.module.css";

/** Drawings of the forms a treatment comes in, by what an option's id says. */
const pictureByForm: readonly (readonly [word: string, picture: string])[] = [
  ["patch", "patch"],
  ["tablet", "tablet"],
  ["capsule", "capsule"],
  ["insert", "insert"],
  ["vaginal", "tube-cream"],
  ["cream", "body-cream"],
  ["serum", "hair-serum"],
];

/** A form of treatment with its drawing, when there is one. */
export function DosageFormPicture({ id, name }: { id: string; name: string }) {
  const picture = pictureByForm.find(([word]) => id.includes(word))?.[1];
  return (
    <span className={css["form"]}>
      {picture && <img src={`/products/${picture}.svg`} alt="" width={56} height={56} />}
      {name}
    </span>
  );
}
