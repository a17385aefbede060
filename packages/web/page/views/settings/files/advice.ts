import { messages } from "../../../messages.ts"
import type { Answer } from "../../../data/responses.ts"
import { inWordsOf, type Rules } from "../../../words.ts"

type Import = Answer<"imports", "list">["data"][number]

const { advice } = messages.settings.imports

/** Reasons of the API that say more than the name of the file does. */
const certain: Rules = [
  [/password/, () => advice.locked],
  [/^it (?:is empty|is an empty list|contains (?:no|only) )/, () => advice.empty],
  [/UTF-16/, () => advice.utf16],
]

/** Files other than exports, by their extension. */
const kinds: Rules = [
  [/\.(?:avif|bmp|dng|gif|hei[cf]|jpe?g|png|svg|tiff?|webp)$/i, () => advice.photo],
  [/\.(?:aac|avi|flac|m4[abv]|mkv|mov|mp[34]|ogg|opus|wav|webm)$/i, () => advice.media],
  [/\.(?:docx?|epub|md|odt|pages|pdf|pptx?|rtf)$/i, () => advice.document],
  [/\.(?:numbers|ods|xlsx?)$/i, () => advice.sheet],
]

const others: Rules = [
  [/^a table with unknown columns: (.+)$/, advice.columns],
  [/^JSON of no known form, with the fields (.+)$/, advice.fields],
  [/^(?:unknown format|JSON of no known form|markup of no known form|it begins with)/, () => advice.unknown],
]

/** What a file is from which nothing was stored, and what to do: in the page's language, else the API's own reason. */
export const adviceOf = (reason: string, ...names: ReadonlyArray<string>): string =>
  inWordsOf(certain, reason) ??
  names.map((name) => inWordsOf(kinds, name)).find((text) => text !== undefined) ??
  inWordsOf(others, reason) ??
  reason

/** The advice for an import that is done and brought nothing; undefined for all others. */
export const adviceFor = ({ known, name, parts, set_aside: aside, status, stored }: Import) => {
  if (status !== "completed" || known + stored + aside > 0) return undefined
  const [first] = parts
  const locked = parts.find(({ reason }) => reason.includes("password"))
  return adviceOf((locked ?? first)?.reason ?? "it is empty", name, first?.name ?? "")
}
