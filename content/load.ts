import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { checkReferences } from "./check.ts";
import { readMarkdownFolder, readText, readYaml, readYamlFolder, type Sourced } from "./read.ts";
import { FormsFile, ProductsFile, type Product } from "./schema/catalogue.ts";
import type { Content } from "./schema/content.ts";
import { DemoFile } from "./schema/demo.ts";
import { MailsFile } from "./schema/mails.ts";
import { CouponsFile, ShippingFile, TaxRatesFile } from "./schema/money.ts";
import { QuestionnaireFile, SectionFile } from "./schema/questionnaire.ts";
import { RequirementsFile, RulesFile } from "./schema/rules.ts";
import { Brand, HelpHeader } from "./schema/site.ts";
import { ConsentHeader, DoctorsFile, FlowsFile, InterstitialsFile, StatesFile } from "./schema/visit.ts";

export type { Content } from "./schema/content.ts";

const here = dirname(fileURLToPath(import.meta.url));

/**
 * Reads every content file of `dir`, checks each against its schema and all against each other, and freezes the result.
 * @throws ContentError one line naming the file and what is wrong with it
 */
export async function loadContent(dir: string = here): Promise<Content> {
  const [questionnaire, rules, requirements, catalogue, states, taxrates, shipping, coupons, flows, consents] =
    await Promise.all([
      readQuestionnaire(dir),
      readYamlFolder(dir, "rules", RulesFile, ["rules/requirements.yaml"]),
      readYaml(dir, "rules/requirements.yaml", RequirementsFile),
      readCatalogue(dir),
      readYaml(dir, "states.yaml", StatesFile),
      readYaml(dir, "taxrates.yaml", TaxRatesFile),
      readYaml(dir, "shipping.yaml", ShippingFile),
      readYaml(dir, "coupons.yaml", CouponsFile),
      readYaml(dir, "flows.yaml", FlowsFile),
      readMarkdownFolder(dir, "consents", ConsentHeader),
    ]);
  const [doctors, interstitials, mails, help, brand, demo, passwords] = await Promise.all([
    readYaml(dir, "doctors.yaml", DoctorsFile),
    readYaml(dir, "interstitials.yaml", InterstitialsFile),
    readYaml(dir, "mails.yaml", MailsFile),
    readMarkdownFolder(dir, "help", HelpHeader),
    readYaml(dir, "brand.yaml", Brand),
    readYaml(dir, "demo.yaml", DemoFile),
    readText(dir, "passwords/common.txt"),
  ]);
  const content = {
    questionnaire,
    rules: values(rules).flatMap((file) => file.rules),
    requirements: requirements.requirements,
    catalogue,
    states: states.states,
    taxrates,
    shipping,
    coupons: coupons.coupons,
    flows: flows.flows,
    consents: inOrder(values(consents)).map(({ body, ...consent }) => ({ ...consent, text: body })),
    doctors: doctors.doctors,
    interstitials: interstitials.interstitials,
    mails: mails.mails,
    help: inOrder(values(help)),
    brand,
    demo,
  };
  checkReferences(content);
  const commonpasswords = new Set(
    passwords
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  );
  return { ...deepFreeze(content), commonpasswords };
}

async function readQuestionnaire(dir: string): Promise<Content["questionnaire"]> {
  const frame = await readYaml(dir, "questionnaire/questionnaire.yaml", QuestionnaireFile);
  const sections = values(
    await readYamlFolder(dir, "questionnaire", SectionFile, ["questionnaire/questionnaire.yaml"]),
  );
  const bother = frame.scale.map((name, index) => ({ id: String(index), name }));
  return {
    ...frame,
    screens: sections.flatMap(({ step, screens }) =>
      screens.map((screen) => {
        const { questions: _questions, ...rest } = screen;
        return { ...rest, step };
      }),
    ),
    questions: sections
      .flatMap((section) => section.screens)
      .flatMap((screen) =>
        screen.questions.map((question) => ({
          ...question,
          screen: screen.id,
          answerlist: question.answertype === "scale" ? bother : (question.answerlist ?? []),
        })),
      ),
  };
}

async function readCatalogue(dir: string): Promise<Content["catalogue"]> {
  const [{ note, forms }, families] = await Promise.all([
    readYaml(dir, "catalogue/forms.yaml", FormsFile),
    readYamlFolder(dir, "catalogue", ProductsFile, ["catalogue/forms.yaml"]),
  ]);
  const products = values(families)
    .flatMap((file) => file.products)
    .flatMap(({ strengths, recommend, ...family }) =>
      strengths.map((strength): Product => ({
        ...family,
        ...strength,
        recommend: [...recommend, ...strength.recommend],
      })),
    );
  return { note, forms, products };
}

function values<T>(sourced: readonly Sourced<T>[]): T[] {
  return sourced.map((each) => each.value);
}

function inOrder<T extends { order: number }>(items: T[]): T[] {
  return items.sort((a, b) => a.order - b.order);
}

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === "object" && part !== null) deepFreeze(part);
  return Object.freeze(value);
}
