import type { ChosenFormat, FileHead, FormatsOfDomain } from "./importedFile.ts"

/** The user's choice for a file: its domain and its format; "" lets the content decide. */
export interface FileChoice {
  readonly domain: string
  readonly format: string
}

/** The choice that leaves everything to the content of the file. */
export const byContent: FileChoice = { domain: "", format: "" }

/** A domain, and the names of the formats that it imports. */
export interface DomainFormats {
  readonly domain: string
  readonly formats: ReadonlyArray<string>
}

/** The formats that these importers know, by domain. */
export const formatsOf = (importers: ReadonlyArray<FormatsOfDomain>): ReadonlyArray<DomainFormats> =>
  importers.map(({ domain, imports }) => ({ domain, formats: imports.formatNames ?? [] }))

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const hasFormat = ({ formats }: DomainFormats, format: string): boolean =>
  format === "" || formats.some((name) => isSame(name, format))

/** Why there is no such choice, with the choices that there are; undefined for a choice that there is. */
export const faultOfChoice = (
  known: ReadonlyArray<DomainFormats>,
  { domain, format }: FileChoice,
): string | undefined => {
  if (domain === "" && format === "") return undefined
  const some = domain === "" ? known : known.filter((one) => one.domain === domain)
  if (some.length === 0)
    return `No domain called ${JSON.stringify(domain)} imports files. These do: ${known.map((one) => one.domain).join(", ")}`
  if (some.some((one) => hasFormat(one, format))) return undefined
  const list = some.map((one) => `${one.domain}: ${one.formats.join(", ")}`).join("; ")
  return `There is no format called ${JSON.stringify(format)}. There are, for ${list}`
}

/** The importers that a choice leaves. */
export const importersFor = <Some extends FormatsOfDomain>(
  importers: ReadonlyArray<Some>,
  { domain, format }: FileChoice,
): ReadonlyArray<Some> =>
  importers.filter(
    (importer) =>
      (domain === "" || importer.domain === domain) &&
      formatsOf([importer]).some((one) => hasFormat(one, format)),
  )

/** The choice as a domain's import takes it: undefined if only the content decides between domains. */
export const chosenBy = (
  { domain, format }: FileChoice,
  importers: ReadonlyArray<FormatsOfDomain>,
): ChosenFormat | undefined => {
  if (format !== "") return { format }
  return domain !== "" || importers.length === 1 ? {} : undefined
}

/** The formats that an unrecognized file could have if the user chooses one. */
export const couldBeIn = (
  importers: ReadonlyArray<FormatsOfDomain>,
  head: FileHead,
): ReadonlyArray<string> => [...new Set(importers.flatMap(({ imports }) => imports.couldBe?.(head) ?? []))]
