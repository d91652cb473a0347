import css from "./dosage-form-picture.module.css";

/** Pictures of dosage forms, by a word in the option's id. */
const pictureByForm: readonly (readonly [word: string, picture: string])[] = [
  ["patch", "patch"],
  ["tablet", "tablet"],
  ["capsule", "capsule"],
  ["insert", "insert"],
  ["vaginal", "tube-cream"],
  ["cream", "body-cream"],
  ["serum", "hair-serum"],
];

/** A dosage form with its picture, if there is one. */
export function DosageFormPicture({ id, name }: { id: string; name: string }) {
  const picture = pictureByForm.find(([word]) => id.includes(word))?.[1];
  return (
    <span className={css["form"]}>
      {picture && <img src={`/products/${picture}.svg`} alt="" width={56} height={56} />}
      {name}
    </span>
  );
}
