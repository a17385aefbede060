import { preferences } from "./data/preferences.ts"
import { type Language, languageOf, localeOf } from "./locale.ts"

/** The chosen language, or the browser's: texts, numbers and dates are written in it. */
export const locale: string = localeOf([preferences.language, ...navigator.languages, navigator.language])

/** The language of the page's texts. */
export const language: Language = languageOf(locale) ?? "en"

/** Made when it is first asked for: a formatter takes as long as a hundred of its texts. */
export const once = <A>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => (made ??= make())
}

const numbers = once(() => new Intl.NumberFormat(locale))
const plurals = once(() => new Intl.PluralRules(locale))
const ordinals = once(() => new Intl.PluralRules(locale, { type: "ordinal" }))
const lists = once(() => new Intl.ListFormat(locale))

export const number = (value: number): string => numbers().format(value)

/** A, B and C. */
export const listed = (names: ReadonlyArray<string>): string => lists().format(names)

/** Romance languages count whole millions with a preposition: 1 000 000 de vidas, 1 000 000 d’amis. */
const millionsOf = (noun: string) =>
  language === "fr" && /^[aeéhio]/.test(noun) ? `d’${noun}` : `de ${noun}`

/** The noun of a number, in the form that the language's plural rules name. */
export const noun = (value: number, one: string, other: string): string => {
  const form = plurals().select(value)
  return form === "one" ? one : form === "many" ? millionsOf(other) : other
}

/** A number with its noun: 1 play, 2 plays. */
export const count = (value: number, one: string, other: string): string =>
  `${number(value)} ${noun(value, one, other)}`

/** The form of a place in a row, as `few` of 3rd in English. */
export const ordinalForm = (value: number): Intl.LDMLPluralRule => ordinals().select(value)

/** A number with the noun of a name of the API; undefined if it has none. */
export const countOf = (
  value: number,
  nouns: Readonly<Record<string, readonly [one: string, other: string]>>,
  name: string,
): string | undefined => {
  const known = nouns[name]
  return known && count(value, ...known)
}

/** A name of the API without a text, such as someone else's domain. */
export const titled = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[-_]/g, " ")

/** The text of a name of the API. */
export const textOf = (
  texts: Readonly<Record<string, string>>,
  name: string,
  otherwise = titled(name),
): string => texts[name] ?? otherwise

/** The first text whose name a name of the API ends with, else that name. */
export const textEnding = (texts: Readonly<Record<string, string>>, name: string): string =>
  Object.entries(texts).find(([end]) => name.endsWith(end))?.[1] ?? name

/** A name within a sentence; a very long one is cut. */
export const shortened = (title: string): string =>
  title.length > 48 ? `${title.slice(0, 46).trimEnd()}…` : title

/** How each type is written in the command to log it, and the words that name it. */
export type Kinds = Readonly<Record<string, { readonly as: string; readonly words: ReadonlyArray<string> }>>

/** The item to log. */
export interface Logged {
  readonly title: string
  /** The type, as the form for adding names it; "" if missing. */
  readonly type: string
}

/** What a command logs: the match has its title and the word for its type; undefined if it logs nothing. */
export const loggedAs = (
  kinds: Kinds,
  [, title = "", word = ""]: ReadonlyArray<string>,
): Logged | undefined =>
  title === ""
    ? undefined
    : {
        title,
        type: Object.keys(kinds).find((type) => kinds[type]?.words.includes(word.toLowerCase())) ?? "",
      }

/** Sentences of the API by their form, and what each says in the language of the page. */
export type Rules = ReadonlyArray<readonly [form: RegExp, inWords: (...found: Array<string>) => string]>

/** A sentence of the API in the language of the page; undefined for one of another form. */
export const inWordsOf = (rules: Rules, said: string): string | undefined => {
  for (const [form, inWords] of rules) {
    const found = form.exec(said)
    if (found !== null) return inWords(...found.slice(1))
  }
  return undefined
}
