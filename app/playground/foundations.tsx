import { Heading } from "#app/ui/layout/heading.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import css from "./foundations.module.css";
import { Section, Example } from "./section.tsx";

const palette = [
  ["ground", "Ground"],
  ["groundDeep", "Ground, deep"],
  ["surface", "Surface"],
  ["tint", "Tint"],
  ["ink", "Ink"],
  ["inkMuted", "Ink, muted"],
  ["action", "Action"],
  ["lead", "Lead"],
  ["accent", "Accent"],
  ["accentSoft", "Accent, soft"],
  ["success", "Success"],
  ["successSoft", "Success, soft"],
  ["warning", "Warning"],
  ["warningSoft", "Warning, soft"],
  ["danger", "Danger"],
  ["dangerSoft", "Danger, soft"],
  ["focus", "Focus"],
] as const;

const scale = [
  ["size3xl", "3xl", "How have you slept this week?"],
  ["size2xl", "2xl", "Your treatment is on its way"],
  ["sizeLg", "lg", "A doctor reads every answer herself."],
  ["sizeMd", "md", "Put on a new patch twice a week, on clean, dry skin below your waist."],
  ["sizeSm", "sm", "Delivered June 3, 2026"],
] as const;

export function Foundations() {
  return (
    <Section id="foundations" title="Color and type" lead="Everything else on this page is made of these.">
      <Example name="Palette" wide>
        <ul className={css["palette"]}>
          {palette.map(([token, name]) => (
            <li key={token}>
              <span className={`${css["swatch"]} ${css[token]}`} />
              {name}
            </li>
          ))}
        </ul>
      </Example>
      <Example name="Type scale" wide>
        <Stack gap={3}>
          {scale.map(([token, name, text]) => (
            <p key={token} className={css["line"]}>
              <span className={css["size"]}>{name}</span>
              <span className={css[token]}>{text}</span>
            </p>
          ))}
        </Stack>
      </Example>
      <Example name="Heading" wide>
        <Stack gap={6}>
          <Heading
            level={3}
            size="display"
            eyebrow="Step 2 of 4"
            lead="It takes about five minutes. You can stop and come back."
          >
            Tell us about your health
          </Heading>
          <Heading level={3} size="page" centered lead="We sent a link to your email.">
            It's on the way
          </Heading>
        </Stack>
      </Example>
    </Section>
  );
}
